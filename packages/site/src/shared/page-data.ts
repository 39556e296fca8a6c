/**
 * The data of a page: the JSON that the server embeds in the HTML (`PageState`), and the JSON that client-side navigation
 * fetches (`PageData`). The sidebar is the same for hundreds of pages, so it is in a separate file (`NavigationFile`),
 * named by its hash and fetched when the hash changes. URLs are without the site's base.
 */
import type { Heading, Home, NavItem } from '@docent/ingest'
import type { Appearance } from './appearance.ts'
import type { SearchConnection } from './search-connection.ts'
import type { Words } from './words.ts'

/** The kinds of pages. `landing` is the generated home page of docs without their own. */
export type PageKind = 'page' | 'landing' | 'search' | 'tags' | 'tag' | 'not-found' | 'error' | 'report'

/** A link to a page; without a URL, a group of the breadcrumbs. */
export interface PageLink {
  title: string
  url?: string
}

/** A link to the pages with a tag. */
export interface TagLink {
  title: string
  url: string
  /** Number of pages with it; only on the list of all tags. */
  pages?: number
}

/** The content of the page of a tag. */
export interface Tagged {
  /** The path of the list of all tags. */
  all: string
  pages: { url: string; title: string; group: string; description: string }[]
}

/** The same page in another language or version; where that has no such page, its start page. */
export interface Alternate {
  lang: string
  version?: string
  url: string
  /** The address is that of the start page: the page has no counterpart there. */
  isStart?: true
  /** The search page of that language and version. */
  search: string
}

/** A query and the page of its results, 1-based. */
export interface SearchAddress {
  query: string
  page: number
}

/** Width and height of a picture (px). */
export interface ImageSize {
  width: number
  height: number
}

/** A page without its article; server and browser render the frame from it. */
export interface PageView {
  kind: PageKind
  url: string
  title: string
  description: string
  lang: string
  /** The direction of the article, where it is not that of the language. */
  dir?: 'rtl'
  version?: string
  /** The groups above the page, outermost first. */
  breadcrumbs: PageLink[]
  headings: Heading[]
  previous?: PageLink
  next?: PageLink
  /** The path of the page's Markdown, without the base. */
  markdown?: string
  /** Estimated tokens of the Markdown. */
  tokens?: number
  /** The address at which the source can be edited. */
  editUrl?: string
  /** Time of the last change of the source, ISO 8601. */
  updated?: string
  /** One for each navigation of the site, including the page's own; empty when there is only one. */
  alternates: Alternate[]
  /** The head of a landing page, whose article has no `<h1>`. */
  home?: Home
  /** The size of its picture, where that is known. */
  heroSize?: ImageSize
  /** On the report page: the reported query, and whether the report has been sent. */
  report?: { query: string; sent: boolean }
  /** On a search page: the query in its address. Never in a page-data file, which is the same for all queries. */
  search?: SearchAddress
  /** The tags of the page, if any; on the list of tags all tags. */
  tags?: TagLink[]
  /** On the page of a tag. */
  tagged?: Tagged
  /** The hash of the page's navigation. */
  navigation: string
  /** Changes with the article. */
  hash: string
}

/**
 * The body of a page-data file. For a path without a page it has the kind `not-found` and status 404; the browser then
 * shows the not-found page without a full load.
 */
export interface PageData extends PageView {
  build: string
  /** HTML of our own build. */
  article: string
}

/** The body of a navigation file, which the pages of one language and version share. */
export interface NavigationFile {
  items: NavItem[]
  /** The frame's words in the navigation's language. */
  words: Words
}

/** A program that opens a page. */
export interface OpenIn {
  text: string
  /** An address with `{url}` or `{markdown}` in it, which are replaced by the page's addresses. */
  url: string
}

/** The data that all pages of a build share. */
export interface SiteInfo {
  title: string
  base: string
  build: string
  search: SearchConnection
  /** Whether the server reports changes (dev server). */
  live: boolean
  /** The public address, without a slash at the end. */
  siteUrl?: string
  /** Name of the site's own style sheet, beside the built ones. */
  styleSheet?: string
  /** `isWhite`: a drawing in white alone, which the light appearance inverts. */
  logo?: Appearance['logo'] & { isWhite?: boolean }
  links?: Appearance['links']
  /** The module that renders diagrams, and the document of its sandboxed frame. Both with the base. */
  diagrams?: { script: string; frame: string }
  footer?: string
  /** Programs that open a page. */
  openIn?: OpenIn[]
  /** Whether the browser's assistant gets the tools of the site. */
  pageTools?: true
}

/** The JSON that is embedded in the HTML. */
export interface PageState {
  site: SiteInfo
  page: PageView
}

/** Problems of the docs that the author's last save introduced, with the most harmful first. */
export interface SavedProblems {
  /** At most three: the place `guide/a.md:12`, and a sentence. */
  first: { place: string; message: string }[]
  /** The number of the others. */
  more: number
}

/** The JSON that the dev server sends over the live connection when the content has changed. */
export interface LiveUpdate {
  build: string
  /** Why the docs could not be read, in one sentence; absent when they could. */
  fault?: string
  /** Absent where the last save introduced none. */
  problems?: SavedProblems
  /** Data that all pages share has changed, so the browser loads the page in full. */
  frame?: true
}
