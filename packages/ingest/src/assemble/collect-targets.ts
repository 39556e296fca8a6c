/** Collects the targets of all links of a site. */
import { dirname, join } from 'node:path'
import type { FileEntry } from '../folder/list-files.ts'
import type { Root, Site } from '../folder/site.ts'
import { decodeOnce, encodePath, isFolder, isWithin } from '../folder/below-root.ts'
import { fileUrl, joinUrl, wholeUrl } from '../folder/page-url.ts'
import { ALL_PAGES, type LinkMap } from '../links/link-map.ts'
import { programPages } from '../links/program-pages.ts'
import { nameKey } from '../links/resolve.ts'
import { REFERENCE } from '../markdown/autoref.ts'
import { UID } from '../markdown/uid-links.ts'
import { looseAnchor } from '../markdown/slug.ts'
import { WIKI } from '../markdown/wiki-links.ts'
import { labelKey } from '../markdown/myst/label.ts'
import type { PlacedPage } from '../parsed/placed-page.ts'
import type { ReadOptions } from '../result/page.ts'
import { latestVersions } from './latest-versions.ts'
import { sharedPrefixes } from './shared-prefix.ts'

/** Files of a reading. */
interface Files {
  site: Site
  files: { root: Root; entry: FileEntry }[]
  /** Files of the folders that are published unchanged. */
  publicFiles: FileEntry[]
  options: ReadOptions
}

/** The targets of links of all pages. */
export function linkMap({ site, files, publicFiles, options }: Files, placed: PlacedPage[]): LinkMap {
  const map: LinkMap = {
    pages: new Map(),
    spellings: new Set(),
    old: new Set(),
    pageFiles: new Map(),
    ids: new Map(),
    looseIds: new Map(),
    tops: new Map(),
    files: new Map(),
    looseFiles: new Map(),
    filePaths: new Map(),
    labels: new Map(),
    titles: new Map(),
    names: site.generator.kind === 'hugo' ? namesOf(placed) : new Map(),
    notes: new Map(),
    isVault: [site.folder, site.project].some((folder) => isFolder(join(folder, '.obsidian'))),
    folders: new Map(),
    resources: new Map(),
    programs: programPages(site),
    area: site.area,
    project: site.project,
    publicFolders: site.publicFolders,
    aliases: site.aliases,
    prefixes: prefixesOf(site, options.base),
    languages: languagesOf(site),
  }
  const addPage = (key: string, url: string): void => {
    map.pages.set(key.toLowerCase(), url)
    map.spellings.add(key)
  }
  for (const { page, parsed, path, root, absolute } of placed) {
    addPage(joinUrl(root.prefix, fileUrl(path)), page.url)
    if (!map.pageFiles.has(absolute)) map.pageFiles.set(absolute, page.url)
    map.ids.set(page.url, parsed.ids)
    map.looseIds.set(page.url, parsed.looseIds)
    map.tops.set(page.url, looseAnchor(page.title))
  }
  for (const { page, path, root } of placed) {
    addPage(page.url, page.url)
    // Another page has the address of this one's folder, so only the name of its file leads here.
    const isIndex = wholeUrl(path) !== fileUrl(path)
    if (isIndex && page.url === joinUrl(root.prefix, wholeUrl(path)))
      addPage(joinUrl(root.prefix, `/${encodePath(path)}`), page.url)
  }
  // Without a page of its own, the top of the site is a landing page.
  if (!map.pages.has('/')) addPage('/', '/')
  if (site.generator.kind === 'plain') addFolders(placed, map)
  if (site.generator.kind === 'mkdocs' || site.generator.kind === 'quarto') addReferences(placed, map)
  if (site.generator.kind === 'docfx') addUids(placed, map)
  if (site.generator.kind === 'sphinx' || site.generator.kind === 'myst') addLabels(placed, map)
  const addFile = (path: string, file: string): void => {
    map.files.set(path, file)
    map.looseFiles.set(path.toLowerCase(), path)
    map.filePaths.set(file, path)
  }
  for (const { root, entry } of files) addFile(joinUrl(decodeOnce(root.prefix), `/${entry.path}`), entry.absolute)
  for (const { path, absolute } of publicFiles) addFile(`/${path}`, absolute)
  if (site.generator.kind === 'hugo')
    map.resources = Map.groupBy(
      [...map.files.keys()].filter((path) => IMAGE.test(path)),
      (path) => path.slice(0, path.lastIndexOf('/')),
    )
  if (placed.some(({ parsed }) => parsed.links.some(({ url }) => url.startsWith(WIKI)))) addNotes(placed, map)
  const tops = ['', ...map.prefixes.flatMap(([written, url]) => (url === '' ? [written] : []))]
  const latest = latestVersions(placed.map(({ page }) => page.url)).flatMap(([written, url]) =>
    tops.map((top): [string, string] => [top + written, url]),
  )
  const known = { ...map, prefixes: [...map.prefixes, ...latest] }
  return { ...known, prefixes: [...known.prefixes, ...sharedPrefixes(placed, known)] }
}

const IMAGE = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i

/** Repositories link to folders, of which their host shows a list. */
function addFolders(placed: readonly PlacedPage[], { folders }: LinkMap): void {
  for (const { page, absolute, root } of placed)
    for (let at = dirname(absolute); isWithin(root.folder, at) && !folders.has(at); at = dirname(at)) {
      folders.set(at, page.url)
      if (at === root.folder) break
    }
}

/** Folders of the default language: its pages may be named by them, too. */
function languagesOf({ roots }: Site): string[] {
  return roots.flatMap(({ prefix, lang }) => (prefix === '' && lang !== undefined ? [`/${lang}`] : []))
}

function prefixesOf(site: Site, ownBase = ''): [written: string, url: string][] {
  const { base, aliases, roots } = site
  const bases = [...new Set([base, withoutSlash(ownBase)])].filter((one) => one !== '')
  const ofRoots = aliases.flatMap(({ prefix, folder }): [string, string][] => {
    const root = roots.find((one) => one.folder === folder)
    return root === undefined || !prefix.startsWith('/') ? [] : [[prefix, root.prefix]]
  })
  // Files beside pages may be named by the default language, which has a folder for its pages only.
  const ofDefault = site.lang === undefined ? [] : ['', ...bases].map((one) => `${one}/${site.lang}`)
  const atTop = (prefixes: string[]): [string, string][] => prefixes.map((one) => [one, ''])
  // Many sites publish their docs folder as `/docs`.
  return [...atTop([...bases, ...languagesOf(site)]), ...ofRoots, ['/docs', ''], ...atTop(ofDefault)]
}

function withoutSlash(base: string): string {
  return base.endsWith('/') ? base.slice(0, -1) : base
}

/** The pages by each end of their path that only one page has: Hugo's `ref` finds a page by its name. */
function namesOf(placed: PlacedPage[]): LinkMap['names'] {
  const byPrefix = Map.groupBy(placed, ({ prefix }) => prefix)
  return new Map([[ALL_PAGES, placed] as const, ...byPrefix].map(([prefix, members]) => [prefix, uniqueNames(members)]))
}

function uniqueNames(placed: readonly PlacedPage[]): Map<string, string> {
  const names = new Map<string, string | undefined>()
  for (const { page, inner } of placed) {
    const parts = nameKey(inner).split('/')
    for (let from = parts.length - 1; from >= 0; from--) {
      const name = parts.slice(from).join('/')
      names.set(name, names.has(name) && names.get(name) !== page.url ? undefined : page.url)
    }
  }
  return new Map([...names].flatMap(([name, url]) => (url === undefined || name === '' ? [] : [[name, url]])))
}

/** The pages and files that links of notes name, by each end of their path, and pages by the names in their `aliases`. */
function addNotes(placed: PlacedPage[], { files, notes }: LinkMap): void {
  const depth = (path: string): number => path.split('/').length
  const add = (path: string, target: { url: string } | { path: string; file: string }): void => {
    const parts = path.toLowerCase().split('/')
    for (let from = parts.length - 1; from >= 0; from--) {
      const name = parts.slice(from).join('/')
      if (name !== '' && !notes.has(name)) notes.set(name, target)
    }
  }
  const pages = placed.toSorted((a, b) => depth(a.path) - depth(b.path))
  for (const { page, path } of pages) add(path.replace(/\.\w+$/, ''), { url: page.url })
  for (const { page, parsed } of pages)
    for (const alias of [parsed.frontMatter.aliases].flat())
      if (typeof alias === 'string' && !notes.has(alias.toLowerCase()))
        notes.set(alias.toLowerCase(), { url: page.url })
  const others = [...files].toSorted(([a], [b]) => depth(a) - depth(b))
  for (const [path, file] of others) add(path.slice(1), { path, file })
}

/** The ids of all pages, for references that name a heading or an object without its page. */
function addReferences(placed: PlacedPage[], { labels, titles }: LinkMap): void {
  if (!placed.some(({ parsed }) => parsed.links.some(({ url }) => url.startsWith(`#${REFERENCE}`)))) return
  for (const { page, parsed } of placed) {
    for (const { id, text } of page.headings) titles.set(`${page.url}#${id}`, text)
    for (const { id, text } of parsed.labels.values()) if (text !== '') titles.set(`${page.url}#${id}`, text)
    const [first] = parsed.ids
    // The title of a page is none of its headings.
    if (first !== undefined && !/^(?:fig|tbl|eq|lst)-/.test(first) && !titles.has(`${page.url}#${first}`))
      titles.set(`${page.url}#${first}`, page.title)
    for (const id of parsed.ids) {
      const key = labelKey(REFERENCE + id)
      if (!labels.has(key)) labels.set(key, `${page.url}#${id}`)
    }
  }
}

/** The pages that links name by `uid`. */
function addUids(placed: PlacedPage[], { labels, titles }: LinkMap): void {
  for (const { page, parsed } of placed) {
    const { uid } = parsed.frontMatter
    if (typeof uid !== 'string') continue
    labels.set(labelKey(UID + uid), page.url)
    titles.set(page.url, page.title)
  }
}

/** The labels of all pages, and titles for links without a text. */
function addLabels(placed: PlacedPage[], { labels, titles }: LinkMap): void {
  for (const { page, parsed } of placed) {
    titles.set(page.url, page.title)
    for (const { id, text } of page.headings) titles.set(`${page.url}#${id}`, text)
    for (const [, { id, text }] of parsed.labels) if (text !== '') titles.set(`${page.url}#${id}`, text)
  }
  // Terms have any name, so other labels have precedence.
  for (const isTerm of [false, true]) {
    for (const { page, parsed } of placed)
      for (const [label, { id }] of parsed.labels)
        if (id.startsWith('term-') === isTerm && !labels.has(label)) labels.set(label, `${page.url}#${id}`)
  }
}
