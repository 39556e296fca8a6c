/** The types of the wire for answers: hits with their highlights, facets, errors. */
import type { JsonValue, RenderingContent } from './wire.ts'

/** Whether an attribute has none, some or all words of the query. */
export type MatchLevel = 'none' | 'partial' | 'full'

/** A whole value with its matches between the highlight tags. */
export interface HighlightLeaf {
  value: string
  matchLevel: MatchLevel
  /** Only where something matched. */
  fullyHighlighted?: boolean
  /** The words of the query, normalised, that matched here. */
  matchedWords: string[]
}

/** A value shortened to the words around its matches, which are between the highlight tags. */
export interface SnippetLeaf {
  value: string
  matchLevel: MatchLevel
}

/** Mirrors the record's structure: objects as objects, lists as lists; `null` attributes are absent. */
export type Highlighted<Leaf> = Leaf | Highlighted<Leaf>[] | { [key: string]: Highlighted<Leaf> }

/**
 * The criteria of a hit, with `getRankingInfo`. Records have no places, so `geoDistance` is always 0 and `geoPrecision`
 * 1.
 */
export interface RankingInfo {
  nbTypos: number
  firstMatchedWord: number
  proximityDistance: number
  userScore: number
  geoDistance: number
  geoPrecision: number
  nbExactWords: number
  words: number
  filters: number
  promoted?: boolean
  /** If the ranking has the criterion `relevance`: its points by name, and their sum as `score`. */
  relevance?: Record<string, number>
  /** The match of each word of the query. */
  matches?: WordMatch[]
  /** An addition to the provider's API: of one of the best records by words or by a model, where the two were fused. */
  semantic?: FusionInfo
}

/** The part of a model in the place of a hit (`ranking/fuse-nearest.ts`). */
export interface FusionInfo {
  /** Place by words alone, 1-based; absent after the first hundred. */
  rank?: number
  /** Place among the records that the model found, 1-based, and the cosine of query and record; absent if it is none. */
  place?: number
  similarity?: number
  /** Whether the record comes before all fused ones, in the order by words. */
  isKept?: true
  /** Whether the record does not match the query, and was added. */
  isAdded?: true
}

/** The best match of one word of a query in one record. */
export interface WordMatch {
  /** The word, folded. */
  word: string
  /** Its share of the weights of all words of the query, 0 to 1. */
  weight: number
  /** The share of all records that have it in any form, 0 to 1; absent for a function word of a question (`how`, `the`). */
  frequency?: number
  /** `exact`, `prefix`, `typo` and so on; `none` if the record does not have it. */
  how: string
  /** The term of the record, folded. */
  term?: string
  typos: number
  /** Paths of the attributes that have it in any form. */
  attributes: string[]
}

/** A record that matches a query, with its highlights. */
export interface Hit {
  objectID: string
  _highlightResult?: { [key: string]: Highlighted<HighlightLeaf> }
  _snippetResult?: { [key: string]: Highlighted<SnippetLeaf> }
  _rankingInfo?: RankingInfo
  _distinctSeqID?: number
  [attribute: string]: unknown
}

/** Of the numeric values of a facet in the matching records. */
export interface FacetStats {
  min: number
  max: number
  avg: number
  sum: number
}

/** A query with hits, suggested for a query without. */
export interface Suggestion {
  query: string
  /** The spelling corrected, words left out, or the title of a page that ranks first. */
  kind: 'spelling' | 'relaxed' | 'popular'
}

/** The answer to one query, with `page`, `nbPages` and `hitsPerPage`, or `offset` and `length`, as in the query. */
export interface SearchResponse {
  hits: Hit[]
  nbHits: number
  page?: number
  nbPages?: number
  hitsPerPage?: number
  offset?: number
  length?: number
  query: string
  /** The parameters again, form-encoded. */
  params: string
  index?: string
  processingTimeMS: number
  exhaustiveNbHits?: boolean
  exhaustiveTypo?: boolean
  exhaustiveFacetsCount?: boolean
  /** The same flags under the provider's newer names; answers of a server have them. */
  exhaustive?: { nbHits?: boolean; typo?: boolean; facetsCount?: boolean }
  facets?: Record<string, Record<string, number>>
  facets_stats?: Record<string, FacetStats>
  renderingContent?: RenderingContent
  queryID?: string
  /** The query that was searched, if rules changed it or with `getRankingInfo`. */
  parsedQuery?: string
  queryAfterRemoval?: string
  /** An addition to the provider's API: no record has the quoted phrases, so their words were searched. */
  phrasesAsWords?: true
  /** An addition to the provider's API: queries with hits, for a query without. */
  suggestions?: Suggestion[]
  /** `userData` of the rules that applied. */
  userData?: JsonValue[]
  appliedRules?: { objectID: string }[]
}

/** A value of a facet whose text matches `facetQuery`; `count` is the number of matching records with it. */
export interface FacetHit {
  value: string
  highlighted: string
  count: number
}

/** The answer to a facet-values query. */
export interface FacetValuesResponse {
  facetHits: FacetHit[]
  exhaustiveFacetsCount: boolean
  processingTimeMS: number
}

/** The answer to a multi-query: one result for each request, in order. */
export interface MultiSearchResponse {
  results: (SearchResponse | FacetValuesResponse)[]
}

/** The answer to a call that failed. */
export interface ErrorResponse {
  message: string
  /** The HTTP status again. */
  status: number
}
