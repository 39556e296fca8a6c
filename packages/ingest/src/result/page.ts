/**
 * What reading a docs folder gives: pages, the navigation over them, search records, and problems. Data only: these
 * types are all that the website knows of ingest. The HTML of an article, with every class and attribute that it can
 * hold, is described in `article/article.md`.
 */
import type { DocRecord } from '@docent/engine'
import type { IconName } from './icon.ts'

/** A fault in the author's content. Never an exception: the rest of the folder goes on. */
export interface Problem {
  /** Relative to the docs folder, `/` on every system. Configuration files above it begin with `../`. */
  file: string
  /** 1-based; absent when the whole file is meant. */
  line?: number
  /** Stable, kebab-case: `broken-link`, `duplicate-url`, `unknown-component` … (the list: `problem.ts`) */
  code: string
  /** One sentence for the author: what is wrong and what to do. */
  message: string
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
  /** As every link of an article: root-relative without the base, or absolute for an external one. */
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

/** What a reader opens at one URL. */
export interface Page {
  /** Root-relative, without the site's base: `/`, `/guide/install`. `%`, `?`, `#`, blanks and control characters are encoded. */
  url: string
  /** The URL without its language and version: equal for the translations and versions of one page. */
  key: string
  /** The source, relative to the docs folder: `guide/install.md`. */
  file: string
  title: string
  /** The name in the sidebar: front matter `sidebar_label`, else the name the navigation file gives, else the title. */
  label: string
  /** The sidebar group that holds the page; the site's title at the top level. `hierarchy.lvl0` of its records. */
  group: string
  /** Plain text, from front matter; empty when there is none. */
  description: string
  /** BCP 47. */
  lang: string
  version?: string
  tags: string[]
  /** Old addresses that lead here (front matter `redirect_from` and `aliases`), in the form of `url`; absent for none. */
  aliases?: string[]
  /** Only ever true where drafts were asked for. */
  draft: boolean
  /** Present on a landing page. Its article then has no `<h1>` of its own: the head shows the title. */
  home?: Home
  /** The headings below the title, in order. */
  headings: Heading[]
  /** The front matter as it was written. */
  frontMatter: Record<string, unknown>
  /** A change of the source changes this; equal hashes have equal articles. */
  hash: string
}

/** A node of the navigation: a link to a page, a group, or both. */
export interface NavItem {
  title: string
  /** Absent for a group without a page of its own. An absolute URL for an external link. */
  url?: string
  icon?: IconName
  /** Whether a group is open though the reader is not in it, where its author says so; else as there is room. */
  open?: boolean
  children: NavItem[]
}

/** The sidebar of one language and version. Previous and next follow its order, depth first. */
export interface Navigation {
  /** BCP 47. */
  lang: string
  /** Absent for the unversioned or current docs. */
  version?: string
  /** The URL of its first page: where the language or version switch leads when a page has no counterpart. */
  url: string
  items: NavItem[]
}

/** A file that is no page (an image, a download), served as it is. */
export interface Asset {
  /** Root-relative URL, without the base, in the form of a page's. */
  url: string
  /** Absolute and real path on disk: where it has become a link since, it is not to be served. */
  path: string
}

/** A docs folder, read. Treat it as immutable: a second reading may share parts of it. */
export interface Docs {
  /** Absolute path of the folder that holds the pages (not always the folder that was named: a repository's `docs/`). */
  folder: string
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
  /** The files that a page refers to, and those in folders that a generator publishes as they are. */
  assets: Asset[]
  /** All other files of the docs, which are not published; relative to the docs folder, as in problems. */
  unpublished: string[]
  /** Links out of the site that another generator's configuration has in its header; absent where there are none. */
  links?: OutLink[]
  /** The script that draws diagrams, absolute; only where a page has one and the library is installed. */
  diagrams?: string
  /**
   * What the reading depends on beside the visible files of `folder`, absolute: configurations of generators, the folders
   * of further versions and translations.
   */
  sources: string[]
  /** By file, then line. */
  problems: Problem[]
}

/** A link out of the site. */
export interface OutLink {
  text: string
  /** Absolute: http or https. */
  url: string
}

/** Options of reading. */
export interface ReadOptions {
  /** The site's title; else the one found in the folder's configuration, home page or name. */
  title?: string
  /** Reads pages with `draft: true` too. Default: false. */
  drafts?: boolean
  /** Where parsed pages are kept for the next process. Default: nowhere. */
  cache?: Cache
  /** Paths of files that are used outside the pages, as links with a slash in front: a logo, a font. Default: none. */
  references?: readonly string[]
  /** Folders that are never read, absolute: the data folder, the one that a build writes. Default: none. */
  closed?: readonly string[]
  /** Ends the reading: it rejects with the signal's reason at the next turn. */
  signal?: AbortSignal
  /** The result will be no `previous`, so what only a next reading needs is not held in memory. Default: false. */
  once?: boolean
}

/** A file of parsed pages. */
export interface Cache {
  /** Absolute. */
  file: string
  /** Of whatever reads: another one reads everything anew. */
  version: string
}
