/**
 * Sorts matched records by the criteria of `ranking`, one after the other; each orders only records that are equal in
 * those before. Records that are equal in all keep the order of the build; with a delta, a replacement has the place of
 * the record that it replaces, and additions are before the base, in their order (`placeOf`), as in a build of the same
 * records.
 *
 * Positions cost most. With `relevance` they are read only for the best `REFINED` records, which are then sorted again;
 * with the wire's criteria they are read for all.
 */
import type { ShouldStop } from '../base/deadline.ts'
import { isFunctionWord } from '../analysis/function-words.ts'
import { GROWTH, misspelt, wordsOf } from '../query/evidence.ts'
import type { Expansion } from '../query/expansion.ts'
import type { Match } from '../query/match-words.ts'
import type { QueryWord } from '../query/parse-query.ts'
import { fieldsAt } from '../query/field-mask.ts'
import { fieldsWithRole } from '../query/strength.ts'
import { firstValue, type Column } from '../segment/columns.ts'
import { FIELD_ROLE } from '../segment/fields.ts'
import { columnOf } from '../segment/column-of.ts'
import { type Index, placeOf } from '../segment/open-index.ts'
import { SEARCH_DEFAULTS, parseCustomRanking } from '../base/settings.ts'
import type { IndexSettings, SearchParams } from '../wire.ts'
import type { FusionInfo } from '../wire-answers.ts'
import { type Details, detailsOf } from './positional-criteria.ts'
import { baseRelevance, nearRelevance } from './relevance.ts'
import { createWholeAttributeTest } from './whole-attribute.ts'
import { moveBest } from './top-k.ts'

/** Five pages of hits; readers rarely see later ones, so those are not ordered by nearness of words. */
const REFINED = 100

/** Criteria that need the positions of the words in every record. */
const POSITIONAL: ReadonlySet<string> = new Set(['proximity', 'attribute', 'exact'])

/** Records by number, best first. */
export interface RankedDocs {
  docs: Uint32Array
  /** Whether all of them are in order, not only the first `needed`. */
  isWhole: boolean
  /** The criteria of a record, where they were needed. */
  details: ReadonlyMap<number, Details>
  filterScores: Uint32Array | undefined
  /** By record, the score of the criterion `relevance`, until the next search; absent if it orders nothing. */
  scores: Float64Array | undefined
  /** The records that were fused with those of a model, some of which may not match the query. */
  fused?: ReadonlyMap<number, FusionInfo>
}

/** The matches of a query (`Found`), with the options of its order. */
export interface RankInput {
  words: readonly QueryWord[]
  expansions: readonly Expansion[][]
  match: Match
  fieldMask: number
  /** Scores of `optionalFilters` by record. */
  filterScores: Uint32Array | undefined
  shouldStop: ShouldStop
  /** Read the details of every record, also where the order does not need them. */
  explain: boolean
}

type Compare = (a: number, b: number) => number

const scoreTables = new WeakMap<Index, Float64Array>()

/** Scores by record; valid for the records of the query that filled it. */
function scoreTableOf(index: Index): Float64Array {
  // Deltas share the array of their base, as they share those of `evidence.ts`.
  const owner = index.delta?.base ?? index
  let table = scoreTables.get(owner)
  if (table === undefined || table.length < index.recordCount) {
    table = new Float64Array(table === undefined ? index.recordCount : Math.ceil(index.recordCount * GROWTH))
    scoreTables.set(owner, table)
  }
  return table
}

/** The matched records; the first `needed` of them in order, best first, the others after them. */
export function rankDocs(
  index: Index,
  input: RankInput,
  params: SearchParams,
  settings: IndexSettings,
  needed: number,
): RankedDocs {
  const criteria = criteriaOf(params, settings)
  const { match, words } = input
  const docs = match.docs.slice()
  const details = new Map<number, Details>()
  const byRelevance = words.length > 0 && criteria.includes('relevance')
  const readsAll = words.length > 0 && (input.explain || criteria.some((name) => POSITIONAL.has(name)))
  const read = (some: Uint32Array): void => {
    const options = {
      fieldMask: input.fieldMask,
      exactMask: ~fieldsAt(index, params.disableExactOnAttributes ?? []),
      headingMask: fieldsWithRole(index, FIELD_ROLE.heading),
      minProximity: minProximityOf(params),
      shouldStop: input.shouldStop,
      criteria: readsAll,
      nearestAttribute:
        (input.explain || criteria.includes('attribute')) &&
        (params.attributeCriteriaComputedByMinProximity ?? SEARCH_DEFAULTS.attributeCriteriaComputedByMinProximity),
    }
    for (const [at, each] of detailsOf(index, some, words, input.expansions, match.weights, options).entries()) {
      details.set(some[at] as number, each)
    }
  }
  const scores = scoreTableOf(index)
  const sorted = Math.max(needed, REFINED)
  let candidates = docs.length
  if (byRelevance) {
    // If other criteria are before relevance, the best may have any score.
    const isFirst = criteria.find((name) => name !== 'filters' || input.filterScores !== undefined) === 'relevance'
    const count = isFirst && !readsAll ? sorted : docs.length
    candidates = baseRelevance(index, input, docs, count, scores)
  }
  if (readsAll) read(docs.sort())
  const steps = criteria.flatMap((name) => compareBy(name, index, input, params, settings, details, scores))
  const compare: Compare = (a, b) => {
    for (const step of steps) {
      const difference = step(a, b)
      if (difference !== 0) return difference
    }
    return placeOf(index, a) - placeOf(index, b)
  }
  moveBest(docs.subarray(0, candidates), sorted, compare)
  if (!byRelevance || sorted > REFINED) docs.subarray(0, sorted).sort(compare)
  if (byRelevance) {
    // A record with one of several words has no distances between words.
    const isNear = (doc: number): boolean => words.length === 1 || wordsOf(match.evidence, doc) > 1
    const best = docs.slice(0, REFINED).filter(isNear).sort()
    if (!readsAll) read(best)
    for (const doc of best) scores[doc] = (scores[doc] as number) + nearRelevance(details.get(doc) as Details)
    docs.subarray(0, REFINED).sort(compare)
  }
  return {
    docs,
    isWhole: sorted >= docs.length,
    details,
    filterScores: input.filterScores,
    scores: byRelevance ? scores : undefined,
  }
}

function compareBy(
  name: string,
  index: Index,
  input: RankInput,
  params: SearchParams,
  settings: IndexSettings,
  details: ReadonlyMap<number, Details>,
  scores: Float64Array,
): Compare[] {
  const hasWords = input.words.length > 0
  const detail = (pick: (details: Details) => number): Compare => {
    return (a, b) => pick(details.get(a) as Details) - pick(details.get(b) as Details)
  }
  switch (name) {
    case 'relevance':
      // A difference of scores is a fraction, for which the platform would allocate an object.
      return hasWords
        ? [
            (a, b) =>
              Number((scores[b] as number) > (scores[a] as number)) -
              Number((scores[b] as number) < (scores[a] as number)),
          ]
        : []
    case 'words':
      return hasWords ? [(a, b) => wordsOf(input.match.evidence, b) - wordsOf(input.match.evidence, a)] : []
    case 'typo':
      return hasWords ? [(a, b) => misspelt(input.match.evidence, a) - misspelt(input.match.evidence, b)] : []
    case 'proximity':
      // Above 7 the distance of words does not count: the wire's rule.
      return hasWords && minProximityOf(params) <= 7 ? [detail((each) => each.proximity)] : []
    case 'attribute':
      return hasWords ? [detail((each) => each.attribute)] : []
    case 'exact':
      return hasWords ? exactness(index, input, params, details) : []
    case 'filters': {
      const { filterScores } = input
      return filterScores === undefined ? [] : [(a, b) => (filterScores[b] as number) - (filterScores[a] as number)]
    }
    case 'custom':
      return (settings.customRanking ?? []).map((entry) => compareByColumn(index, entry, input.shouldStop))
    case 'geo':
      return []
    default:
      return /^(?:asc|desc)\(/.test(name) ? [compareByColumn(index, name, input.shouldStop)] : []
  }
}

/** The criteria in order; with `typoTolerance: 'strict'` typos come first. */
function criteriaOf(params: SearchParams, settings: IndexSettings): string[] {
  const criteria = settings.ranking ?? SEARCH_DEFAULTS.ranking
  return params.typoTolerance === 'strict' ? ['typo', ...criteria.filter((name) => name !== 'typo')] : criteria
}

/** By the number of words that match exactly; a query of one word by `exactOnSingleWordQuery`. */
function exactness(
  index: Index,
  input: RankInput,
  params: SearchParams,
  details: ReadonlyMap<number, Details>,
): Compare[] {
  const mode = params.exactOnSingleWordQuery ?? SEARCH_DEFAULTS.exactOnSingleWordQuery
  const [word] = input.words
  if (input.words.length > 1 || word === undefined) {
    return [(a, b) => (details.get(b) as Details).exact - (details.get(a) as Details).exact]
  }
  // Function words are in nearly every record, so they are no evidence.
  if (mode === 'none' || (mode === 'word' && isFunctionWord(word.term))) return []
  const exact = (doc: number): number => (details.get(doc) as Details).exact
  if (mode === 'word') return [(a, b) => exact(b) - exact(a)]
  const isWhole = createWholeAttributeTest(index, input.expansions[0] ?? [], input.fieldMask, params, input.shouldStop)
  const whole = (doc: number): number => (exact(doc) > 0 && isWhole(doc) ? 1 : 0)
  return [(a, b) => whole(b) - whole(a)]
}

function minProximityOf(params: SearchParams): number {
  return params.minProximity ?? SEARCH_DEFAULTS.minProximity
}

/** By the value of an attribute; records without one are last. */
function compareByColumn(index: Index, entry: string, shouldStop: ShouldStop): Compare {
  const { attribute, descending } = parseCustomRanking(entry)
  const column = columnOf(index, attribute, shouldStop)
  const sign = descending ? -1 : 1
  return (a, b) => {
    const left = firstValue(column, a)
    const right = firstValue(column, b)
    if (left === right) return 0
    if (left < 0 || right < 0) return left < 0 ? 1 : -1
    return sign * compareValues(column, left, right)
  }
}

function compareValues(column: Column, left: number, right: number): number {
  if (column.numbers === undefined) return left - right
  const difference = (column.numbers[left] as number) - (column.numbers[right] as number)
  return Number.isNaN(difference) ? left - right : difference
}
