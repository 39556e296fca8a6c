/** Facet counts and facet search over the records of a match. */
import { isHidden, setOwn } from '../base/attributes.ts'
import { fold } from '../analysis/fold.ts'
import { type ShouldStop, stopIfAsked } from '../base/deadline.ts'
import { EngineError } from '../base/errors.ts'
import { ENGINE_LIMITS } from '../base/limits.ts'
import { type Column, eachValue } from '../segment/columns.ts'
import { columnOf } from '../segment/column-of.ts'
import type { Index } from '../segment/open-index.ts'
import { attributeOfFacet, SEARCH_DEFAULTS, isCountedAfterDistinct, isSearchableFacet } from '../base/settings.ts'
import type { IndexSettings, SearchParams } from '../wire.ts'
import type { FacetHit, FacetStats } from '../wire-answers.ts'
import { tagsOf, tagText } from './tags.ts'

/** Numbers of matching records by attribute and value, as `facets` and `facets_stats` of the answer. */
export interface FacetCounts {
  facets: Record<string, Record<string, number>>
  stats: Record<string, FacetStats>
}

/** The matching records, and the best one of each group. */
export interface CountedDocs {
  all: Uint32Array
  best: Uint32Array
}

/** A facet whose values an answer counts. */
export interface CountedFacet {
  attribute: string
  /** Only the best record of each group counts. */
  afterDistinct: boolean
}

/** The requested facets that the settings declare, without those that the sender may not see. `params` have the settings as defaults. */
export function countedFacets(params: SearchParams, settings: IndexSettings): CountedFacet[] {
  const entries = (settings.attributesForFaceting ?? []).filter((entry) => !entry.includes('filterOnly('))
  const declared = entries.map(attributeOfFacet).filter((name) => !isHidden(name, params))
  const grouped = new Set(entries.filter(isCountedAfterDistinct).map(attributeOfFacet))
  const requested = params.facets ?? []
  const names = requested.includes('*') ? declared : requested.filter((name) => declared.includes(name))
  return [...new Set(names)].map((attribute) => ({
    attribute,
    afterDistinct: params.facetingAfterDistinct || grouped.has(attribute),
  }))
}

/**
 * Counts of the requested facets, over all records, or with `facetingAfterDistinct` or `afterDistinct(attribute)` over
 * the best record of each group.
 */
export function countFacets(
  index: Index,
  docs: CountedDocs,
  params: SearchParams,
  shouldStop: ShouldStop,
): FacetCounts {
  const limit = Math.min(params.maxValuesPerFacet ?? SEARCH_DEFAULTS.maxValuesPerFacet, ENGINE_LIMITS.facetValues)
  const byCount = (params.sortFacetValuesBy ?? SEARCH_DEFAULTS.sortFacetValuesBy) === 'count'
  const result: FacetCounts = { facets: {}, stats: {} }
  for (const { attribute: name, afterDistinct } of countedFacets(params, index.settings)) {
    stopIfAsked(shouldStop)
    const column = columnOf(index, name, shouldStop)
    const counts = countValues(column, afterDistinct ? docs.best : docs.all)
    const found = sortedValues(counts, byCount).slice(0, limit)
    if (found.length === 0) continue
    const valueCounts = found.map((value) => [column.values[value] as string, counts[value] as number] as const)
    setOwn(result.facets, name, Object.fromEntries(valueCounts))
    const stats = statsOf(column, counts)
    if (stats !== undefined) setOwn(result.stats, name, stats)
  }
  return result
}

function countValues(column: Column, docs: Uint32Array): Uint32Array {
  const counts = new Uint32Array(column.values.length)
  for (const doc of docs) eachValue(column, doc, (value) => (counts[value] = (counts[value] as number) + 1))
  return counts
}

/** Numbers of the values that occur, by count or by text; equal counts by text. */
function sortedValues(counts: Uint32Array, byCount: boolean): number[] {
  const values: number[] = []
  for (let value = 0; value < counts.length; value++) if (counts[value] !== 0) values.push(value)
  return byCount ? values.sort((a, b) => (counts[b] as number) - (counts[a] as number) || a - b) : values
}

function statsOf(column: Column, counts: Uint32Array): FacetStats | undefined {
  if (column.numbers === undefined) return undefined
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  let sum = 0
  let total = 0
  for (const [value, number] of column.numbers.entries()) {
    const count = counts[value] as number
    if (count === 0 || Number.isNaN(number)) continue
    min = Math.min(min, number)
    max = Math.max(max, number)
    sum += number * count
    total += count
  }
  return total === 0 ? undefined : { min, max, avg: sum / total, sum }
}

/** A value of a facet, and the number of records with it. */
export interface CountedValue {
  value: string
  count: number
}

/**
 * Values of a facet in which each word of `facetQuery` is a prefix of a word, most frequent first.
 * Throws `parameter_invalid` if the attribute is not declared as `searchable(attribute)`.
 */
export function searchValues(
  index: Index,
  facet: string,
  facetQuery: string,
  docs: Uint32Array,
  params: SearchParams,
  shouldStop: ShouldStop,
): FacetHit[] {
  requireSearchable(facet, params, index.settings)
  const column = columnOf(index, facet, shouldStop)
  const counts = countValues(column, docs)
  const byCount = (params.sortFacetValuesBy ?? SEARCH_DEFAULTS.sortFacetValuesBy) === 'count'
  const values = sortedValues(counts, byCount)
  const counted = values.map((at) => ({ value: column.values[at] as string, count: counts[at] as number }))
  return matchValues(counted, facetQuery, params, shouldStop)
}

/** Throws `parameter_invalid` if the attribute is not declared as `searchable(attribute)`, or the sender may not see it. */
export function requireSearchable(facet: string, params: SearchParams, settings: IndexSettings): void {
  const declared = (settings.attributesForFaceting ?? []).filter((entry) => attributeOfFacet(entry) === facet)
  if (declared.some(isSearchableFacet) && !isHidden(facet, params)) return
  throw new EngineError(
    'parameter_invalid',
    `Cannot search in the values of ${facet}; declare it as searchable(${facet}) in attributesForFaceting, not hidden.`,
  )
}

/** The `values` in which each word of `facetQuery` is a prefix of a word, at most `maxFacetHits`, in order. */
export function matchValues(
  values: readonly CountedValue[],
  facetQuery: string,
  params: SearchParams,
  shouldStop?: ShouldStop,
): FacetHit[] {
  const wanted = wordsWithOffsets(facetQuery).map((word) => word.term)
  const limit = Math.min(params.maxFacetHits ?? SEARCH_DEFAULTS.maxFacetHits, ENGINE_LIMITS.facetHits)
  const tags = tagsOf(params)
  const hits: FacetHit[] = []
  for (const { value, count } of values) {
    if (hits.length === limit) break
    stopIfAsked(shouldStop)
    const words = wordsWithOffsets(value)
    const marks = wanted.map((term) => words.find((word) => word.term.startsWith(term)))
    if (marks.some((mark) => mark === undefined)) continue
    const ranges = marks
      .flatMap((mark, at) =>
        mark === undefined ? [] : [{ start: mark.start, end: endOfFolded(value, mark, wanted[at] as string) }],
      )
      .sort((a, b) => a.start - b.start)
    hits.push({ value, highlighted: tagText(value, ranges, tags), count })
  }
  return hits
}

interface ValueWord {
  term: string
  start: number
  end: number
}

/** Words of a value: runs of letters, digits and marks, folded. */
function wordsWithOffsets(text: string): ValueWord[] {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map((match) => ({
    term: fold(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }))
}

function endOfFolded(text: string, word: ValueWord, prefix: string): number {
  for (let end = word.start + 1; end < word.end; end++) {
    if (fold(text.slice(word.start, end)).length >= prefix.length && !/^[\p{M}\p{Cs}]/u.test(text.slice(end)))
      return end
  }
  return word.end
}
