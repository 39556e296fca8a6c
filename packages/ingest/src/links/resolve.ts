/**
 * Resolves links. Authors write them in the form of their generator: to the file (`../b.md`) or to the URL (`/guide/b`,
 * `../b/`), with or without extension, relative to the file's folder or to the page's URL. All forms are accepted; a
 * page has precedence over a file.
 */
import { dirname, join, relative } from 'node:path'
import { decodeOnce, fileIn, isWithin, type ReadArea, type Refusal, segmentsBelow } from '../folder/below-root.ts'
import { labelKey } from '../markdown/myst/label.ts'
import { fileUrl } from '../folder/page-url.ts'

/** Targets of links, built once for each reading. */
export interface LinkMap {
  /** The pages' URLs, by URL in lower case without a trailing slash. */
  pages: Map<string, string>
  /** Ids of each page, by its URL. */
  ids: Map<string, Set<string>>
  /** For each page, its ids by those of other generators. */
  aliases: Map<string, Map<string, string>>
  /** Absolute paths of files that are no pages, by decoded path on the site. */
  files: Map<string, string>
  /** Prefixes of links with a leading slash, and the prefix of URLs that replaces each: `/docs` and an empty text. */
  prefixes: readonly (readonly [written: string, url: string])[]
  /** Targets of labels that all pages may name (Sphinx, MyST), by `labelKey`; their addresses. */
  labels: Map<string, string>
  /** Titles of links without a text, by the address of their target; empty for generators without such links. */
  titles: Map<string, string>
  area: ReadArea
  project: string
  publicFolders: string[]
}

/** The page that holds a link. */
export interface LinkPlace {
  url: string
  /** Path of its file below the root. */
  path: string
  root: { folder: string; prefix: string }
  /** The folder of its language and version in URLs: `/ja`, or empty. */
  prefix: string
}

/** Target of a link; `href` is root-relative without the base, or absolute for an external one. */
export type Resolved =
  | { kind: 'page'; href: string; anchorMissing: boolean }
  /** `path` is decoded, on the site; `file` is absolute. */
  | { kind: 'file'; href: string; path: string; file: string }
  | { kind: 'external'; href: string }
  /** `private`: the file exists but is never published. */
  | { kind: 'broken'; href: string; private: boolean }
  | { kind: 'unsafe'; href: '' }

type PageLink = Extract<Resolved, { kind: 'page' }>

/** The place of a label. */
function labelled(label: string, { labels }: LinkMap): PageLink | undefined {
  const href = labels.size === 0 ? undefined : labels.get(labelKey(decodeOnce(label)))
  return href === undefined ? undefined : { kind: 'page', href, anchorMissing: false }
}

/** Resolves the address of a link or an image. */
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
    const own = pageLink(at.url, query, hash, map)
    return (own.anchorMissing ? labelled(hash.slice(1), map) : undefined) ?? own
  }
  const clean = decodeOnce(
    path
      .replaceAll('\\', '/')
      .replace(/^@site\//, '/')
      .replace(/^~\//, '/'),
  )
  const tried = clean.startsWith('/')
    ? [
        at.root.prefix + clean,
        clean,
        `${at.prefix}${clean}`,
        ...(clean.startsWith('/docs/') ? [clean.slice(5)] : []),
        ...map.prefixes
          .filter(([written]) => `${clean}/`.startsWith(`${written}/`))
          .flatMap(([written, url]) => [url + clean.slice(written.length), at.prefix + clean.slice(written.length)]),
      ]
    : [
        `${at.root.prefix}/${at.path}/../${clean}`,
        `${decodeOnce(at.url)}/${clean}`,
        `${decodeOnce(at.url)}/../${clean}`,
      ]
  const candidates = tried.flatMap(pathOnSite)
  // A page without a translation exists in the default language.
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
  const label = labelled(path, map)
  if (label !== undefined) return label
  const beside = fileBeside(clean, at, map)
  if (typeof beside === 'object') return { kind: 'file', href: hrefOf(beside.path) + hash, ...beside }
  const href = `${hrefOf(candidates[0] ?? '/')}${query}${hash}`
  return { kind: 'broken', href, private: beside === 'private' }
}

/** Clamps `..` at the top, as browsers do. Empty where the text is no path. */
function pathOnSite(path: string): string[] {
  const segments = segmentsBelow(path, { clamp: true })
  return typeof segments === 'string' ? [] : [`/${segments.join('/')}`]
}

/** Encodes a path for a link. */
function hrefOf(path: string): string {
  return encodeURI(path).replaceAll(/[?#]/g, encodeURIComponent)
}

function findPage(path: string, map: LinkMap): string | undefined {
  const bare = path.replace(/\.html?$/i, '')
  const key = (fileUrl(bare.replace(/^\//, '').replace(/(?<!\/)\/+$/, '')) || '/').toLowerCase()
  return map.pages.get(key)
}

/** A link to a page; an anchor of another generator becomes ours. */
function pageLink(url: string, query: string, hash: string, map: LinkMap): PageLink {
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

/**
 * A file outside the roots but inside the project (`../../assets/a.png`), with a path of its own on the site; else the
 * reason why there is none.
 */
function fileBeside(clean: string, at: LinkPlace, map: LinkMap): { path: string; file: string } | Refusal {
  const folders = clean.startsWith('/') ? map.publicFolders : [dirname(join(at.root.folder, at.path))]
  let reason: Refusal = 'missing'
  for (const folder of folders) {
    const found = fileIn(map.area, folder, clean.replace(/^\/+/, ''))
    if (typeof found === 'string') {
      if (reason !== 'private') reason = found
      continue
    }
    if (clean.startsWith('/')) return { path: clean, file: found.path }
    if (!isWithin(map.project, found.path)) continue
    const inProject = relative(map.project, found.path).replaceAll('\\', '/')
    return { path: `/_docent/files/${inProject}`, file: found.path }
  }
  return reason
}
