/** The documentation that the tools read: search, pages and navigation of one site, as one reader may see them. */
import type { SearchParams, SearchResponse } from '@docent/engine'
import type { PageHeading } from '../text/sections.ts'

/** A page as text. */
export interface PageText {
  /** As in records: root-relative, without the site's base and without an anchor. */
  url: string
  title: string
  markdown: string
  /** Its headings below the title, in order. */
  headings: readonly PageHeading[]
}

/** A node of the navigation: a page, a group, or both. */
export interface NavNode {
  title: string
  /** Root-relative, without the base; absolute for a link to another site; absent for a group without a page. */
  url?: string
  children: readonly NavNode[]
}

/** The navigation of one language and version. */
export interface DocsNavigation {
  /** BCP 47; absent where records name none. */
  language?: string
  /** Absent for docs without versions, or for the current one. */
  version?: string
  items: readonly NavNode[]
}

/** The docs of a site. Calls reject with an error whose message is one sentence for the caller. */
export interface Docs {
  title: string
  /** Joined before root-relative URLs: an origin and base (`https://example.com/docs`), a base, or nothing. */
  prefix: string
  /** Answers a query as the search API does, with root-relative URLs without the base. */
  search(params: SearchParams): Promise<SearchResponse>
  /** The page with a URL without anchor; `undefined` where there is none that the reader may see. */
  readPage(url: string): Promise<PageText | undefined>
  /** The first is the default; at least one. */
  navigations(): Promise<readonly DocsNavigation[]>
}

/** A wrong argument of a tool: one sentence for the assistant, with the remedy. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
}
