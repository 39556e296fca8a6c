/**
 * The conventions of one generator. `all.ts` lists the generators; to add one is to add a file here, a name in
 * `result/generator.ts`, and an entry of that list.
 */
import type { Layout, Root, Site } from '../folder/site.ts'
import type { SiteConfiguration } from '../navigation/site-configuration.ts'
import type { PageSource } from '../parsed/placed-page.ts'
import type { LeftOutReason } from '../result/docs-file.ts'
import type { GeneratorKind } from '../result/generator.ts'

/** A language in a file's name: `about.fr.md`. */
export interface NamedLanguage {
  /** BCP 47. */
  lang: string
  /** Its folder in URLs, below the root's: `/fr`, or empty. */
  prefix: string
  /** The path without the language: `about.md`. */
  inner: string
}

/** A page without a file, which a generator makes from its configuration. */
export interface MadePage {
  root: Root
  /** The path below the root that a file of the page would have; no file has it. */
  path: string
  /** Its Markdown. */
  source: string
}

/** Conventions of a generator. Omitted functions have the conventions of a plain folder. */
export interface Generator {
  kind: GeneratorKind
  /** The setting that names the docs folder: `docs_dir`. */
  folderSetting?: string
  /**
   * The site of a project, if the generator's own files are in this folder; its docs folder may be below it. It reads
   * configurations (through `conventionFile`), and never pages. `around` is the repository, or the project itself.
   */
  locate: (project: string, around: string) => Layout | undefined
  /**
   * Whether a Markdown file is a page, by its path below a root; or the reason why it is none, where `generator-rule` is
   * not exact enough.
   */
  isPage?: (path: string, site: Site, root: Root) => boolean | LeftOutReason
  /** False where the generator publishes pages with `draft: true` as well. */
  hasDrafts?: false
  /** Whether a page is published, by its front matter and the present date; `draft` is no concern of it. */
  isPublished?: (page: PageSource, site: Site) => boolean
  /** The pages with the front matter that others hand down to them. */
  inherit?: (pages: readonly PageSource[], site: Site) => PageSource[]
  /** The pages that the generator makes itself, for a site with these pages. */
  makes?: (site: Site, pages: readonly PageSource[]) => MadePage[]
  /** The language of a file, where its name or its front matter tells it. */
  language?: (path: string, site: Site, root: Root, page: PageSource) => NamedLanguage | undefined
  /**
   * The path below the root that a page's file would have in a plain folder, from which language, URL and navigation
   * follow: Nextra's `guide/page.mdx` is `guide/index.mdx`.
   */
  sitePath?: (path: string, root: Root, site: Site) => string
  /**
   * The URL of a page below its root: `/guide/install`; `undefined` for the URL of its path. It is encoded (`fileUrl`,
   * `siteAddress`). `page.path` is the result of `sitePath`.
   */
  address?: (page: PageSource, site: Site) => string | undefined
  /** Whether `address` has read the key `slug`, or the generator has none for pages. */
  readsSlug?: boolean
  /** Whether a page is left out of the search, by its front matter: besides the keys of all generators. */
  isUnsearched?: (frontMatter: Record<string, unknown>) => boolean
  /** Sidebar, links and title from configurations; `undefined` where there is none. */
  configuration?: (site: Site) => SiteConfiguration | undefined
  /** Parts of the generator that are read, and that are not, as entries of a list in the documentation. */
  reads: readonly string[]
  doesNotRead: readonly string[]
}
