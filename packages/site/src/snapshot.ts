/**
 * Everything that is derived from one `SiteContent`: look-up by path, places in the navigation, the build's name.
 * Immutable; a change of the docs makes a new snapshot.
 */
import { createHash } from 'node:crypto'
import type { Navigation, Page } from '@docent/ingest'
import type { Appearance } from './appearance.ts'
import { joinBase } from './article-links.ts'
import type { SearchConnection, SiteContent } from './content.ts'
import type { Alternate, NavigationFile, PageData, PageKind, PageView, SiteInfo, Tagged } from './page-data.ts'
import { type DiagramFrame, makeDiagramFrame } from './diagram-frame.ts'
import { markdownPath } from './machine-files.ts'
import { pathKey, RESERVED } from './paths.ts'
import { placePages, type Place } from './reading-order.ts'
import { collectTags, tagsUrl, type Tag, type Tags } from './tags.ts'
import { wordsFor } from './words.ts'

/** What stays the same from one content to the next. */
export interface SnapshotOptions {
  search: SearchConnection
  /** Normalised: empty, or with a slash in front and none behind. */
  base: string
  live: boolean
  /** The name of the browser code that is served: a new one is a new build. */
  clientStamp: string
  /** For diagrams: the name of the page's module, and the frame's script. */
  diagramScripts: { page: string; frame: Uint8Array | undefined }
  /**
   * For a site of files: the build is named by the browser code and the settings alone, so that a change of one page
   * changes no other file. A server's build has a new name with every change, which tells browsers that there is one.
   */
  files?: boolean
  appearance: Appearance
  /** Name of the site's own style sheet. */
  styleSheet?: string
  /** The public address, without a slash at the end. */
  siteUrl?: string
  /** Old paths, and where they lead now. */
  redirects: Readonly<Record<string, string>>
  /** Where a page's source can be edited; `{file}` stands for its path. */
  editUrl?: string
}

interface NavigationEntry {
  navigation: Navigation
  hash: string
  places: Map<string, Place>
  /** The folder of its language and version in URLs: `/ja`, or empty. */
  root: string
  tags: Tags
}

/** One state of the site. */
export interface Snapshot {
  content: SiteContent
  site: SiteInfo
  pages: Map<string, Page>
  /** Asset paths on disk by path key. */
  assets: Map<string, string>
  /** URLs of pages by language, version and key: the counterparts of a page. */
  twins: Map<string, string>
  navigations: NavigationEntry[]
  /** Where old paths lead, by path key: what the configuration says comes before what pages say of themselves. */
  redirects: Map<string, string>
  /** As in `SnapshotOptions`. */
  editUrl: string | undefined
  /** The document that draws diagrams. */
  diagramFrame: DiagramFrame | undefined
  /** A policy that stands in the pages, where nobody sends it as a header. */
  policy?: string
}

/** Derives a snapshot. @throws TypeError when the content has no navigation. */
export function createSnapshot(content: SiteContent, options: SnapshotOptions): Snapshot {
  if (content.navigations.length === 0) throw new TypeError('A site needs at least one navigation; content has none.')
  const navigations = content.navigations.map((navigation): NavigationEntry => {
    const { lang, version } = navigation
    const own = content.pages.filter((page) => page.lang === lang && page.version === version)
    const root = rootOf(own)
    return {
      navigation,
      hash: digest(navigationFile(navigation)),
      places: placePages(navigation),
      root,
      tags: collectTags(own, root, lang),
    }
  })
  const { base, search, live, clientStamp, styleSheet, editUrl } = options
  const { logo, links, footer } = options.appearance
  const look = { ...(logo && { logo }), ...(links && { links }), ...(footer !== undefined && { footer }) }
  const { page: diagramScript, frame: frameScript } = options.diagramScripts
  const diagramFrame =
    content.diagrams === undefined || !frameScript ? undefined : makeDiagramFrame(content.diagrams, frameScript)
  const diagrams = diagramFrame && {
    script: `${base}${RESERVED}/static/${diagramScript}`,
    frame: base + diagramFrame.path,
  }
  const pageHashes = content.pages.map((page) => [page.url, page.hash])
  const build = digest([
    [content.title, base, search, clientStamp, look, styleSheet, editUrl, diagrams],
    options.files
      ? []
      : [pageHashes, navigations.map(({ hash }) => hash), [...(content.updated ?? [])], live ? content.problems : []],
  ])
  return {
    content,
    site: {
      title: content.title,
      base,
      build,
      search,
      live,
      ...(options.siteUrl && { siteUrl: options.siteUrl }),
      ...(styleSheet && { styleSheet }),
      ...(diagrams && { diagrams }),
      ...look,
    },
    diagramFrame,
    pages: new Map(content.pages.map((page) => [pathKey(page.url), page])),
    assets: new Map(content.assets.map((asset) => [pathKey(asset.url), asset.path])),
    twins: new Map(content.pages.map((page) => [twinKey(page.lang, page.version, page.key), page.url])),
    navigations,
    redirects: readRedirects(content.pages, options.redirects),
    editUrl,
  }
}

/** What stands before the keys of pages that share a language and version. */
function rootOf([page]: Page[]): string {
  if (page === undefined) return ''
  const { url, key } = page
  return key === '/' ? pathKey(url).replace(/\/$/, '') : url.endsWith(key) ? url.slice(0, -key.length) : ''
}

/** Jekyll's `redirect_from` and Hugo's `aliases`: old paths of a page, one or a list. */
function readRedirects(pages: Page[], configured: Readonly<Record<string, string>>): Map<string, string> {
  const redirects = new Map<string, string>()
  for (const { url, frontMatter } of pages) {
    const old = [frontMatter.redirect_from, frontMatter.aliases].flat()
    for (const path of old) if (typeof path === 'string') redirects.set(pathKey(path.replace(/^(?!\/)/, '/')), url)
  }
  for (const [path, url] of Object.entries(configured)) redirects.set(pathKey(path), url)
  return redirects
}

/** The page at a path, as both the HTML and the page-data file show it; `undefined` when there is none. */
export async function readPage(snapshot: Snapshot, path: string): Promise<PageData | undefined> {
  const key = pathKey(path)
  const page = snapshot.pages.get(key)
  if (!page || key === '/search')
    return generatedPage(snapshot, key) ?? (key === '/' ? landing(snapshot, '/') : undefined)
  const article = joinBase(await snapshot.content.renderArticle(page), snapshot.site.base)
  if (isStart(snapshot, key) && !page.home && isEmpty(article))
    return { ...landing(snapshot, page.url), title: page.title }
  return { ...viewOf(snapshot, page), build: snapshot.site.build, article }
}

/** What is shown where there is no page. */
export function notFoundPage(snapshot: Snapshot, path: string): PageData {
  return framePage(snapshot, 'not-found', path)
}

/** What is shown when a page could not be made. */
export function errorPage(snapshot: Snapshot, path: string): PageData {
  return framePage(snapshot, 'error', path)
}

/** A page that no file of the docs is behind: a search page, the list of tags, a tag. */
export function generatedPage(snapshot: Snapshot, key: string): PageData | undefined {
  return searchPaths(snapshot).includes(key) ? searchPage(snapshot, key) : tagPage(snapshot, key)
}

/** Where a query can be shared: one page for each language and version; `/search` itself is the default's. */
function searchPage(snapshot: Snapshot, key: string): PageData {
  const page = framePage(snapshot, 'search', key)
  const alternates = page.alternates.map((alternate) => ({ ...alternate, url: alternate.search }))
  return { ...page, title: wordsFor(page.lang).search, alternates }
}

/** The paths of all search pages. */
export function searchPaths({ navigations, pages }: Snapshot): string[] {
  const paths = navigations.map(({ root }) => searchPath(root)).filter((path) => !pages.has(path))
  return [...new Set(['/search', ...paths])]
}

/** @param root the folder of a language and version. */
function searchPath(root: string): string {
  return `${root}/search`
}

/** The list of the tags of a language and version, or the page of one. */
function tagPage(snapshot: Snapshot, key: string): PageData | undefined {
  for (const { root, tags, navigation } of snapshot.navigations) {
    const tag = tags.get(key)
    if (tag === undefined && (tags.size === 0 || key !== tagsUrl(root))) continue
    const alternates = tagAlternates(snapshot, root, key)
    const links = tag
      ? undefined
      : [...tags.values()].map(({ title, url, pages }) => ({ title, url, pages: pages.length }))
    const list = tag && { all: tagsUrl(root), pages: tag.pages.map(taggedPage) }
    return {
      ...framePage(snapshot, tag ? 'tag' : 'tags', key),
      title: tag?.title ?? wordsFor(navigation.lang).tags,
      hash: digest([links, list]),
      alternates,
      ...(links && { tags: links }),
      ...(list && { tagged: list }),
    }
  }
  return undefined
}

function taggedPage({ url, title, group, description }: Tag['pages'][number]): Tagged['pages'][number] {
  return { url, title, group, description }
}

/** The same tag elsewhere, else the list of tags, else the start. */
function tagAlternates(snapshot: Snapshot, root: string, key: string): Alternate[] {
  const all = alternatesOf(snapshot, undefined)
  return snapshot.navigations.slice(0, all.length).map((other, index) => {
    const twin = other.root + key.slice(root.length)
    const url = other.tags.has(twin) ? twin : other.tags.size > 0 ? tagsUrl(other.root) : other.navigation.url
    return { ...all[index]!, url } // as many as navigations
  })
}

/** Where readers report a query that finds too little. */
export function reportPage(snapshot: Snapshot, query: string, sent: boolean): PageData {
  return { ...framePage(snapshot, 'report', `${RESERVED}/report`), report: { query, sent } }
}

/** The navigation that has this hash. */
export function findNavigation(snapshot: Snapshot, hash: string): NavigationFile | undefined {
  const entry = snapshot.navigations.find((candidate) => candidate.hash === hash)
  return entry && navigationFile(entry.navigation)
}

function navigationFile({ items, lang }: Navigation): NavigationFile {
  return { items, words: wordsFor(lang) }
}

/** For docs without an index, or with one that a script was to fill: the groups as cards, drawn from the navigation. */
function landing(snapshot: Snapshot, url: string): PageData {
  return framePage(snapshot, 'landing', url)
}

function isStart(snapshot: Snapshot, key: string): boolean {
  return snapshot.navigations.some(({ navigation }) => pathKey(navigation.url) === key)
}

/** Whether an article has nothing to read below its title. */
function isEmpty(article: string): boolean {
  const body = article.replace(/<h1\b.*?<\/h1>/s, '')
  return !/<(?:img|video|svg|a)\b/.test(body) && body.replace(/<[^>]*>/g, '').trim() === ''
}

function framePage(snapshot: Snapshot, kind: PageKind, url: string): PageData {
  const entry = navigationAt(snapshot, url)
  return {
    kind,
    url,
    title: snapshot.site.title,
    description: '',
    lang: entry.navigation.lang,
    ...(entry.navigation.version !== undefined && { version: entry.navigation.version }),
    breadcrumbs: [],
    headings: [],
    alternates: alternatesOf(snapshot, snapshot.pages.get(pathKey(url))?.key),
    navigation: entry.hash,
    hash: kind,
    build: snapshot.site.build,
    article: '',
  }
}

/** All of a page but its article. */
export function viewOf(snapshot: Snapshot, page: Page): PageView {
  const entry =
    snapshot.navigations.find(
      ({ navigation }) => navigation.lang === page.lang && navigation.version === page.version,
    ) ?? defaultNavigation(snapshot)
  const place = entry.places.get(pathKey(page.url))
  const view: PageView = {
    kind: 'page',
    url: page.url,
    title: page.title,
    description: page.description,
    lang: page.lang,
    breadcrumbs: place?.breadcrumbs ?? [],
    headings: page.headings,
    alternates: alternatesOf(snapshot, page.key),
    navigation: entry.hash,
    hash: page.hash,
  }
  const tags = page.tags.length === 0 ? [] : [...entry.tags.values()].filter(({ pages }) => pages.includes(page))
  if (tags.length > 0) view.tags = tags.map(({ title, url }) => ({ title, url }))
  if (page.version !== undefined) view.version = page.version
  if (place?.previous) view.previous = place.previous
  if (place?.next) view.next = place.next
  if (page.home) view.home = page.home
  if (snapshot.content.readMarkdown) view.markdown = markdownPath(page)
  const { editUrl } = snapshot
  if (editUrl !== undefined)
    view.editUrl = editUrl.replace('{file}', page.file.split('/').map(encodeURIComponent).join('/'))
  const updated = snapshot.content.updated?.get(page.file)
  if (updated !== undefined) view.updated = updated
  if (snapshot.site.live) {
    view.problems = snapshot.content.problems
      .filter(({ file }) => file === page.file)
      .map(({ line, message }) => ({ place: line === undefined ? page.file : `${page.file}:${line}`, message }))
  }
  return view
}

/** @param key of the page, where there is one: other languages and versions lead to its counterparts, else to their start. */
function alternatesOf(snapshot: Snapshot, key: string | undefined): Alternate[] {
  if (snapshot.navigations.length < 2) return []
  return snapshot.navigations.map(({ navigation, root }) => {
    const twin = key === undefined ? undefined : snapshot.twins.get(twinKey(navigation.lang, navigation.version, key))
    const alternate: Alternate = {
      lang: navigation.lang,
      url: twin ?? navigation.url,
      search: searchPath(root),
    }
    if (navigation.version !== undefined) alternate.version = navigation.version
    return alternate
  })
}

/** The navigation whose pages stand nearest above a path that is no page: a missing `/ja/x` is told of in `/ja`. */
function navigationAt(snapshot: Snapshot, path: string): NavigationEntry {
  const key = pathKey(path)
  let nearest = defaultNavigation(snapshot)
  let length = 0
  for (const entry of snapshot.navigations) {
    const { root } = entry
    if (root.length > length && `${key}/`.startsWith(`${root}/`)) {
      nearest = entry
      length = root.length
    }
  }
  return nearest
}

function defaultNavigation(snapshot: Snapshot): NavigationEntry {
  const entry = snapshot.navigations[0]
  if (!entry) throw new TypeError('A site needs at least one navigation; the snapshot has none.')
  return entry
}

function twinKey(lang: string, version: string | undefined, key: string): string {
  return JSON.stringify([lang, version, key])
}

/** 12 hex digits are 48 bits: names of builds and navigations, not a defence. */
function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12)
}
