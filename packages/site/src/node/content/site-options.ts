/** What a site is made from, served or written to files. */
import type { Appearance } from '../../shared/appearance.ts'
import type { Built } from '../built.ts'
import type { SearchConnection } from '../../shared/search-connection.ts'
import type { SiteContent } from './site-content.ts'
import { normalizeBase } from '../../shared/paths.ts'
import type { SnapshotOptions } from './snapshot.ts'

/** What may change while a site is served, beside its content. */
export interface SiteSettings {
  search: SearchConnection
  appearance?: Appearance
  /** The public address, without a slash at the end; default: the origin of the request. */
  siteUrl?: string
  /** Old paths (without the base), and where they lead now. Pages can name their own in `redirect_from` or `aliases`. */
  redirects?: Readonly<Record<string, string>>
  /** Where a page's source can be edited: `{file}` stands for its path below the docs folder. */
  editUrl?: string
}

/** What a site is made from. */
export interface SiteOptions extends SiteSettings {
  content: SiteContent
  /** The path that the site is mounted at, `/docs`; default: the root. */
  base?: string
  /** Tells connected browsers of changes (the dev server). Default: false. */
  live?: boolean
  /** Told of pages that could not be made; default: nobody. */
  onError?(error: unknown, path: string): void
}

/** The options of a snapshot. @param styleSheet name of the site's own style sheet. */
export function snapshotOptionsOf(options: SiteOptions, built: Built, styleSheet: string | undefined): SnapshotOptions {
  const { siteUrl, editUrl } = options
  return {
    search: options.search,
    base: normalizeBase(options.base ?? ''),
    live: options.live ?? false,
    clientStamp: built.manifest.stamp,
    diagramScripts: { page: built.manifest.diagrams, frame: built.files.get(built.manifest.diagramFrame) },
    appearance: options.appearance ?? {},
    redirects: options.redirects ?? {},
    ...(styleSheet !== undefined && { styleSheet }),
    ...(siteUrl !== undefined && { siteUrl }),
    ...(editUrl !== undefined && { editUrl }),
  }
}
