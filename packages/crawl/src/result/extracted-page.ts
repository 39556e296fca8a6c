import type { DocRecord } from '@docent/engine'

/** A link in the content of a page, with a text that may name its target. */
export interface ContentLink {
  /** Absolute, normalised, without a fragment. */
  url: string
  /** Decoded, without `#`; empty for the page. */
  anchor: string
  text: string
}

/** The text and the records of one page. */
export interface ExtractedPage {
  /** That of the fetched page. */
  url: string
  /** The layout that was recognised, or `structure`, or `selectors` of a configuration. */
  layout: string
  title: string
  /** `hierarchy.lvl0` of the records: the sidebar group, or the site's name. */
  group: string
  /** BCP 47; empty if the page does not have it. */
  lang: string
  version?: string
  /** In the order of the page. Empty for a page without content. */
  records: DocRecord[]
  /** In the order of the page. */
  links: ContentLink[]
  /** The text is that of the page's Markdown twin. */
  usesTwin: boolean
  /** Sentences for `docent doctor URL`: a twin that disagrees, a selector that matches nothing. */
  notes: string[]
}
