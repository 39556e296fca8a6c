/** The options of a site, served or written to files. */
import type { Appearance } from '../../shared/appearance.ts'
import type { Built } from '../built.ts'
import type { OpenIn } from '../../shared/page-data.ts'
import type { SearchConnection } from '../../shared/search-connection.ts'
import type { SiteContent } from './site-content.ts'
import { normalizeBase } from '../../shared/paths.ts'
import type { SnapshotOptions } from './snapshot.ts'

/** The options that may change while a site is served. */
export interface SiteSettings {
  search: SearchConnection
  appearance?: Appearance
  /** The public address, without a slash at the end; default: the origin of the request. */
  siteUrl?: string
  /** Old paths (without the base) with their new targets. Pages can declare their own in `redirect_from` or `aliases`. */
  redirects?: Readonly<Record<string, string>>
  /** The address for editing a page's source: `{file}` is replaced by its path below the docs folder. */
  editUrl?: string
  /** Programs that open a page; needs `siteUrl`. */
  openIn?: OpenIn[]
  /** Whether the browser's assistant gets tools (`browser/page-tools.ts`). */
  pageTools?: boolean
}

/** The options of a site. */
export interface SiteOptions extends SiteSettings {
  content: SiteContent
  /** The path of the site, `/docs`; default: the root. */
  base?: string
  /** Whether changes are reported to connected browsers (dev server). Default: false. */
  live?: boolean
  /** Called when rendering a page has failed. */
  onError?(error: unknown, path: string): void
}

/** The options of a snapshot. @param styleSheet name of the site's own style sheet. */
export function snapshotOptionsOf(options: SiteOptions, built: Built, styleSheet: string | undefined): SnapshotOptions {
  const { siteUrl, editUrl, openIn, pageTools } = options
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
    ...(openIn && { openIn }),
    ...(pageTools && { pageTools }),
  }
}
