/**
 * Where a link leads. Authors write links as their generator wants them: to the file (`../b.md`), to the URL (`/guide/b`,
 * `../b/`), with or without ending, relative to the file's folder or to the page's URL. Whatever finds a page is right;
 * a page wins over a file.
 */
import { dirname, join, relative } from 'node:path'
import { decodeOnce, fileIn, isWithin, type ReadArea, type Refusal, segmentsBelow } from '../folder/below-root.ts'
import { fileUrl } from '../folder/page-url.ts'

/** What links are resolved against: made once for each reading. */
export interface LinkMap {
  /** URL in lower case, without the last slash, to the page's URL. */
  pages: Map<string, string>
  /** Ids of each page, by its URL. */
  ids: Map<string, Set<string>>
  /** Of each page: ids of other generators, to its own. */
  aliases: Map<string, Map<string, string>>
  /** Files that are no pages, by path on the site (decoded): absolute paths. */
  files: Map<string, string>
  area: ReadArea
  project: string
  publicFolders: string[]
}

/** The page that a link stands on. */
export interface LinkPlace {
  url: string
  /** Of the file, below its root. */
  path: string
  root: { folder: string; prefix: string }
  /** The folder of its language and version in URLs: `/ja`, or empty. */
  prefix: string
}

/** Where a link leads; `href` is root-relative without the base, or absolute for an external one. */
export type Resolved =
  | { kind: 'page'; href: string; anchorMissing: boolean }
  /** `path` is the file's on the site, decoded; `file` is absolute. */
  | { kind: 'file'; href: string; path: string; file: string }
  | { kind: 'external'; href: string }
  /** `private` is a file that is there and never published. */
  | { kind: 'broken'; href: string; private: boolean }
  | { kind: 'unsafe'; href: '' }

/** Resolves a link or an image's address. */
export function resolveLink(target: string, at: LinkPlace, map: LinkMap): Resolved {
  const url = target.trim()
  if (
    /^(?:https?:)?\/\//i.test(url) ||
    /^(?:mailto|tel|sms|ftp|irc|vscode|matrix|data:image\/(?:png|gif|jpeg|webp|svg\+xml)[;,]).*/i.test(url)
  ) {
    return { kind: 'external', href: url }
  }
  if (/^[a-z][a-z0-9+.-]*:/i.test(url.replaceAll(/[\s\p{Cc}]/gu, ''))) return { kind: 'unsafe', href: '' }
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(url) ?? []
  if (path === '') {
    return pageLink(at.url, query, hash, map)
  }
  const clean = decodeOnce(
    path
      .replaceAll('\\', '/')
      .replace(/^@site\//, '/')
      .replace(/^~\//, '/'),
  )
  const tried = clean.startsWith('/')
    ? [at.root.prefix + clean, clean, `${at.prefix}${clean}`, ...(clean.startsWith('/docs/') ? [clean.slice(5)] : [])]
    : [
        `${at.root.prefix}/${at.path}/../${clean}`,
        `${decodeOnce(at.url)}/${clean}`,
        `${decodeOnce(at.url)}/../${clean}`,
      ]
  const candidates = tried.flatMap(pathOnSite)
  // A page that is not translated is there in the default language.
  const untranslated =
    at.prefix === ''
      ? []
      : candidates.filter((path) => path.startsWith(`${at.prefix}/`)).map((path) => path.slice(at.prefix.length))
  for (const candidate of [...candidates, ...untranslated]) {
    const page = findPage(candidate, map)
    if (page !== undefined) return pageLink(page, query, hash, map)
  }
  for (const candidate of candidates) {
    const file = map.files.get(candidate)
    if (file !== undefined) return { kind: 'file', href: hrefOf(candidate) + hash, path: candidate, file }
  }
  const beside = fileBeside(clean, at, map)
  if (typeof beside === 'object') return { kind: 'file', href: hrefOf(beside.path) + hash, ...beside }
  const href = `${hrefOf(candidates[0] ?? '/')}${query}${hash}`
  return { kind: 'broken', href, private: beside === 'private' }
}

/** As browsers do it: `..` at the top stays there. None where it is no path. */
function pathOnSite(path: string): string[] {
  const segments = segmentsBelow(path, { clamp: true })
  return typeof segments === 'string' ? [] : [`/${segments.join('/')}`]
}

/** A path as a link has it: encoded. */
function hrefOf(path: string): string {
  return encodeURI(path).replaceAll(/[?#]/g, encodeURIComponent)
}

function findPage(path: string, map: LinkMap): string | undefined {
  const bare = path.replace(/\.html?$/i, '')
  const key = (fileUrl(bare.replace(/^\//, '').replace(/(?<!\/)\/+$/, '')) || '/').toLowerCase()
  return map.pages.get(key)
}

/** A link to a page, its anchor in our spelling where it was another generator's. */
function pageLink(url: string, query: string, hash: string, map: LinkMap): Resolved {
  const whole = (anchor: string): string => `${url}${query}${anchor}`
  if (hash === '' || hash === '#' || hash === '#top' || hash.startsWith('#:~:'))
    return { kind: 'page', href: whole(hash), anchorMissing: false }
  const ids = map.ids.get(url)
  const id = decodeOnce(hash.slice(1))
  if (ids?.has(id) === true || ids?.has(hash.slice(1)) === true)
    return { kind: 'page', href: whole(hash), anchorMissing: false }
  const alias = map.aliases.get(url)?.get(id.normalize('NFKD'))
  return alias === undefined
    ? { kind: 'page', href: whole(hash), anchorMissing: true }
    : { kind: 'page', href: whole(`#${alias}`), anchorMissing: false }
}

/** A file outside the roots but inside the project (`../../assets/a.png`), under a path of its own; else why there is none. */
function fileBeside(clean: string, at: LinkPlace, map: LinkMap): { path: string; file: string } | Refusal {
  const folders = clean.startsWith('/') ? map.publicFolders : [dirname(join(at.root.folder, at.path))]
  let why: Refusal = 'missing'
  for (const folder of folders) {
    const found = fileIn(map.area, folder, clean.replace(/^\/+/, ''))
    if (typeof found === 'string') {
      if (why !== 'private') why = found
      continue
    }
    if (clean.startsWith('/')) return { path: clean, file: found.path }
    if (!isWithin(map.project, found.path)) continue
    const inProject = relative(map.project, found.path).replaceAll('\\', '/')
    return { path: `/_docent/files/${inProject}`, file: found.path }
  }
  return why
}
