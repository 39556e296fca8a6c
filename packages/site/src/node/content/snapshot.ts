/**
 * The data derived from one `SiteContent`: pages by path, places in the navigation, the build's name. Immutable; a change of
 * the docs makes a new snapshot.
 */
import { createHash } from 'node:crypto'
import type { Navigation, Page } from '@docent/ingest'
import type { Appearance } from '../../shared/appearance.ts'
import type { SearchConnection } from '../../shared/search-connection.ts'
import type { SiteContent } from './site-content.ts'
import type { NavigationFile, OpenIn, SiteInfo } from '../../shared/page-data.ts'
import { directedData } from './direction.ts'
import { type DiagramFrame, makeDiagramFrame } from './diagram-frame.ts'
import { pathKey, RESERVED } from '../../shared/paths.ts'
import { placePages, type Place } from './reading-order.ts'
import { type SiteFiles, siteFiles } from './site-paths.ts'
import { collectTags, type Tags } from './tags.ts'
import { policyInPage } from '../security-headers.ts'
import { wordsFor } from '../words/words-for.ts'

/** The options of a snapshot. */
export interface SnapshotOptions {
  search: SearchConnection
  /** Normalized: empty, or with a slash at the start and none at the end. */
  base: string
  live: boolean
  /** Hash of the browser code; a new one makes a new build. */
  clientStamp: string
  /** For diagrams: the file name of the page's module, and the frame's script. */
  diagramScripts: { page: string; frame: Uint8Array | undefined }
  /**
   * Whether the site is static: its pages contain their policy, and the build's name depends on browser code and settings only,
   * so that a change of one page changes no other file. A server's build gets a new name with every change, by which browsers
   * detect it.
   */
  files?: boolean
  appearance: Appearance
  /** Name of the site's own style sheet. */
  styleSheet?: string
  /** The public address, without a slash at the end. */
  siteUrl?: string
  /** Old paths with their targets. */
  redirects: Readonly<Record<string, string>>
  /** The address for editing a page's source; `{file}` is replaced by its path. */
  editUrl?: string
  openIn?: OpenIn[]
  pageTools?: true
}

/** A navigation with derived data. */
export interface NavigationEntry {
  navigation: Navigation
  hash: string
  places: Map<string, Place>
  /** The folder of its language and version in URLs: `/ja`, or empty. */
  root: string
  tags: Tags
}

/** One state of the site. */
export interface Snapshot extends SiteFiles {
  content: SiteContent
  site: SiteInfo
  /** URLs of pages by `twinKey`, to find the counterparts of a page. */
  twins: Map<string, string>
  navigations: NavigationEntry[]
  /** As in `SnapshotOptions`. */
  editUrl: string | undefined
  /** The document of the diagrams' frame. */
  diagramFrame: DiagramFrame | undefined
  /** The Content-Security-Policy for the pages' `<meta>`: of a static site, whose host sends no header. */
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
  const { base, search, live, clientStamp, styleSheet, editUrl, openIn, pageTools } = options
  const { logo = content.logo, footer, links = content.links } = options.appearance
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
    [content.title, base, search, clientStamp, look, styleSheet, editUrl, openIn, pageTools, diagrams],
    options.files ? [] : [pageHashes, navigations.map(({ hash }) => hash), [...(content.updated ?? [])]],
  ])
  return {
    content,
    site: {
      title: directedData({ title: content.title }, content.navigations[0]!.lang).title, // at least one, as checked above
      base,
      build,
      search,
      live,
      ...(options.siteUrl && { siteUrl: options.siteUrl }),
      ...(styleSheet && { styleSheet }),
      ...(diagrams && { diagrams }),
      ...(openIn && { openIn }),
      ...(pageTools && { pageTools }),
      ...look,
    },
    diagramFrame,
    ...(options.files && { policy: policyInPage(search.hosts, diagramFrame !== undefined) }),
    ...siteFiles(content.pages, content.assets, options.redirects),
    twins: new Map(content.pages.map((page) => [twinKey(page.lang, page.version, page.key), page.url])),
    navigations,
    editUrl,
  }
}

/** The part of the URLs before the key, the same for all pages of a language and version. */
function rootOf([page]: Page[]): string {
  if (page === undefined) return ''
  const { url, key } = page
  return key === '/' ? pathKey(url).replace(/\/$/, '') : url.endsWith(key) ? pathKey(url.slice(0, -key.length)) : ''
}

/** The content of `nav/HASH.json`; undefined for the hash of another build. */
export function findNavigation(snapshot: Snapshot, hash: string): NavigationFile | undefined {
  const entry = snapshot.navigations.find((candidate) => candidate.hash === hash)
  return entry && navigationFile(entry.navigation)
}

function navigationFile({ items, lang }: Navigation): NavigationFile {
  return { items: directedData(items, lang), words: wordsFor(lang) }
}

/** A key of a page by its language, version and key, for `Snapshot.twins`. */
export function twinKey(lang: string, version: string | undefined, key: string): string {
  return JSON.stringify([lang, version, key])
}

/** Hash of a value as JSON, 12 hex digits (48 bits): for names of builds and navigations, not for security. */
export function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12)
}
