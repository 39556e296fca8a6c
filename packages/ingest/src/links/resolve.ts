/**
 * Where a link leads. Authors write links as their generator wants them: to the file (`../b.md`), to the URL (`/guide/b`,
 * `../b/`), with or without ending, relative to the file's folder or to the page's URL. Whatever finds a page is right;
 * a page wins over a file.
 */
import { existsSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileUrl } from '../folder/page-url.ts'

/** What links are resolved against: made once for each reading. */
export interface LinkMap {
  /** URL in lower case, without the last slash, to the page's URL. */
  pages: Map<string, string>
  /** Ids of each page, by its URL. */
  ids: Map<string, Set<string>>
  /** Of each page: ids of other generators, to its own. */
  aliases: Map<string, Map<string, string>>
  /** Files that are no pages, by URL: absolute paths. */
  files: Map<string, string>
  /** Whatever is linked or shown and lies in the project but not in a root is added here. */
  linked: Map<string, string>
  project: string
  roots: { folder: string; prefix: string }[]
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
  | { kind: 'file'; href: string }
  | { kind: 'external'; href: string }
  | { kind: 'broken'; href: string }
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
  const clean = decode(
    path
      .replaceAll('\\', '/')
      .replace(/^@site\//, '/')
      .replace(/^~\//, '/'),
  )
  const candidates = clean.startsWith('/')
    ? [at.root.prefix + clean, clean, `${at.prefix}${clean}`, ...(clean.startsWith('/docs/') ? [clean.slice(5)] : [])]
    : [
        normalise(`${at.root.prefix}/${at.path}/../${clean}`),
        normalise(`${at.url}/${clean}`),
        normalise(`${at.url}/../${clean}`),
      ]
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
    if (map.files.has(candidate)) return { kind: 'file', href: encodeURI(candidate) + hash }
  }
  const beside = fileBeside(clean, at, map)
  if (beside !== undefined) return { kind: 'file', href: encodeURI(beside) }
  return { kind: 'broken', href: `${candidates[0] ?? clean}${query}${hash}` }
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
  const id = decode(hash.slice(1))
  if (ids?.has(id) === true || ids?.has(hash.slice(1)) === true)
    return { kind: 'page', href: whole(hash), anchorMissing: false }
  const alias = map.aliases.get(url)?.get(id.normalize('NFKD'))
  return alias === undefined
    ? { kind: 'page', href: whole(hash), anchorMissing: true }
    : { kind: 'page', href: whole(`#${alias}`), anchorMissing: false }
}

/** A file outside the roots but inside the project (`../../assets/a.png`), under a URL of its own. */
function fileBeside(path: string, at: LinkPlace, map: LinkMap): string | undefined {
  const below = path.startsWith('/')
    ? map.publicFolders.map((folder) => join(folder, path))
    : [resolve(at.root.folder, at.path, '..', path)]
  for (const file of below) {
    const inProject = relative(map.project, file).replaceAll('\\', '/')
    if (
      inProject.startsWith('..') ||
      inProject.split('/').some((part) => part.startsWith('.') || part === 'node_modules')
    )
      continue
    if (!existsSync(file) || !statSync(file).isFile()) continue
    const url = path.startsWith('/') ? path : `/_docent/files/${inProject}`
    map.linked.set(url, file)
    return url
  }
  return undefined
}

function normalise(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return `/${parts.join('/')}`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
