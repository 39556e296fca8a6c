import type { Root } from '../folder/site.ts'
import type { Page } from '../result/page.ts'
import type { ParsedPage } from './parsed-page.ts'

/** A page with the place of its file. */
export interface PageSource {
  root: Root
  /** Below the root. */
  path: string
  /** Its real path. */
  absolute: string
  parsed: ParsedPage
  /** Whether the generator makes the page from its configuration, so that it has no file. */
  isMade?: true
}

/** A page during assembly: `page` is filled in step by step. */
export interface PlacedPage extends PageSource {
  page: Page
  /** Folder of its language and version below the root: `ja/`, or empty. */
  place: string
  /** Path below its language and version, from which the navigation is built. */
  inner: string
  /** The folder of its language and version in URLs: `/ja`, or empty. */
  prefix: string
}
