/** The files of a built site answer requests as a static host would, without a server. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { decodeOnce, encodePath, fileIn, isPrivate, readArea, type ReadArea } from '@docent/ingest/below-root'
import type { Fetcher } from './fetcher.ts'
import type { Outcome } from './outcome.ts'

/** Media types of the files that a crawl reads, and of those that its pages need in the browser. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html'],
  ['.htm', 'text/html'],
  ['.xhtml', 'application/xhtml+xml'],
  ['.xml', 'application/xml'],
  ['.txt', 'text/plain'],
  ['.md', 'text/markdown'],
  ['.js', 'text/javascript'],
  ['.mjs', 'text/javascript'],
  ['.css', 'text/css'],
  ['.json', 'application/json'],
])

/** Pages of static hosts for missing addresses, also those of a language: `404.html`, `de/404/index.html`, and that of dartdoc. */
const NOT_FOUND = /^(?:[a-z]{2}(?:-[a-z]{2,4})?\/)?(?:404|__404error)(?:\/index)?\.html?$/i

/**
 * Answers from a folder. @param folder absolute path. @param root address at which it is published, with a final slash.
 * @param bytes ceiling on one file.
 */
export function folderFetcher(folder: string, root: string, bytes: number): Fetcher {
  const area = readArea([folder], [])
  const reached = new Set<string>()
  const answer = (url: string, stamp: string | undefined, pages: boolean): Outcome => {
    const name = nameOf(url, root)
    const file = name === undefined ? undefined : find(area, folder, name)
    if (file === undefined) return { kind: 'skipped', reason: 'gone', detail: 'the folder has no such file' }
    if (file.redirect) return { kind: 'redirect', to: `${url.split('?', 1).join('')}/`, status: 301 }
    reached.add(file.path)
    const type = TYPES.get(extname(file.path).toLowerCase()) ?? ''
    if (pages && !type.endsWith('html') && !type.endsWith('html+xml')) {
      return { kind: 'skipped', reason: 'not-html', detail: extname(file.path) }
    }
    if (stamp === file.stamp) return { kind: 'unchanged' }
    const { size } = statSync(file.path)
    if (size > bytes) {
      return { kind: 'failed', reason: 'too-large', detail: `it has ${size} bytes, more than ${bytes}`, again: false }
    }
    return { kind: 'received', body: readFileSync(file.path), type, charset: '', modified: file.stamp, robots: [] }
  }
  return {
    page: async ({ url, modified }) => answer(url, modified, true),
    file: async (url) => answer(url, undefined, false),
    isPrivate: () => true,
    unreached: () =>
      pagesBelow(folder)
        .filter((name) => !reached.has(join(area.roots[0] ?? folder, name)))
        .map((name) => root + encodePath(name.split(sep).join('/')).replace(/(^|\/)index\.html$/, '$1')),
    close: async () => undefined,
  }
}

/** The name below the folder that an address means; none for an address outside the published one. */
function nameOf(url: string, root: string): string | undefined {
  const path = url.split(/[?#]/, 1).join('')
  if (`${path}/` === root) return '/'
  return path.startsWith(root) ? `/${path.slice(root.length)}` : undefined
}

/** A file of the folder, or a folder with an index page whose address lacks the final slash. */
interface FoundFile {
  path: string
  stamp: string
  redirect: boolean
}

function find(area: ReadArea, folder: string, name: string): FoundFile | undefined {
  const read = (suffix: string, redirect = false): FoundFile | undefined => {
    const found = fileIn(area, folder, decodeOnce(name) + suffix, { clamp: true })
    return typeof found === 'string' ? undefined : { ...found, redirect }
  }
  if (name.endsWith('/')) return read('index.html')
  return read('') ?? read('.html') ?? read('/index.html', true)
}

/** The HTML files below a folder, in order, except private ones and the page for missing addresses. */
function pagesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => /\.x?html?$/i.test(name) && !NOT_FOUND.test(name.split(sep).join('/')) && !isPrivate(name.split(sep)),
    )
    .sort()
}
