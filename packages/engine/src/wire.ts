/**
 * The types of the wire: record, settings and search parameters; `wire-answers.ts` and `wire-rules.ts` have the others. They
 * have the names and shapes of the hosted provider's search API, which every public docs search box speaks; all packages use
 * these names. The server turns the API's historical spellings (URL-encoded `params`, lists as strings, old filter forms)
 * into these types.
 */

/** Any value of a record or of an answer. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue }

/** A record, as it is stored and returned. Attributes have dotted paths (`hierarchy.lvl1`). */
export interface SearchRecord {
  /** Unique in its index. */
  objectID: string
  [attribute: string]: JsonValue | undefined
}

/** The level of a section's heading; `content` only in answers, when no heading matched. */
export type HitType = 'lvl0' | 'lvl1' | 'lvl2' | 'lvl3' | 'lvl4' | 'lvl5' | 'lvl6' | 'content'

/** The heading trail of a section: group, page title, then headings; `null` below the section's own level. */
export interface Hierarchy {
  lvl0: string
  lvl1: string | null
  lvl2: string | null
  lvl3: string | null
  lvl4: string | null
  lvl5: string | null
  lvl6: string | null
  [level: string]: string | null
}

/** The record of one section of a documentation page, which ingest makes and the dialog shows. */
export interface DocRecord extends SearchRecord {
  hierarchy: Hierarchy
  /** Prose, lists, tables and inline code, as plain text; `null` when the section has none. */
  content: string | null
  /** Fenced code, as plain text: searched last. Absent when the section has none. */
  code?: string
  /** Stored as `lvl1` … `lvl6`. */
  type: HitType
  /** Root-relative, without the site's base, with the anchor: `/guide/install#linux`. */
  url: string
  url_without_anchor: string
  /** Without `#`; empty for the page's lead. */
  anchor: string
  /** BCP 47 tag. `language` is the same value under the name that Docusaurus filters by. */
  lang: string
  language: string
  version?: string
  docusaurus_tag?: string
  tags?: string[]
  /** Texts of links to the section in other pages, in its first record. Absent when there are none. */
  linked_as?: string[]
  /** `level`: 100 − 10·n for a heading of level n. `position`: 0-based order of the section in its page. */
  weight: { pageRank: number; level: number; position: number }
}

/** A list, or for `typoTolerance` a mode: `min` keeps only the lowest number of typos, `strict` the two lowest. */
export type TypoTolerance = boolean | 'min' | 'strict'

/** The words of a query that also match longer terms. */
export type QueryType = 'prefixLast' | 'prefixAll' | 'prefixNone'

/** Words that may be dropped if no record has all of them. */
export type RemoveWordsIfNoResults = 'none' | 'lastWords' | 'firstWords' | 'allOptional'

/** Parameters of a query that settings may have as defaults. */
export interface QueryDefaults {
  hitsPerPage?: number
  attributesToRetrieve?: string[]
  attributesToHighlight?: string[]
  /** `attribute:words`, or `attribute` for 10 words. */
  attributesToSnippet?: string[]
  highlightPreTag?: string
  highlightPostTag?: string
  snippetEllipsisText?: string
  restrictHighlightAndSnippetArrays?: boolean
  typoTolerance?: TypoTolerance
  minWordSizefor1Typo?: number
  minWordSizefor2Typos?: number
  allowTyposOnNumericTokens?: boolean
  disableTypoToleranceOnAttributes?: string[]
  queryType?: QueryType
  removeWordsIfNoResults?: RemoveWordsIfNoResults
  advancedSyntax?: boolean
  /** Of `exactPhrase` and `excludeWords` those that `advancedSyntax` turns on. */
  advancedSyntaxFeatures?: string[]
  optionalWords?: string[]
  /** `true` (for `queryLanguages`) or languages: `en`, those in `latin-endings.ts`; any other is for words in other scripts. */
  ignorePlurals?: boolean | string[]
  removeStopWords?: boolean | string[]
  /** The languages of `ignorePlurals: true` and `removeStopWords: true`; if empty, every language but those of `latin-endings.ts`. */
  queryLanguages?: string[]
  exactOnSingleWordQuery?: 'attribute' | 'none' | 'word'
  /** Of `ignorePlurals`, `ignoreConjugations`, `singleWordSynonym` and `multiWordsSynonym`. */
  alternativesAsExact?: string[]
  disableExactOnAttributes?: string[]
  /** Mark in highlights the word of the query in the place of the synonym that matched. */
  replaceSynonymsInHighlight?: boolean
  enableRules?: boolean
  /** Scores of the filters in one OR are added up, instead of the best one counting. */
  sumOrFiltersScores?: boolean
  facetingAfterDistinct?: boolean
  /** Returned with every answer; rules add to it. */
  renderingContent?: RenderingContent
  distinct?: number | boolean
  maxValuesPerFacet?: number
  sortFacetValuesBy?: 'count' | 'alpha'
  minProximity?: number
  attributeCriteriaComputedByMinProximity?: boolean
  maxFacetHits?: number
  responseFields?: string[]
}

/** The settings of an index. An absent key has the default of `DEFAULT_SETTINGS`. */
export interface IndexSettings extends QueryDefaults {
  /** In order of weight; `unordered(x)` ignores the position inside x; `"a,b"` gives both the same weight. */
  searchableAttributes?: string[]
  /** `attribute`, `searchable(attribute)`, `filterOnly(attribute)`, `afterDistinct(attribute)`. */
  attributesForFaceting?: string[]
  unretrievableAttributes?: string[]
  /** Criteria in order: `typo`, `geo`, `words`, `filters`, `proximity`, `attribute`, `exact`, `custom`. */
  ranking?: string[]
  /** `desc(attribute)` or `asc(attribute)`. */
  customRanking?: string[]
  attributeForDistinct?: string | null
  disableTypoToleranceOnWords?: string[]
  disablePrefixOnAttributes?: string[]
  separatorsToIndex?: string
  camelCaseAttributes?: string[]
  paginationLimitedTo?: number
  [setting: string]: unknown
}

/** A filter of one or two levels: the outer list is AND, an inner list is OR. */
export type FilterList = (string | string[])[]

/** The parameters of one query, in canonical form (lists are lists, numbers are numbers). */
export interface SearchParams extends QueryDefaults {
  query?: string
  /** 0-based. */
  page?: number
  offset?: number
  length?: number
  filters?: string
  facetFilters?: FilterList
  numericFilters?: FilterList
  tagFilters?: FilterList
  optionalFilters?: FilterList
  facets?: string[]
  restrictSearchableAttributes?: string[]
  attributeForDistinct?: string
  getRankingInfo?: boolean
  clickAnalytics?: boolean
  /** False: synonyms are not searched. */
  synonyms?: boolean
  /** Rules with a context apply only where it is named here. */
  ruleContexts?: string[]
  /**
   * `keywordSearch`: by words alone, where the server has a model. `neuralSearch`: with the model at once, without the
   * wait for a pause in typing.
   */
  mode?: 'keywordSearch' | 'neuralSearch'
  /** A shorthand for spoken queries: languages whose plurals and stop words are ignored. */
  naturalLanguages?: string[]
  /** In place of the setting. Only callers inside the server set it; the API refuses it. */
  unretrievableAttributes?: string[]
  /**
   * Most hits of the answer, with each hit of a group counted; it limits query, rules and settings. 0 for no limit. The
   * API refuses it.
   */
  maxHitsPerQuery?: number
  /**
   * Names of parameters that rules may not change. If a filter is among them, filters also apply to records that rules
   * promote. The API refuses it.
   */
  fixedParams?: string[]
  [parameter: string]: unknown
}

/** Data that front ends draw beside the hits. Returned unchanged, except that a rule may set `redirect`. */
export interface RenderingContent {
  redirect?: { url: string }
  [part: string]: unknown
}

/** The records that are nearest to a query by a model, nearest first. */
export interface NearestRecords {
  /** `similarity`: the cosine, −1 to 1. */
  records: readonly { objectID: string; similarity: number }[]
  /** Least similarity of a record that is added to the hits although it does not match. */
  addFrom: number
}

/** One query of a multi-query. */
export interface SearchRequest extends SearchParams {
  /** Only callers inside the server set it; the API refuses it. */
  nearest?: NearestRecords
  indexName: string
  /** `facet` asks for the values of `facet` that match `facetQuery`. */
  type?: 'default' | 'facet'
  facet?: string
  facetQuery?: string
}
