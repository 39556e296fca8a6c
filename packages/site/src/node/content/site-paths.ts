/**
 * The paths of a site, the same for a server and for a static site: pages, files of the docs, files for programs, the
 * search page, old addresses. Of two paths that collide (as files, one would be at the path of the other) the first in this order is kept.
 */
import type { Page } from '@docent/ingest'
import { pathKey, RESERVED } from '../../shared/paths.ts'

/** The paths of the files for programs that exist once in a site, without the base. */
const SITE_FILES = ['/llms.txt', '/llms-full.txt', '/sitemap.xml', '/robots.txt'] as const

/** Files that every static site contains; the docs cannot replace them. */
const OWN_FILES = ['/404.html', '/.nojekyll', '/.docent-site']

/** Path of the files outside the docs folder that a page refers to; ingest assigns it. */
const LINKED_FILES = `${RESERVED}/files/`

/** The pages, files and old addresses of a site, by path key. */
export interface SiteFiles {
  pages: Map<string, Page>
  /** Absolute paths. */
  assets: Map<string, string>
  redirects: Map<string, string>
  /** Paths of the files for programs, with the page of a Markdown file; `undefined` for `SITE_FILES`. */
  machine: Map<string, Page | undefined>
  /** Pages, files and old addresses that are left out, one sentence each. */
  conflicts: string[]
}

/** Assigns all paths. @param configured old paths with their targets, which precede those that pages declare. */
export function siteFiles(
  pages: readonly Page[],
  assets: readonly { url: string; path: string }[],
  configured: Readonly<Record<string, string>>,
): SiteFiles {
  const result: SiteFiles = {
    pages: new Map(),
    assets: new Map(),
    redirects: new Map(),
    machine: new Map(),
    conflicts: [],
  }
  const claim = claims()
  const keep = (key: string, what: string, file = key): boolean => {
    const other = claim(key, file)
    if (other !== undefined) result.conflicts.push(`${what} is left out, because ${other} takes that path.`)
    return other === undefined
  }
  for (const page of pages) {
    const key = pathKey(page.url)
    if (keep(key, `The page ${page.file}`, indexOf(key))) result.pages.set(key, page)
  }
  for (const { url, path } of assets) {
    const key = pathKey(url)
    if (keep(key, `The file ${key}`)) result.assets.set(key, path)
  }
  const markdown = Array.from(result.pages.values(), (page) => [pathKey(markdownPath(page)), page] as const)
  for (const [file, page] of [...SITE_FILES.map((file) => [file, undefined] as const), ...markdown])
    if (claim(file, file) === undefined) result.machine.set(file, page)
  claim('/search', indexOf('/search'))
  const old = [
    ...Object.entries(configured),
    ...pages.flatMap(({ url, aliases = [] }) => aliases.map((path): [string, string] => [path, url])),
  ]
  for (const [from, to] of old) {
    const key = pathKey(from)
    if (!result.redirects.has(key) && keep(key, `The old address ${key}`, indexOf(key))) result.redirects.set(key, to)
  }
  return result
}

/** The file of a page in a static site. */
export function indexOf(key: string): string {
  return `${key === '/' ? '' : key}/index.html`
}

/**
 * The path of a page's Markdown. A folder's own page keeps its `index.md`, so that relative links in it stay right.
 */
export function markdownPath({ url, file }: Pick<Page, 'url' | 'file'>): string {
  const isFolder = url === '/' || /(?:^|\/)(?:index|readme)\.\w+$/i.test(file)
  return isFolder ? `${url.replace(/\/$/, '')}/index.md` : `${url}.md`
}

/** Returns a function that claims a key and its file, or returns the path that has been claimed before. */
function claims(): (key: string, file: string) => string | undefined {
  const keys = new Set<string>()
  const files = new Set(OWN_FILES)
  const folders = new Set([`${RESERVED}`])
  return (key, file) => {
    const around = foldersOf(file)
    const isReserved = file.startsWith(`${RESERVED}/`) && !file.startsWith(LINKED_FILES)
    const taken = isReserved
      ? RESERVED
      : [key, file, ...around].find((one, index) => (index === 0 ? keys : files).has(one))
    if (taken !== undefined) return taken
    if (folders.has(file)) return `the folder ${file}`
    keys.add(key)
    files.add(file)
    for (const folder of around) folders.add(folder)
    return undefined
  }
}

/** The folders above a file, without the root. */
function foldersOf(file: string): string[] {
  const folders: string[] = []
  for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) folders.push(file.slice(0, end))
  return folders
}
