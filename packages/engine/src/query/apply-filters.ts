/** The records that the filters of a query accept, and the scores that filters give to them. */
import { type ShouldStop, stopIfAsked } from '../base/deadline.ts'
import { type Column, eachValue } from '../segment/columns.ts'
import { columnOf } from '../segment/column-of.ts'
import type { Index } from '../segment/open-index.ts'
import type { SearchParams } from '../wire.ts'
import type { Condition, FilterGroups, NumericOperator } from './parse-filters.ts'
import { scoredFilters } from './read-filters.ts'

/** 1 for each record that all groups accept; undefined if there are no groups. */
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
      accepted[at] = Number(operatorsBetween(number, condition.number).includes(condition.operator))
    }
  }
  return accepted
}

/** The operators that hold between two numbers; none without a number. */
function operatorsBetween(left: number, right: number): readonly NumericOperator[] {
  if (left < right) return ['<', '<=', '!=']
  if (left > right) return ['>', '>=', '!=']
  return left === right ? ['=', '<=', '>='] : []
}

/**
 * Scores of the filters by record: of each group the best score of the conditions that hold, or with `sumOrFiltersScores`
 * their sum; the groups are added. A negated condition of `optionalFilters` subtracts. Groups of `filters` and
 * `facetFilters` count only if they name scores or scores are summed; else all records that they accept are equal.
 */
export function filterScores(index: Index, params: SearchParams, shouldStop: ShouldStop): Uint32Array | undefined {
  const { groups, summed } = scoredFilters(params)
  if (groups.length === 0) return undefined
  // Scores begin in the middle of the range, so that demoted records stay above zero.
  const scores = new Uint32Array(index.recordCount).fill(0x8000_0000)
  for (const group of groups) addScores(index, group, summed, scores, shouldStop)
  return scores
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
