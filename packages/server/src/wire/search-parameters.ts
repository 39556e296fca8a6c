/**
 * The search parameters of the wire: every name of the provider with the kind of its value. Other names are refused, so that a
 * mistyped parameter is noticed. Parameters marked `ignored` are removed.
 */
import type { QueryDefaults } from '@docent/engine'
import { LIMITS } from './limits.ts'
import {
  boolean,
  booleanOrList,
  choice,
  distinct,
  filters,
  ignored,
  integer,
  list,
  listOf,
  numericFilters,
  renderingContent,
  text,
  typoTolerance,
  unsupported,
  unsupportedFlag,
  type Parameter,
} from './parameter.ts'

/** The names that `responseFields` accepts: those of the provider. */
const RESPONSE_FIELDS = [
  '*',
  'aroundLatLng',
  'automaticRadius',
  'exhaustive',
  'exhaustiveFacetsCount',
  'exhaustiveNbHits',
  'exhaustiveTypo',
  'facets',
  'facets_stats',
  'hits',
  'hitsPerPage',
  'index',
  'indexUsed',
  'length',
  'nbHits',
  'nbPages',
  'offset',
  'page',
  'params',
  'parsedQuery',
  'phrasesAsWords',
  'processingTimeMS',
  'query',
  'queryAfterRemoval',
  'queryID',
  'renderingContent',
  'serverTimeMS',
  'userData',
  'appliedRules',
  'explain',
  'extensions',
]

/** Parameters of queries whose defaults are settings. */
export const QUERY_DEFAULT_PARAMETERS: Readonly<Record<keyof QueryDefaults, Parameter>> = {
  // 0 is sent by InstantSearch and DocSearch for counts alone, although the provider's own description begins at 1.
  hitsPerPage: integer(0, LIMITS.hitsPerPage),
  attributesToRetrieve: list,
  attributesToHighlight: list,
  attributesToSnippet: list,
  highlightPreTag: text(LIMITS.tagBytes * 4),
  highlightPostTag: text(LIMITS.tagBytes * 4),
  snippetEllipsisText: text(LIMITS.tagBytes),
  restrictHighlightAndSnippetArrays: boolean,
  typoTolerance,
  minWordSizefor1Typo: integer(0, 100),
  minWordSizefor2Typos: integer(0, 100),
  allowTyposOnNumericTokens: boolean,
  disableTypoToleranceOnAttributes: list,
  queryType: choice(['prefixLast', 'prefixAll', 'prefixNone']),
  removeWordsIfNoResults: choice(['none', 'lastWords', 'firstWords', 'allOptional']),
  advancedSyntax: boolean,
  advancedSyntaxFeatures: listOf(['exactPhrase', 'excludeWords']),
  optionalWords: list,
  ignorePlurals: booleanOrList,
  removeStopWords: booleanOrList,
  queryLanguages: list,
  exactOnSingleWordQuery: choice(['attribute', 'none', 'word']),
  alternativesAsExact: listOf(['ignorePlurals', 'ignoreConjugations', 'singleWordSynonym', 'multiWordsSynonym']),
  disableExactOnAttributes: list,
  replaceSynonymsInHighlight: boolean,
  enableRules: boolean,
  sumOrFiltersScores: boolean,
  facetingAfterDistinct: boolean,
  renderingContent,
  distinct,
  maxValuesPerFacet: integer(0, LIMITS.maxValuesPerFacet),
  sortFacetValuesBy: choice(['count', 'alpha']),
  minProximity: integer(1, 100),
  attributeCriteriaComputedByMinProximity: boolean,
  maxFacetHits: integer(0, LIMITS.maxFacetHits),
  responseFields: listOf(RESPONSE_FIELDS),
}

/** Parameters that filter records. */
const FILTER_PARAMETERS: Readonly<Record<string, Parameter>> = {
  filters: text(LIMITS.filtersBytes),
  facetFilters: filters,
  numericFilters,
  tagFilters: filters,
}

/** The parameters of a deletion by filters. */
export const DELETION_PARAMETERS: ReadonlyMap<string, Parameter> = new Map(Object.entries(FILTER_PARAMETERS))

/** Parameters of a query alone. */
const QUERY_PARAMETERS: Readonly<Record<string, Parameter>> = {
  query: text(LIMITS.queryBytes),
  page: integer(0, 1_000_000),
  offset: integer(0, 1_000_000),
  length: integer(0, LIMITS.hitsPerPage),
  ...FILTER_PARAMETERS,
  optionalFilters: filters,
  synonyms: boolean,
  ruleContexts: list,
  naturalLanguages: list,
  facets: list,
  restrictSearchableAttributes: list,
  attributeForDistinct: text(LIMITS.filtersBytes),
  getRankingInfo: boolean,
  mode: choice(['keywordSearch', 'neuralSearch']),
  clickAnalytics: boolean,
  ranking: ignored,
  customRanking: ignored,
}

const IGNORED_NAMES = [
  'analytics',
  'analyticsTags',
  'userToken',
  'enablePersonalization',
  'personalizationImpact',
  'enableABTest',
  'enableReRanking',
  'reRankingApplyFilter',
  'percentileComputation',
  'similarQuery',
  'decompoundQuery',
  'keepDiacriticsOnCharacters',
  'customNormalization',
  'camelCaseAttributes',
  'separatorsToIndex',
  'relevancyStrictness',
  'semanticSearch',
  'extensions',
  'explain',
  'referers',
  'userData',
  'attributeCriteriaComputedBy',
  'indexLanguages',
  'nbHits',
  'cursor',
  'getVersion',
]

/** Parameters of geographic searches. They are refused: ignoring them would return records of any place. */
const GEO_NAMES = [
  'aroundLatLng',
  'aroundRadius',
  'aroundPrecision',
  'minimumAroundRadius',
  'insideBoundingBox',
  'insidePolygon',
]
const NO_PLACES = 'this server does not search by place'
const geo = unsupported(NO_PLACES)

/** By name. A Map, so that no name of a request reaches an object's prototype. */
export const SEARCH_PARAMETERS: ReadonlyMap<string, Parameter> = new Map([
  ...GEO_NAMES.map((name): [string, Parameter] => [name, geo]),
  ['aroundLatLngViaIP', unsupportedFlag(NO_PLACES)],
  ...IGNORED_NAMES.map((name): [string, Parameter] => [name, ignored]),
  ...Object.entries(QUERY_DEFAULT_PARAMETERS),
  ...Object.entries(QUERY_PARAMETERS),
])
