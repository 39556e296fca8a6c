/**
 * Which records the filters of a query let through, and what optional filters are worth.
 *
 * Every spelling (`filters`, `facetFilters`, `numericFilters`, `tagFilters`) becomes the same: a list of groups, all of
 * which must hold, each a list of conditions of which one must hold.
 */
import { type ShouldStop, stopIfAsked } from '../deadline.ts'
import { EngineError } from '../errors.ts'
import { ENGINE_LIMITS } from '../limits.ts'
import { type Column, eachValue } from '../segment/columns.ts'
import { columnOf } from '../segment/column-of.ts'
import type { Index } from '../segment/open-index.ts'
import type { FilterList, SearchParams } from '../wire.ts'
import { parseFilters, readScore } from './parse-filters.ts'

export type NumericOperator = '<' | '<=' | '=' | '!=' | '>' | '>='

/** One condition on one attribute. */
export type Condition =
  | { kind: 'value'; attribute: string; value: string; negated: boolean; score: number }
  | { kind: 'compare'; attribute: string; operator: NumericOperator; number: number; negated: boolean; score: number }
  | { kind: 'range'; attribute: string; low: number; high: number; negated: boolean; score: number }

/** Of the conditions in an inner list one must hold; all inner lists must. */
export type FilterGroups = Condition[][]

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/
const RANGE = /^(-?\d+(?:\.\d+)?)\s+(?:TO|to)\s+(-?\d+(?:\.\d+)?)$/
const SCORE = /<score=(\d+)>$/

/** All filters of a query. Throws `filter_invalid` or `filter_too_large`. */
export function filtersOf(params: SearchParams): FilterGroups {
  const groups = [
    ...parseFilters(params.filters ?? ''),
    ...readList(params.facetFilters, 'facetFilters', facetCondition),
    ...readList(params.numericFilters, 'numericFilters', numericCondition),
    ...readList(params.tagFilters, 'tagFilters', tagCondition),
  ]
  const count = groups.reduce((sum, group) => sum + group.length, 0)
  if (count > ENGINE_LIMITS.filterConditions) {
    throw new EngineError(
      'filter_too_large',
      `The filters have ${count} conditions, at most ${ENGINE_LIMITS.filterConditions} are allowed; use fewer.`,
      { expected: ENGINE_LIMITS.filterConditions, got: count },
    )
  }
  return groups
}

function readList(
  list: FilterList | undefined,
  parameter: string,
  read: (entry: string, parameter: string) => Condition,
): FilterGroups {
  if (list === undefined) return []
  return list
    .map((entry) => (Array.isArray(entry) ? entry : [entry]).map((item) => read(item, parameter)))
    .filter((group) => group.length > 0)
}

/** `attribute:value`, `attribute:-value` (not), `attribute:\-value` (a value that begins with a dash). */
function facetCondition(entry: string, parameter: string): Condition {
  const colon = entry.indexOf(':')
  if (colon <= 0) throw invalid(parameter, entry, 'attribute:value')
  const scored = SCORE.exec(entry)
  const text = entry.slice(colon + 1, scored === null ? undefined : scored.index)
  const lead = entry.startsWith('-') && parameter === 'optionalFilters'
  return {
    kind: 'value',
    attribute: entry.slice(lead ? 1 : 0, colon).trim(),
    value: text.replace(/^\\?-/, (dash) => (dash === '-' ? '' : '-')),
    negated: text.startsWith('-') || lead,
    score: scored === null ? 1 : readScore(scored[1] as string),
  }
}

/** `attribute < 5` or `attribute: 5 TO 10`; names may hold operators and colons, numbers do not, so the last one counts. */
function numericCondition(entry: string, parameter: string): Condition {
  const colon = entry.lastIndexOf(':')
  const range = RANGE.exec(entry.slice(colon + 1).trim())
  const named = entry.slice(0, Math.max(0, colon)).trim()
  if (range !== null && named !== '') {
    const [, low, high] = range
    return { kind: 'range', attribute: named, low: Number(low), high: Number(high), negated: false, score: 1 }
  }
  const last = Math.max(entry.lastIndexOf('<'), entry.lastIndexOf('='), entry.lastIndexOf('>'))
  const start = entry[last] === '=' && '<>!'.includes(entry[last - 1] ?? ' ') ? last - 1 : last
  const attribute = entry.slice(0, Math.max(0, start)).trim()
  const number = entry.slice(last + 1).trim()
  if (attribute === '' || !NUMBER.test(number)) throw invalid(parameter, entry, 'attribute < 5')
  return {
    kind: 'compare',
    attribute,
    operator: entry.slice(start, last + 1) as NumericOperator,
    number: Number(number),
    negated: false,
    score: 1,
  }
}

function tagCondition(entry: string): Condition {
  const negated = entry.startsWith('-')
  return { kind: 'value', attribute: '_tags', value: entry.slice(negated ? 1 : 0), negated, score: 1 }
}

function invalid(parameter: string, entry: string, example: string): EngineError {
  return new EngineError('filter_invalid', `"${entry}" in ${parameter} is not a filter; write it as ${example}.`, {
    parameter,
    entry,
  })
}

/** 1 for each record that all groups let through; undefined if there are none. */
export function allowedBy(index: Index, groups: FilterGroups, shouldStop: ShouldStop): Uint8Array | undefined {
  if (groups.length === 0) return undefined
  const allowed = new Uint8Array(index.recordCount).fill(1)
  for (const group of groups) {
    const any = new Uint8Array(index.recordCount)
    for (const condition of group) mark(index, condition, any, shouldStop)
    for (let doc = 0; doc < allowed.length; doc++) allowed[doc] = (allowed[doc] as number) & (any[doc] as number)
  }
  return allowed
}

function mark(index: Index, condition: Condition, target: Uint8Array, shouldStop: ShouldStop): void {
  stopIfAsked(shouldStop)
  const column = columnOf(index, condition.attribute, shouldStop)
  const accepted = acceptedValues(column, condition)
  for (let doc = 0; doc < target.length; doc++) {
    if (target[doc] === 1) continue
    let holds = false
    eachValue(column, doc, (value) => {
      if (accepted[value] === 1) holds = true
    })
    if (holds !== condition.negated) target[doc] = 1
  }
}

function acceptedValues(column: Column, condition: Condition): Uint8Array {
  const accepted = new Uint8Array(column.values.length)
  const wanted = condition.kind === 'value' ? condition.value.toLowerCase() : ''
  const caseSensitive = condition.attribute === '_tags'
  for (const [at, value] of column.values.entries()) {
    const number = column.numbers?.[at] ?? Number.NaN
    if (condition.kind === 'value') {
      accepted[at] = Number(caseSensitive ? value === condition.value : value.toLowerCase() === wanted)
    } else if (condition.kind === 'range') {
      accepted[at] = Number(number >= condition.low && number <= condition.high)
    } else {
      accepted[at] = Number(compare(number, condition.operator, condition.number))
    }
  }
  return accepted
}

function compare(left: number, operator: NumericOperator, right: number): boolean {
  switch (operator) {
    case '<':
      return left < right
    case '<=':
      return left <= right
    case '=':
      return left === right
    case '!=':
      return !Number.isNaN(left) && left !== right
    case '>':
      return left > right
    case '>=':
      return left >= right
  }
}

/**
 * What the filters of a query are worth by record: of each group the best score of the conditions that hold, or with
 * `sumOrFiltersScores` their sum; the groups are added up. A negated condition of `optionalFilters` takes away. Groups
 * of `filters` and `facetFilters` count where they name scores or scores are summed: else all that pass are equal.
 */
export function filterScores(index: Index, params: SearchParams, shouldStop: ShouldStop): Uint32Array | undefined {
  const { groups, summed } = scoredFilters(params)
  if (groups.length === 0) return undefined
  // Scores begin in the middle, so that what is demoted stays above zero.
  const scores = new Uint32Array(index.recordCount).fill(0x8000_0000)
  for (const group of groups) addScores(index, group, summed, scores, shouldStop)
  return scores
}

/**
 * The filters that give scores: of each group the best counts, or with `summed` all. What is demoted has a score below 0
 * in the place of a negation.
 */
export function scoredFilters(params: SearchParams): { groups: FilterGroups; summed: boolean } {
  const summed = params.sumOrFiltersScores === true
  const required = [
    ...parseFilters(params.filters ?? ''),
    ...readList(params.facetFilters, 'facetFilters', facetCondition),
  ].filter((group) => group.length > 1 && (summed || group.some((each) => each.score !== 1)))
  const optional = readList(params.optionalFilters, 'optionalFilters', facetCondition).map((group) =>
    group.map((each) => (each.negated ? { ...each, negated: false, score: -each.score } : each)),
  )
  return { groups: [...required, ...optional], summed }
}

function addScores(
  index: Index,
  group: readonly Condition[],
  summed: boolean,
  scores: Uint32Array,
  shouldStop: ShouldStop,
): void {
  const gained = new Int32Array(index.recordCount)
  for (const condition of group) {
    const holds = new Uint8Array(index.recordCount)
    mark(index, condition, holds, shouldStop)
    const { score } = condition
    for (let doc = 0; doc < holds.length; doc++) {
      if (holds[doc] === 0) continue
      const before = gained[doc] as number
      if (summed) gained[doc] = before + score
      else gained[doc] = score < 0 ? Math.min(before, score) : Math.max(before, score)
    }
  }
  for (let doc = 0; doc < scores.length; doc++) scores[doc] = (scores[doc] as number) + (gained[doc] as number)
}
