/**
 * Everything that is derived from one `SiteContent`: look-up by path, places in the navigation, the build's name.
 * Immutable; a change of the docs makes a new snapshot.
 */
import { createHash } from 'node:crypto'
import type { Navigation, Page } from '@docent/ingest'
import type { Appearance } from '../../shared/appearance.ts'
import type { SearchConnection } from '../../shared/search-connection.ts'
import type { SiteContent } from './site-content.ts'
import type { NavigationFile, SiteInfo } from '../../shared/page-data.ts'
import { type DiagramFrame, makeDiagramFrame } from './diagram-frame.ts'
import { pathKey, RESERVED } from '../../shared/paths.ts'
import { placePages, type Place } from './reading-order.ts'
import { type SiteFiles, siteFiles } from './site-paths.ts'
import { collectTags, type Tags } from './tags.ts'
import { wordsFor } from '../words/words-for.ts'

/** The options of a snapshot, beside the content. */
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
  /** Where a page's source can be edited; `{file}` is replaced by its path. */
  editUrl?: string
}

/** A navigation, and what is derived from it. */
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
  /** URLs of pages by language, version and key: the counterparts of a page. */
  twins: Map<string, string>
  navigations: NavigationEntry[]
  /** As in `SnapshotOptions`. */
  editUrl: string | undefined
  /** The document that draws diagrams. */
  diagramFrame: DiagramFrame | undefined
  /** The policy as part of the pages, on hosts that send no header. */
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
  const { logo, footer, links = content.links } = options.appearance
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
    ...siteFiles(content.pages, content.assets, options.redirects),
    twins: new Map(content.pages.map((page) => [twinKey(page.lang, page.version, page.key), page.url])),
    navigations,
    editUrl,
  }
}

/** The part of a URL before the key, for pages that share a language and version. */
function rootOf([page]: Page[]): string {
  if (page === undefined) return ''
  const { url, key } = page
  return key === '/' ? pathKey(url).replace(/\/$/, '') : url.endsWith(key) ? pathKey(url.slice(0, -key.length)) : ''
}

/** The navigation that has this hash. */
export function findNavigation(snapshot: Snapshot, hash: string): NavigationFile | undefined {
  const entry = snapshot.navigations.find((candidate) => candidate.hash === hash)
  return entry && navigationFile(entry.navigation)
}

function navigationFile({ items, lang }: Navigation): NavigationFile {
  return { items, words: wordsFor(lang) }
}

/** The place of a page among its translations and versions. */
export function twinKey(lang: string, version: string | undefined, key: string): string {
  return JSON.stringify([lang, version, key])
}

/** 12 hex digits are 48 bits: names of builds and navigations, not a defence. */
export function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12)
}
