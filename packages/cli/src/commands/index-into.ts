/** `docent index <folder> --into <folder>`: a search without a server for a site that another generator has built. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { crawl } from '@docent/crawl'
import { type DocRecord, DOCS_SETTINGS } from '@docent/engine'
import { isFolder } from '@docent/ingest/below-root'
import { OutputError, SEARCH_FOLDER, SEARCH_SCRIPT, type StaticSearch, writeStaticSearch } from '@docent/site'

import { pagesBelow, tagPages } from '../build/page-scripts.ts'
import { publishedAt, UNKNOWN } from '../build/published-at.ts'
import { makeStaticIndex } from '../build/static-index.ts'
import type { AddressFlags } from '../config/published-site.ts'
import { readConfig } from '../config/read-config.ts'
import { version } from '../config/version.ts'
import { countLines, failureLines } from '../crawl/crawl-report.ts'
import { hasMostlyPages, isAddress, readAddress } from '../crawl/crawl-source.ts'
import { displayPath } from '../terminal/display-path.ts'
import { plural } from '../terminal/plural.ts'
import { keepHeapSmall } from '../terminal/small-heap.ts'
import { print, printError, visible } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { readMarkdown, watchMarkdown } from './into-markdown.ts'

/** The options of the command that matter here. */
export interface IntoOptions extends AddressFlags {
  /** The root of the site. */
  into: string
  /** `false` leaves the pages as they are, for a site that loads the box itself. */
  script?: boolean
  /** Writes the search box without an index. The source is not read. */
  boxOnly?: boolean
  /** Writes the search again after each change of the docs, until a signal to stop. */
  watch?: boolean
  config?: string
  json?: boolean
}

/** Options of the command that write to an index, and make no sense here. */
const OTHER_TARGETS = ['to', 'key', 'settings', 'accept', 'rollback', 'backend', 'opensearch'] as const

/** A folder is read once, at the speed of the disk: the limits of crawls protect servers of others. */
const LIMITS = { pages: 1_000_000, minutes: 1440 }

/** The records of a source, with sentences about them for the terminal. */
interface Found {
  records: DocRecord[]
  /** Path of the site on its host, with slashes at both ends. */
  base: string
  lines: string[]
}

/** Writes the search into a folder; returns the exit code. @throws UsageError */
export async function intoCommand(
  source: string,
  options: IntoOptions & Readonly<Record<string, unknown>>,
): Promise<number> {
  const started = performance.now()
  keepHeapSmall()
  checkOptions(source, options)
  const into = resolve(options.into)
  if (options.boxOnly) return boxCommand(into, started, options.json)
  const { records, base, lines } = await readSource(resolve(source), options)
  if (records.length === 0)
    throw new UsageError(`${displayPath(resolve(source))} has no page that can be indexed. ${lines.join(' ')}`)
  write(into, records)
  const script = `${SEARCH_FOLDER}/${SEARCH_SCRIPT}`
  const pages = options.script === false || !isFolder(into) ? undefined : withUsage(() => tagPages(into, script, base))
  const folder = join(into, SEARCH_FOLDER)
  const ms = Math.round(performance.now() - started)
  if (options.json) print(JSON.stringify({ folder, records: records.length, pages, ms }))
  else {
    for (const line of lines) print(line)
    for (const page of pages?.left ?? []) printError(`${visible(page)} is a part of a page, and has no search box.`)
    print(
      `${plural(records.length, 'record')} in ${displayPath(folder)}${pages ? `, ${pagesLine(pages)}` : ''}, in ${(ms / 1000).toFixed(1)} s.`,
    )
  }
  if (options.watch) {
    const rewrite = (changed: readonly DocRecord[]): void => {
      write(into, changed)
      print(`${plural(changed.length, 'record')} in ${displayPath(folder)}.`)
    }
    await watchMarkdown(resolve(source), options, { records, write: rewrite })
  }
  return 0
}

/** @throws UsageError for options and a source that `--into` cannot have. */
function checkOptions(source: string, options: IntoOptions & Readonly<Record<string, unknown>>): void {
  for (const name of OTHER_TARGETS)
    if (options[name] !== undefined)
      throw new UsageError(`--into writes files, so --${name} has no meaning with it: leave one of them out.`)
  if (isAddress(source) || !isFolder(resolve(source)))
    throw new UsageError(`--into needs a folder of built pages or of Markdown, and "${source}" is none.`)
  if (options.watch && hasMostlyPages(resolve(source)))
    throw new UsageError(`--watch reads a folder of Markdown, and "${source}" is a built site: leave it out.`)
}

/** Writes the search box alone; the pages load it themselves, with the options of their server. */
function boxCommand(into: string, started: number, isJson = false): number {
  writeFiles({ into, languages: [], versions: [] })
  const folder = join(into, SEARCH_FOLDER)
  const ms = Math.round(performance.now() - started)
  print(isJson ? JSON.stringify({ folder, records: 0, ms }) : `The search box is in ${displayPath(folder)}.`)
  return 0
}

const pagesLine = ({ tagged, unchanged }: { tagged: number; unchanged: number }): string =>
  `the search box in ${plural(tagged + unchanged, 'page')} (${tagged} changed)`

async function readSource(folder: string, options: IntoOptions): Promise<Found> {
  const { base } = options
  const found = publishedAt(folder, pagesBelow(folder))
  const address = options.siteUrl ?? (base === undefined ? found : new URL(base, found).href)
  // A site whose pages are all below /docs/ has none at its root.
  if (!hasMostlyPages(folder)) return { records: await readMarkdown(folder, options), base: '/', lines: [] }
  return readBuilt({ kind: 'folder', folder, url: readAddress(address).href }, options)
}

/** The records of a built site, with addresses below its root. */
async function readBuilt(
  source: { kind: 'folder'; folder: string; url: string },
  { config, urlSuffix }: IntoOptions,
): Promise<Found> {
  if (urlSuffix === '.html')
    throw new UsageError('--url-suffix .html is for a folder of Markdown: the files of a built site have their names.')
  const { title } = await readConfig(source.folder, config)
  const place = mkdtempSync(join(tmpdir(), 'docent-into-'))
  try {
    const reading = title === undefined ? {} : { siteName: title }
    const result = await crawl({ source, store: join(place, 'store.db'), version, reading, limits: LIMITS })
    try {
      const root = source.url.endsWith('/') ? source.url : `${source.url}/`
      const records = withSiteName(
        Array.from(result.candidate.records(), (record) => belowRoot(record, root, urlSuffix)),
      )
      const lines = [
        ...countLines(result.counts, result.changes),
        ...result.notes.map(visible),
        ...failureLines(result.verdicts()),
      ]
      return { records, base: new URL(root).pathname, lines }
    } finally {
      result.close()
    }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** The records with the title of the first page in place of the host that the site is read at, which the crawl takes for a name. */
function withSiteName(records: DocRecord[]): DocRecord[] {
  const home = records.find((record) => record.url_without_anchor === '/')
  const name = home?.hierarchy.lvl1 ?? 'Documentation'
  const host = new URL(UNKNOWN).hostname
  return records.map((record) =>
    record.hierarchy.lvl0 === host ? { ...record, hierarchy: { ...record.hierarchy, lvl0: name } } : record,
  )
}

/**
 * A record whose addresses are those of Docent's own sites: root-relative, without the base.
 * @param urlSuffix `none` for a site whose host refuses the last slash of a folder's address.
 */
function belowRoot(record: DocRecord, root: string, urlSuffix: string | undefined): DocRecord {
  const home = root.slice(0, -1)
  function path(url: string): string {
    if (url.startsWith(root))
      return urlSuffix === 'none' ? withoutSlash(url.slice(home.length)) : url.slice(home.length)
    // A link to the home page may lack the slash: "/docs#install".
    return url === home || url.startsWith(`${home}#`) ? `/${url.slice(home.length)}` : url
  }
  return { ...record, url: path(record.url), url_without_anchor: path(record.url_without_anchor) }
}

/** "/guide/#install" as "/guide#install"; the root keeps its slash. */
function withoutSlash(url: string): string {
  const [path = '', ...anchor] = url.split('#')
  return [path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path, ...anchor].join('#')
}

function write(into: string, records: readonly DocRecord[]): void {
  const values = (read: (record: DocRecord) => string | undefined): string[] =>
    [...new Set(records.flatMap((record) => read(record) ?? []))].sort()
  const place = mkdtempSync(join(tmpdir(), 'docent-into-'))
  try {
    writeFiles({
      into,
      index: {
        ...makeStaticIndex(place, version, [{ file: '', key: '', make: () => [...records] }]),
        settings: DOCS_SETTINGS,
      },
      languages: values(({ lang }) => lang),
      versions: values((record) => record.version),
    })
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

function writeFiles(search: StaticSearch): void {
  withUsage(() => writeStaticSearch(search))
}

/** An unusable path of the output is a fault of the arguments. */
function withUsage<T>(write: () => T): T {
  try {
    return write()
  } catch (error) {
    throw error instanceof OutputError ? new UsageError(error.message) : error
  }
}
