/**
 * Types of the result of reading a docs folder: pages, navigations, search records and problems. Plain data; the
 * website knows only these types of ingest. `article/article.md` describes the HTML of an article.
 */
import type { DocRecord } from '@docent/engine'
import type { DocsFile } from './docs-file.ts'
import type { GeneratorKind, RecognisedGenerator } from './generator.ts'
import type { ComponentRow } from './construct.ts'
import type { IconName } from './icon.ts'

/** A fault in the author's content. It is never an exception: reading continues. */
export interface Problem {
  /** Relative to the docs folder, `/` on every system. Configuration files above it begin with `../`. */
  file: string
  /** 1-based; absent for the whole file. */
  line?: number
  /** Stable, kebab-case: `broken-link`, `duplicate-url`, `unknown-component` … (the list: `problem.ts`) */
  code: string
  /**
   * One sentence for the author: the fault, and the remedy. The first text in quotes, tag or macro is its subject
   * (`subjectOf`).
   */
  message: string
  /** Lines of the same problem further on in the file, each use once; absent for none. */
  also?: number[]
}

/** One entry of a page's table of contents. */
export interface Heading {
  /** 2 to 6: level 1 is the page's title, which is not in the list. */
  level: number
  /** Plain text. */
  text: string
  /** The anchor, without `#`. */
  id: string
}

/** A link of a landing page's head. */
export interface HomeAction {
  text: string
  /** Like every link of an article: root-relative without the base, or absolute for an external one. */
  url: string
  primary: boolean
}

/** A tile of a landing page. */
export interface HomeFeature {
  title: string
  /** Plain text. */
  details: string
  url?: string
  icon?: IconName
}

/** The head of a landing page, from the front matter keys `hero` and `features`. Plain text throughout. */
export interface Home {
  title: string
  /** The line below the title; may be empty. */
  text: string
  tagline: string
  /** URL of an asset. */
  image?: string
  actions: HomeAction[]
  features: HomeFeature[]
}

/** A page of the site. */
export interface Page {
  /** Root-relative, without the site's base: `/`, `/guide/install`. `%`, `?`, `#`, blanks and control characters are encoded. */
  url: string
  /** The URL without its language and version: equal for the translations and versions of one page. */
  key: string
  /** The source, relative to the docs folder: `guide/install.md`. Each page has another. */
  file: string
  title: string
  /** Name in the sidebar: front matter `sidebar_label`, else the name from the navigation file, else the title. */
  label: string
  /** The sidebar group of the page; the site's title at the top level. `hierarchy.lvl0` of its records. */
  group: string
  /** Plain text, from front matter; empty for none. */
  description: string
  /** BCP 47. */
  lang: string
  version?: string
  tags: string[]
  /**
   * Old addresses that redirect here, in the form of `url`: of front matter (`redirect_from`, `redirectFrom` and `aliases`), of the
   * generator's configuration, and of its own site where that differs (`/guide/install.html`). Absent for none.
   */
  aliases?: string[]
  /** True only with the option `drafts`. */
  draft: boolean
  /** Whether the generator makes the page from its configuration: no file has the name `file`. */
  isMade?: true
  /** Present on a landing page. Its article has no `<h1>`, since the head shows the title. */
  home?: Home
  /** The headings below the title, in order. */
  headings: Heading[]
  /** The front matter as written. */
  frontMatter: Record<string, unknown>
  /** Changes with the source; equal hashes have equal articles and, for the same addresses of the site, equal Markdown. */
  hash: string
}

/** A node of the navigation: a link to a page, a group, or both. */
export interface NavItem {
  title: string
  /** Absent for a group without a page of its own. An absolute URL for an external link. */
  url?: string
  icon?: IconName
  /** Whether the author wants the group open or closed; by default it depends on the space. */
  open?: boolean
  children: NavItem[]
}

/** The sidebar of one language and version. Previous and next links follow its order, depth first. */
export interface Navigation {
  /** BCP 47. */
  lang: string
  /** Absent for the unversioned or current docs. */
  version?: string
  /** Whether its version has only sections beside the main docs (versions of a further docs plugin): other pages do not offer it. */
  beside?: true
  /** The URL of its first page: the target of the language or version switch when a page has no counterpart. */
  url: string
  items: NavItem[]
}

/** A file that is no page (an image, a download), served unchanged. */
export interface Asset {
  /** Root-relative URL, without the base, in the form of a page's URL. */
  url: string
  /** Absolute, real path on disk. A path that has become a link since must not be served. */
  path: string
}

/** The result of reading a docs folder. Immutable: the next reading may share parts of it. */
export interface Docs {
  /** Absolute path of the folder with the pages (the `docs/` of a repository that was named, for example). */
  folder: string
  generator: RecognisedGenerator
  /** The site's title. */
  title: string
  /** BCP 47: the language of the pages outside language folders. */
  lang: string
  /** In the order of the navigations, then by URL. */
  pages: Page[]
  /** The first is the default language and version. At least one. */
  navigations: Navigation[]
  /** In the order of the pages, then of their sections. */
  records: DocRecord[]
  /** Files that a page references, and files in folders that are published whole. */
  assets: Asset[]
  /** All files of the docs folders with their roles, sorted by name. */
  files: DocsFile[]
  /** External links from the header of another generator's configuration; absent for none. */
  links?: OutLink[]
  /** The logo of another generator's configuration; absent for none. */
  logo?: Logo
  /** The script that draws diagrams (absolute); only where a page has a diagram and the library is installed. */
  diagrams?: string
  /**
   * Further dependencies of the reading, absolute: configurations of generators, folders of other versions and
   * translations, published folders, included and linked files. The visible files of `folder` are not listed.
   */
  sources: string[]
  /** Absolute paths at which missing files of links and includes would be found; visible ones in `folder` apart. */
  missing: string[]
  /** By file, then line. */
  problems: Problem[]
}

/** Images of a site's header, for the light and the dark appearance. */
export interface Logo {
  /** Root-relative without the base, or an https address. */
  light: string
  dark?: string
  /** Whether it is a drawing in white alone, which the light appearance inverts. */
  isWhite?: boolean
  /** Whether it contains the name of the site, which is then not shown beside it. */
  hasName?: boolean
}

/** A link out of the site. */
export interface OutLink {
  text: string
  /** Absolute: http or https. */
  url: string
}

/** Options of reading. */
export interface ReadOptions {
  /** The site's title; default: from the folder's configuration, home page or name. */
  title?: string | undefined
  /** Reads pages with `draft: true` too. Default: false. */
  drafts?: boolean
  /** The generator whose rule gives headings their ids. Default: the recognised one. */
  anchors?: GeneratorKind | undefined
  /** The project's own components, by name: their constructs, as in the table of all generators. Default: none. */
  components?: Readonly<Record<string, ComponentRow>> | undefined
  /** File for parsed pages between processes. Default: none. */
  cache?: Cache
  /** Paths of files that are used outside the pages (a logo, a font), with a leading slash. Default: none. */
  references?: readonly string[]
  /** Absolute paths of Docent's own configuration files that were read. Default: none. */
  configurations?: readonly string[]
  /** The site's path on its host, with which links from the top may begin: `/docs/`. Default: `/`. */
  base?: string
  /** Absolute folders that are never read: the data folder, the output of a build. Default: none. */
  closed?: readonly string[]
  /** Aborts the reading: it rejects with the signal's reason. */
  signal?: AbortSignal
  /** The result will not be passed as `previous`, so state for a next reading is not kept in memory. Default: false. */
  once?: boolean
  /** `records` of the result stays empty, and `takeRecords` returns those of each page to be made. Default: false. */
  lateRecords?: boolean
}

/** A file for parsed pages. */
export interface Cache {
  /** Absolute. */
  file: string
  /** Version of the reading program; pages of another version are parsed again. */
  version: string
}
