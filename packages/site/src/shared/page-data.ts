/**
 * The data behind a page: what the server embeds in the HTML (`PageState`), and what client-side navigation fetches
 * (`PageData`). The sidebar is in neither: it is the same for hundreds of pages, so it is a file of its own
 * (`NavigationFile`), named by its hash and fetched when the hash is a new one. URLs are without the site's base.
 */
import type { Heading, Home, NavItem } from '@docent/ingest'
import type { Appearance } from './appearance.ts'
import type { SearchConnection } from './search-connection.ts'
import type { Words } from './words.ts'

/** `landing` is the generated home page of docs that have no index of their own. */
export type PageKind = 'page' | 'landing' | 'search' | 'tags' | 'tag' | 'not-found' | 'error' | 'report'

/** A link to a page; without a URL, a group in the trail. */
export interface PageLink {
  title: string
  url?: string
}

/** A link to the pages that have a tag. */
export interface TagLink {
  title: string
  url: string
  /** How many pages have it; on the list of all tags alone. */
  pages?: number
}

/** What the page of a tag lists. */
export interface Tagged {
  /** The path of the list of all tags. */
  all: string
  pages: { url: string; title: string; group: string; description: string }[]
}

/** The same page in another language or version, or the start of it. */
export interface Alternate {
  lang: string
  version?: string
  url: string
  /** The search page of that language and version. */
  search: string
}

/** A query and the page of its results, 1-based. */
export interface SearchAddress {
  query: string
  page: number
}

/** A page without its article: the frame is rendered from it, on both sides. */
export interface PageView {
  kind: PageKind
  url: string
  title: string
  description: string
  lang: string
  version?: string
  /** Without the page itself; outermost first. */
  breadcrumbs: PageLink[]
  headings: Heading[]
  previous?: PageLink
  next?: PageLink
  /** The path of the page's Markdown, without the base. */
  markdown?: string
  /** Where the source can be edited. */
  editUrl?: string
  /** When the source was last changed, ISO 8601. */
  updated?: string
  /** One for each navigation of the site, when there are several; the page's own among them. */
  alternates: Alternate[]
  /** The head of a landing page: its article has no `<h1>`. */
  home?: Home
  /** On the page where readers report missing results: their query, and whether the report has been sent. */
  report?: { query: string; sent: boolean }
  /** On a search page: what its address asks for. Never in a page-data file. */
  search?: SearchAddress
  /** The problems of the page, with file and line. Only from a dev server. */
  problems?: { place: string; message: string }[]
  /** Those of a page that has some; on the list of tags all there are. */
  tags?: TagLink[]
  /** On the page of a tag. */
  tagged?: Tagged
  /** The hash of the navigation that it belongs to. */
  navigation: string
  /** Changes with the article. */
  hash: string
}

/**
 * The body of a page-data file. For a path without a page it has the kind `not-found` and comes with status 404: the
 * browser then shows the not-found page itself.
 */
export interface PageData extends PageView {
  build: string
  /** HTML of our own build. */
  article: string
}

/** The body of a navigation file: what pages of one language and version share. */
export interface NavigationFile {
  items: NavItem[]
  /** The frame's words in the navigation's language. */
  words: Words
}

/** The facts that all pages of a build share. */
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
  logo?: Appearance['logo']
  links?: Appearance['links']
  /** Where diagrams are drawn: the page's own script, and the document that it puts into a frame. Both with the base. */
  diagrams?: { script: string; frame: string }
  footer?: string
}

/** What the browser finds in the HTML, as JSON. */
export interface PageState {
  site: SiteInfo
  page: PageView
}

/** What the server sends over the live connection, as JSON, when the content changed. */
export interface LiveUpdate {
  build: string
  /** Why the docs could not be read, one sentence; absent where they could. */
  fault?: string
  /** The frame of all pages has changed: the browser loads the page in full. */
  frame?: true
}
