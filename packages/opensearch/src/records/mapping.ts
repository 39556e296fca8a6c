/**
 * The OpenSearch index of one generation of a Docent index: its settings and the fields of its documents.
 *
 * Text is analysed by the engine, at index and at query time; the cluster receives terms. Fields for searching are below
 * `search`, which is not part of the stored source:
 *
 *   search.terms      terms with their positions: positions are divided by `PLACE`, terms of one position by `BESIDE`
 *   search.words      the same terms, each once, as a column, for `term-lists.ts`
 *   search.stems      roots of inflections (`inflectionRoot`)
 *   search.within     attribute (`fieldName`), `OF`, term: for searches that are restricted to some attributes
 *   search.own        terms and, after `ROOT`, roots in the record's own heading; search.trail: in all its headings
 *   search.heading    letters of the own heading, whole and without label and arguments; search.name: of the page's address
 *   search.values     attribute, `OF`, value in lower case, of every value of the record: for filters
 *   search.numbers    attribute, `OF`, number as `sortableNumber`: for numeric filters
 *   search.facets.*   values of the attributes that are facets; search.stats.* their numbers
 *   search.sort.*     `n` and `t`: number and text by which `customRanking` compares
 *   search.group      value of `attributeForDistinct`; of a record without one, a value that no other record has
 *
 * A set of terms is one text, divided by `PLACE`, not a list: a node indexes it in a third less time. The dividers are ASCII
 * characters that JSON does not escape, because escapes are slow on both sides.
 */
import { attributeOfFacet, buildSettingsKey, type IndexSettings } from '@docent/engine'
import { sortAttributes } from '@docent/server/backend'

/** DEL, which no term contains: between terms of one position, and the only character of a position without a term. */
const BESIDE = '\u007f'
/** Between the positions of a text, and between the terms of a set. */
export const PLACE = ' '
/** Between an attribute and its value or term; before the root of an inflection. */
export const OF = '\u007f'
/** Before the root of an inflection in `search.own` and `search.trail`; no term begins with it. */
export const ROOT = '\u007f'

/** Format of the documents, for operators: an index with another one is complete again after a new `docent index`. */
const FORM = 4

/** Longest value of a facet, in UTF-16 units; Lucene takes 32,766 bytes. */
const LONGEST_FACET = 8_191

/** The last hit that paging can reach. */
const LAST_HIT = 1_000_000

/** The field with the bytes of a record's JSON, for the sizes in lists. */
export const BYTES_FIELD = 'recordBytes'

/**
 * Number of attempts of OpenSearch to open a shard before it waits for an operator. The default of 5 is too small, because obstacles
 * after a loss of nodes disappear by themselves.
 */
export const MAX_ALLOCATIONS = 100

/** The analyzers of the fields: `terms` of positions and the terms at each, `set` of terms alone. */
const ANALYSIS = {
  tokenizer: { places: { type: 'char_group', tokenize_on_chars: [PLACE], max_token_length: 1_000_000 } },
  filter: {
    beside: { type: 'pattern_capture', preserve_original: false, patterns: [`([^${BESIDE}]+)`] },
    nothing: { type: 'stop', stopwords: [BESIDE] },
  },
  analyzer: {
    terms: { type: 'custom', tokenizer: 'places', filter: ['beside', 'nothing'] },
    set: { type: 'custom', tokenizer: 'places' },
  },
} as const

/** Body of the request that creates the index. */
export function createIndexBody(
  settings: IndexSettings,
  { shards, replicas }: { shards: number; replicas: number },
): object {
  return {
    settings: {
      index: {
        number_of_shards: shards,
        number_of_replicas: replicas,
        refresh_interval: '-1',
        allocation: { max_retries: MAX_ALLOCATIONS },
        max_result_window: LAST_HIT,
        mapping: { total_fields: { limit: 10_000 } },
        analysis: ANALYSIS,
      },
    },
    mappings: {
      dynamic: false,
      _meta: { form: FORM },
      _source: { excludes: ['search'] },
      properties: {
        id: { type: 'keyword' },
        task: { type: 'long' },
        position: { type: 'long' },
        hash: { type: 'keyword', index: false },
        record: { type: 'object', enabled: false },
        [BYTES_FIELD]: { type: 'integer' },
        search: { properties: searchFields(settings) },
      },
    },
  }
}

/** The fields that searches match, filter, count and sort by. */
function searchFields(settings: IndexSettings): object {
  const keyword = { type: 'keyword', doc_values: false, norms: false }
  // A set of terms, divided by `PLACE`.
  const set = { type: 'text', analyzer: 'set', index_options: 'docs', norms: false }
  const column = { type: 'keyword', ignore_above: LONGEST_FACET }
  const facets = facetAttributes(settings).map(fieldName)
  const sorted = sortAttributes(settings).map(fieldName)
  const each = (names: readonly string[], field: object): object => ({
    properties: Object.fromEntries(names.map((name) => [name, field])),
  })
  return {
    terms: { type: 'text', analyzer: 'terms', norms: true },
    words: { type: 'keyword', index: false },
    stems: set,
    within: set,
    own: set,
    trail: set,
    heading: keyword,
    name: keyword,
    level: keyword,
    body: { type: 'integer', index: false },
    paths: { type: 'keyword' },
    values: keyword,
    numbers: keyword,
    group: { type: 'keyword' },
    facets: each(facets, column),
    stats: each(facets, { type: 'double', index: false }),
    sort: each(sorted, { properties: { n: { type: 'double', index: false }, t: { ...column, index: false } } }),
  }
}

/** Whether a change of settings from `before` to `after` requires other documents. */
export function needsRebuild(before: IndexSettings, after: IndexSettings): boolean {
  const sortsOf = (settings: IndexSettings): string => sortAttributes(settings).join()
  return buildSettingsKey(before) !== buildSettingsKey(after) || sortsOf(before) !== sortsOf(after)
}

/** Attributes that are counted as facets. */
export function facetAttributes(settings: IndexSettings): string[] {
  return [...new Set((settings.attributesForFaceting ?? []).map(attributeOfFacet))].sort()
}

/** An attribute as the name of a field: a name with dots would be an object. */
export function fieldName(attribute: string): string {
  return attribute.replace(/[^A-Za-z0-9_]/g, (character) => `-${character.codePointAt(0)?.toString(16)}-`)
}

/** The text of `search.terms` for the terms at each position of a value. */
export function placesText(places: readonly (readonly string[])[]): string {
  return places.map((terms) => (terms.length === 0 ? BESIDE : terms.join(BESIDE))).join(PLACE)
}
