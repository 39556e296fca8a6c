/** Settings of an index: the defaults, those for documentation, and those that the bytes of the file depend on. */
import type { IndexSettings, SearchParams } from '../wire.ts'

/** The defaults that a search reads: a bundle for browsers has these only. */
export const SEARCH_DEFAULTS = {
  unretrievableAttributes: [],
  attributesToRetrieve: ['*'],
  attributesToSnippet: [],
  ranking: ['typo', 'geo', 'words', 'filters', 'proximity', 'attribute', 'exact', 'custom'],
  hitsPerPage: 20,
  paginationLimitedTo: 1000,
  maxValuesPerFacet: 100,
  sortFacetValuesBy: 'count',
  maxFacetHits: 10,
  highlightPreTag: '<em>',
  highlightPostTag: '</em>',
  snippetEllipsisText: '…',
  restrictHighlightAndSnippetArrays: false,
  typoTolerance: true,
  minWordSizefor1Typo: 4,
  minWordSizefor2Typos: 8,
  allowTyposOnNumericTokens: true,
  queryType: 'prefixLast',
  removeWordsIfNoResults: 'none',
  advancedSyntaxFeatures: ['exactPhrase', 'excludeWords'],
  exactOnSingleWordQuery: 'attribute',
  alternativesAsExact: ['ignorePlurals', 'singleWordSynonym'],
  minProximity: 1,
  attributeCriteriaComputedByMinProximity: false,
} satisfies IndexSettings

/** Every setting that the engine reads, with the wire's default. */
export const DEFAULT_SETTINGS = {
  ...SEARCH_DEFAULTS,
  searchableAttributes: [],
  attributesForFaceting: [],
  customRanking: [],
  attributeForDistinct: null,
  distinct: false,
  disableTypoToleranceOnAttributes: [],
  disableTypoToleranceOnWords: [],
  disablePrefixOnAttributes: [],
  advancedSyntax: false,
  optionalWords: [],
  ignorePlurals: false,
  removeStopWords: false,
  queryLanguages: [],
  disableExactOnAttributes: [],
  replaceSynonymsInHighlight: false,
  enableRules: true,
  sumOrFiltersScores: false,
  facetingAfterDistinct: false,
  separatorsToIndex: '',
  camelCaseAttributes: [],
  responseFields: ['*'],
} satisfies IndexSettings

/**
 * Settings for records of documentation, unless a site gives others.
 *
 * `ranking` has a criterion that the wire does not have, `relevance`: one score of the rarity of the matched words, their
 * fields, their share of a heading, and their nearness (`ranking/relevance.ts`). It replaces typo, attribute, proximity
 * and exact, each of which decides too much before the next one counts. Settings with the wire's criteria rank by those.
 */
export const DOCS_SETTINGS = {
  searchableAttributes: [
    'unordered(hierarchy.lvl1)',
    'unordered(hierarchy.lvl2)',
    'unordered(hierarchy.lvl3)',
    'unordered(hierarchy.lvl4)',
    'unordered(hierarchy.lvl5)',
    'unordered(hierarchy.lvl6)',
    'unordered(hierarchy.lvl0)',
    'content',
    'code',
    'linked_as',
  ],
  attributesForFaceting: [
    'type',
    'searchable(hierarchy.lvl0)',
    'searchable(lang)',
    'searchable(language)',
    'searchable(version)',
    'docusaurus_tag',
    'searchable(tags)',
  ],
  attributesToRetrieve: [
    'hierarchy',
    'content',
    'anchor',
    'url',
    'url_without_anchor',
    'type',
    'lang',
    'language',
    'version',
    'docusaurus_tag',
    'tags',
  ],
  attributesToHighlight: ['hierarchy', 'content'],
  attributesToSnippet: ['content:10'],
  // Clients for docs look for this class where they do not give tags of their own: docsearch.js 2, the search page of Docusaurus.
  highlightPreTag: '<span class="algolia-docsearch-suggestion--highlight">',
  highlightPostTag: '</span>',
  ranking: ['filters', 'relevance', 'custom'],
  customRanking: ['desc(weight.pageRank)', 'desc(weight.level)', 'asc(weight.position)'],
  distinct: true,
  attributeForDistinct: 'url',
  minWordSizefor1Typo: 4,
  minWordSizefor2Typos: 8,
  allowTyposOnNumericTokens: false,
  ignorePlurals: true,
  removeStopWords: true,
  advancedSyntax: true,
  removeWordsIfNoResults: 'allOptional',
  attributeCriteriaComputedByMinProximity: true,
} satisfies IndexSettings

/**
 * The settings that the bytes of an index depend on, as a text: if it changes, the index needs a new build. Every other
 * setting takes effect at the next search.
 */
export function buildSettingsKey(settings: IndexSettings): string {
  const facets = settings.attributesForFaceting ?? DEFAULT_SETTINGS.attributesForFaceting
  const custom = settings.customRanking ?? DEFAULT_SETTINGS.customRanking
  return JSON.stringify([
    settings.searchableAttributes ?? DEFAULT_SETTINGS.searchableAttributes,
    [...new Set(facets.map(attributeOfFacet))].sort(),
    [...new Set(custom.map((entry) => parseCustomRanking(entry).attribute))].sort(),
    settings.attributeForDistinct ?? DEFAULT_SETTINGS.attributeForDistinct,
  ])
}

/** The parameters of a query, with the settings where the query has none. */
export function withDefaults(params: SearchParams, settings: IndexSettings): SearchParams {
  const full: SearchParams = { ...(settings as SearchParams) }
  const { naturalLanguages } = params
  if (naturalLanguages !== undefined && naturalLanguages.length > 0) {
    // The wire's shorthand for these, where the query does not name them itself.
    full.ignorePlurals = full.removeStopWords = full.queryLanguages = naturalLanguages
    full.removeWordsIfNoResults = 'allOptional'
  }
  for (const [name, value] of Object.entries(params)) if (value !== undefined) full[name] = value
  return full
}

/** The attribute in `attribute`, `searchable(attribute)`, `filterOnly(attribute)`, `afterDistinct(attribute)`. */
export function attributeOfFacet(entry: string): string {
  const match = /^\w+\((.*)\)$/.exec(entry.trim())
  return match === null ? entry.trim() : attributeOfFacet(match[1] as string)
}

/** Whether the facet of an entry of `attributesForFaceting` is counted after grouping. */
export function isCountedAfterDistinct(entry: string): boolean {
  return /\bafterDistinct\(/.test(entry)
}

/**
 * Whether a setting (`ignorePlurals`, `removeStopWords`) is on for English: `true` for all languages, or for those of
 * `queryLanguages`; or a list of languages.
 */
export function isOnForEnglish(
  setting: boolean | readonly string[] | undefined,
  queryLanguages: readonly string[] = [],
): boolean {
  return isOnForLanguages(setting, queryLanguages, (language) => language === 'en')
}

/** As `isOnForEnglish`, for the languages that `isMeant` accepts. */
export function isOnForLanguages(
  setting: boolean | readonly string[] | undefined,
  queryLanguages: readonly string[] = [],
  isMeant: (language: string) => boolean,
): boolean {
  if (Array.isArray(setting)) return setting.some(isMeant)
  return setting === true && (queryLanguages.length === 0 || queryLanguages.some(isMeant))
}

/** Whether the ranking has the criterion `relevance`, with which words may be abbreviated or missing. */
export function isRankedByRelevance({ ranking }: IndexSettings): boolean {
  return ranking?.includes('relevance') === true
}

/** Whether facet values of an entry of `attributesForFaceting` may be searched. */
export function isSearchableFacet(entry: string): boolean {
  return /\bsearchable\(/.test(entry)
}

/** `desc(attribute)` or `asc(attribute)`. */
export function parseCustomRanking(entry: string): { attribute: string; descending: boolean } {
  const match = /^(asc|desc)\((.*)\)$/.exec(entry.trim())
  return match === null
    ? { attribute: entry.trim(), descending: true }
    : { attribute: (match[2] as string).trim(), descending: match[1] === 'desc' }
}

/** An entry of `searchableAttributes`, parsed; `ordered` unless it is written `unordered(path)`. */
export interface SearchableAttribute {
  path: string
  /** Position in the list; attributes in one string share it. */
  priority: number
  /** Whether the position of a word inside the attribute counts. */
  ordered: boolean
}

/** `searchableAttributes` taken apart, in order. */
export function parseSearchableAttributes(entries: readonly string[]): SearchableAttribute[] {
  return entries.flatMap((entry, priority) =>
    entry.split(',').map((part) => {
      const match = /^\s*(ordered|unordered)\((.*)\)\s*$/.exec(part)
      return match === null
        ? { path: part.trim(), priority, ordered: true }
        : { path: (match[2] as string).trim(), priority, ordered: match[1] === 'ordered' }
    }),
  )
}
