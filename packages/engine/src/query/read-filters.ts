/**
 * The filters of a query in one form. Every spelling (`filters`, `facetFilters`, `numericFilters`, `tagFilters`) becomes
 * a list of groups, all of which must hold; a group is a list of conditions, one of which must hold.
 */
import { EngineError } from '../base/errors.ts'
import { ENGINE_LIMITS } from '../base/limits.ts'
import type { FilterList, SearchParams } from '../wire.ts'
import { type Condition, type FilterGroups, type NumericOperator, parseFilters, readScore } from './parse-filters.ts'

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

/** `attribute < 5` or `attribute: 5 TO 10`. Names may hold operators and colons, numbers do not: the last one counts. */
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
  return new EngineError('filter_invalid', `"${entry}" in ${parameter} is not a filter; write it as ${example}.`)
}

/**
 * The filters that give scores: of each group the best counts, or with `summed` all. A negated condition of
 * `optionalFilters` becomes one with a score below 0.
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
