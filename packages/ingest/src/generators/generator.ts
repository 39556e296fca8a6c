/**
 * The conventions of one generator. `all.ts` lists the generators; to add one is to add a file here, a name in
 * `result/generator.ts`, and an entry of that list.
 */
import type { Layout, Site } from '../folder/site.ts'
import type { SiteConfiguration } from '../navigation/site-configuration.ts'
import type { PageSource } from '../parsed/placed-page.ts'
import type { LeftOutReason } from '../result/docs-file.ts'
import type { GeneratorKind } from '../result/generator.ts'

/** Conventions of a generator. Omitted functions have the conventions of a plain folder. */
export interface Generator {
  kind: GeneratorKind
  /** The setting that names the docs folder: `docs_dir`. */
  folderSetting?: string
  /**
   * The site of a project, if the generator's own files are in this folder; its docs folder may be below it. It reads
   * configurations (through `conventionFile`), and never pages.
   */
  locate: (project: string) => Layout | undefined
  /**
   * Whether a Markdown file is a page, by its path below a root; or the reason why it is none, where `generator-rule` is
   * not exact enough.
   */
  isPage?: (path: string, site: Site) => boolean | LeftOutReason
  /**
   * The URL of a page below its root, without language and version: `/guide/install`; `undefined` for the URL of its
   * file. It is encoded (`fileUrl`, `siteAddress`).
   */
  address?: (page: PageSource, site: Site) => string | undefined
  /** Sidebar, links and title from configurations; `undefined` where there is none. */
  configuration?: (site: Site) => SiteConfiguration | undefined
}
