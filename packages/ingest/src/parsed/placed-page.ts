import type { Root } from '../folder/site.ts'
import type { Page } from '../result/page.ts'
import type { ParsedPage } from './parsed-page.ts'

/** A page, and where its file lies. */
export interface PageSource {
  root: Root
  /** Below the root. */
  path: string
  parsed: ParsedPage
}

/** A page that is on its way to become one: `page` is filled in step by step. */
export interface PlacedPage extends PageSource {
  page: Page
  /** Below its language and version: what the navigation is built of. */
  inner: string
  /** The folder of its language and version in URLs: `/ja`, or empty. */
  prefix: string
}
