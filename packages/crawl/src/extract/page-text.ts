import type { SectionText } from '@docent/ingest/records'
import type { ContentLink } from '../result/extracted-page.ts'

/** The text of a page, before the texts that repeat on the site are removed. */
export interface PageText {
  url: string
  /** Name of the layout; `structure` if none was recognised. */
  layout: string
  title: string
  /** The title of the page's head. */
  headTitle: string
  /** The name of the site as the page states it; empty for none. */
  siteName: string
  /** `undefined` for a page outside the groups of its sidebar. */
  group: string | undefined
  /** The name of the page in the sidebar; `undefined` for a page or layout without a sidebar. */
  label: string | undefined
  lang: string
  version: string | undefined
  /** The lead first. */
  sections: SectionText[]
  links: ContentLink[]
}
