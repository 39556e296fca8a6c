/** Limits of one search, each with its reason. */

/**
 * Queries, filters and ranges of hits above a limit throw an `EngineError`; facet values, facet hits and highlighted
 * text are cut.
 */
export const ENGINE_LIMITS = {
  /** Bytes of a query in UTF-8: the wire's limit. */
  queryBytes: 512,
  /** Words of a query that are matched; no heading has more, and each costs a walk over its postings. */
  queryWords: 32,
  /** UTF-16 units of `filters`: more than front ends send, few enough to be parsed in about a millisecond. */
  filterUnits: 16_384,
  /** Conditions in all filters of a query together: each costs a walk over a column. */
  filterConditions: 1_000,
  /** Hits of one answer: the wire's limit. */
  hitsPerPage: 1_000,
  /** Values of one facet in an answer: the wire's limit. */
  facetValues: 1_000,
  /** Hits of a search for facet values: the wire's limit. */
  facetHits: 100,
  /** UTF-16 units of one value that are highlighted: the wire's limit. */
  highlightUnits: 50_000,
} as const
