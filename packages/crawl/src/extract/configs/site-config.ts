/** An existing crawler configuration as plain data: the archived scraper's JSON, or the data of the hosted crawler's program. */
import type { IndexSettings, JsonValue } from '@docent/engine'

/** A pattern of addresses, as the configuration writes it. */
export interface UrlPattern {
  /** `regex`: found anywhere in the address; may have named groups. `glob`: the whole address, `**` for any text. */
  kind: 'regex' | 'glob'
  source: string
}

/** One level of the heading trail, or the text. */
export interface LevelSelector {
  /** CSS. The first selector that the page matches counts. */
  selectors: string[]
  /** The text of pages without a match; `undefined` for none. */
  fallback?: string
  /** The texts of all matches, joined, are the level of every record of the page. */
  global: boolean
  /** The value of this attribute of the elements, instead of their text; the level is then global. */
  attribute?: string
  /** Of several matches. Default: all. */
  pick?: 'first' | 'last'
  /** CSS: instead of the first match, the last such element before it in the page that does not contain it. */
  preceding?: string
  /** In place of those of the rule. For the text: default none. */
  stripChars?: string
}

/** The selectors of some pages. */
export interface PageRule {
  /** A page has the first rule with a pattern that it matches; an empty list matches all pages. */
  pages: UrlPattern[]
  /** By level, 0 to 6. Absent: a level that is not read, except level 0, for which the sidebar of a known layout is read. */
  levels: Partial<Record<0 | 1 | 2 | 3 | 4 | 5 | 6, LevelSelector>>
  content: LevelSelector
  /** CSS: removed before all else. */
  excluded: string[]
  /** Characters that are removed at both ends of headings. */
  stripChars: string
  /** The page has no records if it has one of these texts. */
  stopTexts: string[]
  /** Headings of lower levels have no record without text. */
  minIndexedLevel: number
  /** Headings without text have no record. */
  onlyContent: boolean
  tags: string[]
  /** `weight.pageRank`. */
  pageRank: number
  /** Attributes of every record, by name; named groups of the pattern are added. */
  attributes: Record<string, JsonValue>
  /** Attributes that are read from the page, by name. */
  selected: Record<string, LevelSelector>
}

/** A configuration. */
export interface SiteConfig {
  kind: 'docsearch-scraper' | 'hosted-crawler'
  indexName?: string
  /** Absolute addresses. */
  starts: string[]
  /** Addresses that are crawled; an empty list for those below the starts. */
  allowed: UrlPattern[]
  stops: UrlPattern[]
  sitemaps: string[]
  /** Translations that an entry of a sitemap names are crawled too. */
  sitemapAlternates: boolean
  /** Pages of sitemaps are crawled though `allowed` or `stops` excludes them. */
  wholeSitemaps: boolean
  /** Hosts that are crawled, as names; an empty list for those of the starts. */
  hosts: string[]
  /** Parameters that are removed from addresses; `all` for all. Names may have `*`. */
  ignoredParameters: 'all' | string[]
  /** In the order of preference. */
  rules: PageRule[]
  /** Settings of the index. */
  settings?: IndexSettings
  synonyms?: JsonValue
  queryRules?: JsonValue
  /** Pages need JavaScript. */
  render: boolean
  /** The owner's wishes about the rules of the site, which are obeyed by default. */
  ignores: { robots: boolean; noindex: boolean; canonical: boolean }
  maxPages?: number
  maxDepth?: number
  /** Requests a second. */
  rate?: number
  userAgent?: string
  /** As written: `at 02:00 every 1 day`. */
  schedule?: string
  /** One sentence for each part that is not used, and why. */
  notes: string[]
}

/** A configuration that cannot be read; the message names the place and the remedy. */
export class SiteConfigError extends Error {
  override name = 'SiteConfigError'
}
