/** Reads the source of a crawl from an argument: a site, a sitemap, a list of addresses, or a built site. */

import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'

import type { CrawlSource } from '@docent/crawl'

import { readText } from '../records/json-lines.ts'
import { UsageError } from '../terminal/usage-error.ts'

/** Maximum number of files that are counted to tell a built site from Markdown. */
const FILES_COUNTED = 5000

/** Maximum number of bytes of the page of a docsify site, which holds its settings and plugins. */
const MAX_SHELL = 1_000_000

const ADDRESS = /^https?:\/\//i

/** Whether an argument is an address rather than a path. */
export const isAddress = (text: string): boolean => ADDRESS.test(text)

/**
 * The source that an argument names; `undefined` for a folder of Markdown or a file of records.
 * - An address whose path ends in `.xml` or `.xml.gz` is a sitemap; any other address is a site.
 * - A file whose first line, but for comments (`#`), begins with `http` is a list of addresses.
 * - A folder is a built site if it has an `index.html`, and at least as many HTML files as Markdown files.
 *
 * @param siteUrl the address at which a built site is published.
 * @throws UsageError for an address that cannot be read, and a built site without its address.
 */
export async function crawlSource(argument: string, siteUrl: string | undefined): Promise<CrawlSource | undefined> {
  if (isAddress(argument)) {
    const url = readAddress(argument)
    return isSitemap(url) ? { kind: 'sitemap', sitemaps: [url.href] } : { kind: 'site', starts: [url.href] }
  }
  const stats = statSync(argument, { throwIfNoEntry: false })
  if (stats?.isFile() && isListOfAddresses(argument)) return { kind: 'list', urls: await readList(argument) }
  if (!stats?.isDirectory() || !isBuiltSite(argument)) return undefined
  if (siteUrl === undefined)
    throw new UsageError(
      `${argument} is a built site (index.html): give the address at which it is published with --site-url https://….`,
    )
  return { kind: 'folder', folder: argument, url: readAddress(siteUrl).href }
}

/** An http or https address without credentials. @throws UsageError */
export function readAddress(text: string): URL {
  const url = ADDRESS.test(text) ? URL.parse(text) : null
  if (url === null) throw new UsageError(`"${text}" is no http or https address.`)
  if (url.username !== '' || url.password !== '')
    throw new UsageError(
      `The address of ${url.host} holds credentials: put them into DOCENT_CRAWL_USERNAME and DOCENT_CRAWL_PASSWORD.`,
    )
  return url
}

const isSitemap = ({ pathname }: URL): boolean => /\.xml(?:\.gz)?$/i.test(pathname)

function isListOfAddresses(file: string): boolean {
  const head = Buffer.alloc(1024)
  const handle = openSync(file, 'r')
  try {
    const length = readSync(handle, head)
    const lines = head
      .toString('utf8', 0, length)
      .replace(/^\uFEFF/, '')
      .split('\n')
    return ADDRESS.test(lines.find((line) => !isRemark(line.trim()))?.trim() ?? '')
  } finally {
    closeSync(handle)
  }
}

/** Whether a line of a list has no address: an empty line or a comment. */
const isRemark = (line: string): boolean => line === '' || line.startsWith('#')

async function readList(file: string): Promise<string[]> {
  const lines = (await readText(file)).replace(/^\uFEFF/, '').split(/\r?\n/)
  return lines.flatMap((line, i) => {
    const text = line.trim()
    if (isRemark(text)) return []
    if (!ADDRESS.test(text) || URL.parse(text) === null)
      throw new UsageError(`${file}:${i + 1} is no http or https address: write one address a line.`)
    return [readAddress(text).href]
  })
}

function isBuiltSite(folder: string): boolean {
  return statSync(join(folder, 'index.html'), { throwIfNoEntry: false })?.isFile() === true && hasMostlyPages(folder)
}

/** Whether the `index.html` of a folder is the page in which docsify shows its Markdown. */
function isDocsify(folder: string): boolean {
  const page = join(folder, 'index.html')
  const found = statSync(page, { throwIfNoEntry: false })
  return found?.isFile() === true && found.size <= MAX_SHELL && readFileSync(page, 'utf8').includes('$docsify')
}

/** Folders into which generators build by default, in a project that has a `package.json`. */
const OUTPUTS: ReadonlySet<string> = new Set(['build', 'dist', 'doc_build', 'out', '_site'])

/**
 * Whether a folder has HTML files, and at least as many as Markdown files. The output of a project of Markdown is no part
 * of it, and a site of docsify is Markdown.
 */
export function hasMostlyPages(folder: string): boolean {
  if (isDocsify(folder)) return false
  const counts = { html: 0, markdown: 0, files: 0 }
  const isProject = existsSync(join(folder, 'package.json'))
  const isOutput = (at: string, name: string): boolean => isProject && at === folder && OUTPUTS.has(name)
  const folders = [folder]
  for (let at = folders.pop(); at !== undefined && counts.files < FILES_COUNTED; at = folders.pop()) {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules' || isOutput(at, entry.name)) continue
      if (entry.isDirectory()) folders.push(join(at, entry.name))
      counts.files++
      if (/\.html?$/i.test(entry.name)) counts.html++
      else if (/\.(?:md|mdx|markdown)$/i.test(entry.name)) counts.markdown++
    }
  }
  return counts.html > 0 && counts.html >= counts.markdown
}
