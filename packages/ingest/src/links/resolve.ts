/**
 * Resolves links. Authors write them in the form of their generator: to the file (`../b.md`) or to the URL (`/guide/b`,
 * `../b/`), with or without extension, relative to the file's folder or to the page's URL. All forms are accepted; a
 * page has precedence over a file.
 */
import { decodeOnce, encodePath, segmentsBelow } from '../folder/below-root.ts'
import { WIKI } from '../markdown/wiki-links.ts'
import { labelKey } from '../markdown/myst/label.ts'
import { fileUrl } from '../folder/page-url.ts'
import { looseAnchor } from '../markdown/slug.ts'
import { ALL_PAGES, type LinkMap, type LinkPlace } from './link-map.ts'
import { targetOnDisk } from './target-on-disk.ts'

/** Target of a link; `href` is root-relative without the base, or absolute for an external one. */
export type Resolved =
  /** `spelling`: the address on the site, where the link has another case. */
  | { kind: 'page'; href: string; anchorMissing: boolean; spelling?: string }
  /** `path` is decoded, on the site; `file` is absolute. */
  | { kind: 'file'; href: string; path: string; file: string; spelling?: string }
  | { kind: 'external'; href: string }
  /** A file that the site makes, or that its host has beside it. */
  | { kind: 'made'; href: string }
  /** `private`: the file exists but is never published. */
  | { kind: 'broken'; href: string; private: boolean }
  | { kind: 'unsafe'; href: '' }

/** Files that every site makes for programs, without the base. */
const MADE = new Set(['/llms.txt', '/llms-full.txt', '/sitemap.xml', '/robots.txt'])

type PageLink = Extract<Resolved, { kind: 'page' }>

/** The place of a label. */
function labelled(label: string, { labels }: LinkMap): PageLink | undefined {
  const href = labels.size === 0 ? undefined : labels.get(labelKey(decodeOnce(label)))
  return href === undefined ? undefined : { kind: 'page', href, anchorMissing: false }
}

/** Resolves the address of a link; `resolve-image.ts` resolves those of images. */
export function resolveLink(target: string, at: LinkPlace, map: LinkMap): Resolved {
  const url = target.trim()
  if (map.notes.size > 0 && url.startsWith(WIKI)) return noteLink(url.slice(WIKI.length), at, map)
  if (
    /^(?:https?:)?\/\//i.test(url) ||
    /^(?:(?:mailto|tel|sms|ftp|irc|xmpp|geo|vscode|vscode-insiders|vscodium|cursor|obsidian|matrix):|data:image\/(?:png|gif|jpeg|webp|svg\+xml)[;,])/i.test(
      url,
    )
  ) {
    return { kind: 'external', href: url }
  }
  // Docusaurus' protocol for files that the host has beside its pages.
  if (/^pathname:\/\/\/(?!\/)/.test(url)) {
    const path = url.slice('pathname://'.length)
    const found = resolveLink(path, at, map)
    return found.kind === 'broken' ? { kind: 'made', href: path } : found
  }
  // A label may look like an address: `howto:install`.
  if (/^[a-z][a-z0-9+.-]*:/i.test(url.replaceAll(/[\s\p{Cc}]/gu, '')))
    return labelled(url, map) ?? { kind: 'unsafe', href: '' }
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(url) ?? []
  if (path === '') {
    const own = pageLink(at.url, query, hash, map)
    const label = labelled(hash.slice(1), map)
    // The anchor of a label on this page is the place before a heading, which the label means.
    return label !== undefined && (own.anchorMissing || label.href.startsWith(`${at.url}#`)) ? label : own
  }
  const clean = decodeOnce(path).replaceAll('\\', '/')
  const linkTo = (page: FoundPage): Resolved =>
    withSpelling(inOwnLanguage(pageLink(page.url, query, hash, map), page.url, at, map), page)
  const candidates: string[] = []
  let old: FoundPage | undefined
  for (const candidate of candidatesOf(clean, at, map)) {
    const page = findPage(candidate, map)
    if (page !== undefined && !page.isOld) return linkTo(page)
    old ??= page
    candidates.push(candidate)
  }
  // The address that a page has now counts before one that another page had.
  if (old !== undefined) return linkTo(old)
  for (const candidate of candidates) {
    const file = map.files.get(candidate)
    if (file !== undefined) return { kind: 'file', href: hrefOf(candidate) + hash, path: candidate, file }
  }
  const name = nameKey(clean)
  const pageNamed = (prefix: string): string | undefined => map.names.get(prefix)?.get(name)
  const named = pageNamed(at.prefix) ?? pageNamed('') ?? pageNamed(ALL_PAGES)
  if (named !== undefined) return pageLink(named, query, hash, map)
  const label = labelled(path, map)
  if (label !== undefined) return label
  const found = targetOnDisk(clean, at, map)
  if (typeof found === 'object') {
    if ('page' in found) return pageLink(found.page, query, hash, map)
    return { kind: 'file', href: hrefOf(found.path) + hash, ...found }
  }
  for (const candidate of candidates) {
    const other = map.looseFiles.get(candidate.toLowerCase())
    const file = other === undefined ? undefined : map.files.get(other)
    if (other !== undefined && file !== undefined)
      return { kind: 'file', href: hrefOf(other) + hash, path: other, file, spelling: other }
  }
  const made = candidates.find((candidate) => MADE.has(candidate))
  if (made !== undefined) return { kind: 'made', href: made + hash }
  // Notes are named without their folder in links of Markdown, too.
  const note = map.notes.size === 0 ? undefined : noteLink(clean + hash, at, map)
  if (note !== undefined && note.kind !== 'broken') return note
  const inner = belowFolders(clean, at, map)
  if (inner !== undefined) return inner.kind === 'page' ? pageLink(inner.href, query, hash, map) : inner
  const href = `${hrefOf(candidates[0] ?? '/')}${query}${hash}`
  return { kind: 'broken', href, private: found === 'private' }
}

/**
 * The target of a path from the top in a folder without a generator: the top may be that of one of several sites in it,
 * so the folders around the page are tried, the innermost first.
 */
function belowFolders(clean: string, { root, path }: LinkPlace, map: LinkMap): Resolved | undefined {
  if (map.folders.size === 0 || !clean.startsWith('/')) return undefined
  const folders = path.split('/').slice(0, -1)
  for (let depth = folders.length; depth > 0; depth--) {
    const [place] = pathOnSite(`${root.prefix}/${folders.slice(0, depth).join('/')}${clean}`)
    const page = place === undefined ? undefined : findPage(place, map)
    if (page !== undefined) return { kind: 'page', href: page.url, anchorMissing: false }
    const file = place === undefined ? undefined : map.files.get(place)
    if (place !== undefined && file !== undefined) return { kind: 'file', href: hrefOf(place), path: place, file }
  }
  return undefined
}

/** A link of notes: `Note`, `Note#Heading`, `#Heading`, `Note#^block`. */
function noteLink(target: string, at: LinkPlace, map: LinkMap): Resolved {
  const [, name = '', hash = ''] = /^([^#]*)(#.*)?$/.exec(target) ?? []
  const anchor = hash === '' ? '' : `#${encodeURIComponent(hash.slice(hash.lastIndexOf('#') + 1).replace(/^\^/, ''))}`
  const key = name
    .trim()
    .toLowerCase()
    .split('/')
    .filter((part) => !/^\.{0,2}$/.test(part))
    .join('/')
  if (name.trim() === '') return pageLink(at.url, '', anchor, map)
  // Wikis write blanks of names as hyphens in their files.
  const bare = key.replace(/\.md$/, '')
  const found = map.notes.get(bare) ?? map.notes.get(key) ?? map.notes.get(bare.replaceAll(' ', '-'))
  if (found === undefined) return { kind: 'broken', href: hrefOf(`/${key}`), private: false }
  if ('url' in found) return pageLink(found.url, '', anchor, map)
  return { kind: 'file', href: hrefOf(found.path), ...found }
}

/** Paths on the site that a decoded path may mean, the most likely ones first: mostly the first one is a page. */
function* candidatesOf(clean: string, at: LinkPlace, map: LinkMap): Generator<string> {
  const top = clean.replace(/^(?:@site|[@~])\//, '/')
  const made: string[] = []
  for (const path of top.startsWith('/') ? fromTop(top, at, map) : fromPage(clean, at)) {
    const candidates = pathOnSite(path)
    made.push(...candidates)
    yield* candidates
  }
  // A page without a translation exists in the default language.
  if (at.prefix === '') return
  for (const path of made) if (path.startsWith(`${at.prefix}/`)) yield path.slice(at.prefix.length)
}

function fromPage(path: string, at: LinkPlace): string[] {
  const url = decodeOnce(at.url)
  const asFile = `${at.root.prefix}/${at.path}/../${path}`
  const below = `${url}/${path}`
  // A path without an ending is no file: browsers resolve it.
  const isUrl = at.isFolder === true && !/\.\w+$/.test(path)
  const places = [...(isUrl ? [below, asFile] : [asFile, below]), `${url}/../${path}`]
  // The assets of a post of Hexo are in a folder of its name.
  if (!path.startsWith('.')) places.push(`${at.root.prefix}/${at.path.replace(/\.\w+$/, '')}/${path}`)
  // Docusaurus looks for a bare name of a page in the docs folder, too; all pages of docsify are shown by `index.html`,
  // from which it resolves paths.
  return /^[^.][^]*(?:\.\w+$|\/)/.test(path) ? [...places, `${at.root.prefix}/${path}`] : places
}

function fromTop(path: string, { root, prefix }: LinkPlace, { prefixes, languages }: LinkMap): string[] {
  const hasPrefix = (written: string): boolean => `${path}/`.startsWith(`${written}/`)
  const replaced = prefixes
    .filter(([written]) => hasPrefix(written))
    .map(([written, url]) => url + path.slice(written.length) || '/')
  // A link that names the default language leads to it from pages of the others too, in the same version.
  const language = languages.find(hasPrefix)
  const inDefault = language === undefined ? [] : [withoutLanguage(root) + path.slice(language.length) || '/']
  const placesOf = (one: string): string[] => [root.prefix + one, one, prefix + one]
  return [...placesOf(path), ...inDefault, ...replaced.flatMap(placesOf)]
}

/** The prefix of a root without its language at the end. */
function withoutLanguage({ prefix, lang }: LinkPlace['root']): string {
  if (lang === undefined) return prefix
  const end = `/${lang}`
  return prefix.toLowerCase().endsWith(end.toLowerCase()) ? prefix.slice(0, -end.length) : prefix
}

function withSpelling(link: PageLink, { spelling }: { spelling: string | undefined }): PageLink {
  return spelling === undefined ? link : { ...link, spelling }
}

/** The form in which names of pages are compared: without extension, `_index` and slashes at the ends, in lower case. */
export function nameKey(path: string): string {
  return path
    .replace(/\.(?:md|markdown|html?)$/i, '')
    .replace(/(?:^|\/)_?index$/i, '')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .join('/')
    .toLowerCase()
}

/** Clamps `..` at the top, as browsers do. Empty where the text is no path. */
function pathOnSite(path: string): string[] {
  const segments = segmentsBelow(path, { clamp: true })
  return typeof segments === 'string' ? [] : [`/${segments.join('/')}`]
}

/** Encodes a path for a link. */
export function hrefOf(path: string): string {
  return encodeURI(path).replaceAll(/[?#]/g, encodeURIComponent)
}

/**
 * A link to a heading that only the translation of the page in the language of the link has: authors copy addresses
 * without a language, and translate the anchor.
 */
function inOwnLanguage(link: PageLink, url: string, { prefix }: LinkPlace, map: LinkMap): PageLink {
  if (!link.anchorMissing || prefix === '') return link
  const hash = link.href.slice(link.href.indexOf('#'))
  // Another part of the site has the language without the folder of this part: `/blog/fr`, `/fr`.
  const own = [prefix, prefix.slice(prefix.lastIndexOf('/'))].map((one) => one + url).filter((one) => map.ids.has(one))
  return own.map((one) => pageLink(one, '', hash, map)).find(({ anchorMissing }) => !anchorMissing) ?? link
}

interface FoundPage {
  url: string
  /** Its URL where the path has another case. */
  spelling: string | undefined
  /** Whether the path is an old address. */
  isOld: boolean
}

/** A page by a path on the site. */
function findPage(path: string, map: LinkMap): FoundPage | undefined {
  const bare = path.replace(/\.html?$/i, '').replace(/(?<!\/)\/+$/, '')
  // A page may be named `readme` and be no index: `/guide/readme` beside `/guide`.
  // An old address may have an ending.
  for (const key of [encodePath(bare), fileUrl(bare.replace(/^\//, '')) || '/', encodePath(path)]) {
    const url = map.pages.get(key.toLowerCase())
    if (url !== undefined)
      return { url, spelling: map.spellings.has(key) ? undefined : url, isOld: map.old.has(key.toLowerCase()) }
  }
  return undefined
}

/** A link to a page; an anchor in the form of another generator, or with another case, becomes ours. */
function pageLink(url: string, query: string, hash: string, map: LinkMap): PageLink {
  const whole = (anchor: string): string => `${url}${query}${anchor}`
  if (hash === '' || hash === '#' || hash === '#_' || hash === '#top' || hash.startsWith('#:~:'))
    return { kind: 'page', href: whole(hash), anchorMissing: false }
  const ids = map.ids.get(url)
  const id = decodeOnce(hash.slice(1))
  if (ids?.has(id) === true || ids?.has(hash.slice(1)) === true)
    return { kind: 'page', href: whole(hash), anchorMissing: false }
  const loose = looseAnchor(id)
  const alias = map.looseIds.get(url)?.get(loose)
  if (alias !== undefined) return { kind: 'page', href: whole(`#${alias}`), anchorMissing: false }
  return { kind: 'page', href: whole(hash), anchorMissing: loose === '' || map.tops.get(url) !== loose }
}
