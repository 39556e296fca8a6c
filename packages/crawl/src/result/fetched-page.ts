/** An HTML page of a site, as it was fetched or read from a built folder. Plain data; the store of a crawl keeps it. */
export interface FetchedPage {
  /** Absolute, normalised, without a fragment: the address after redirects. */
  url: string
  /** Decoded text. */
  html: string
  /** The page's Markdown twin, if the site has one; absent for none. */
  markdown?: string
}
