/** Filters of the wire as filters of OpenSearch. They have no scores, so the cluster may cache their results. */
import { filtersOf, type SearchParams } from '@docent/engine'
import { type Condition, type FilterGroups, scoredFilters } from '@docent/engine/planning'
import { numberTerm, valueTerm } from './document.ts'

/** A query clause of OpenSearch. */
export type Clause = Readonly<Record<string, unknown>>

/** One clause for each group, all of which must hold. Throws as the engine's `filtersOf`. */
export function filterClauses(params: SearchParams): Clause[] {
  return clausesOf(filtersOf(params))
}

function clausesOf(groups: FilterGroups): Clause[] {
  return groups.map((group) => anyOf(group.map(conditionClause)))
}

/** Matches records that match one of the clauses. */
export function anyOf(clauses: readonly Clause[]): Clause {
  const [only] = clauses
  if (only !== undefined && clauses.length === 1) return only
  return { bool: { should: clauses, minimum_should_match: 1 } }
}

function conditionClause(condition: Condition): Clause {
  const clause = positive(condition)
  return condition.negated ? { bool: { must_not: [clause] } } : clause
}

function positive(condition: Condition): Clause {
  const { attribute } = condition
  if (condition.kind === 'value') return { term: { 'search.values': valueTerm(attribute, condition.value) } }
  if (condition.kind === 'range') return between(attribute, { gte: condition.low, lte: condition.high })
  const { operator, number } = condition
  switch (operator) {
    case '=':
      return { term: { 'search.numbers': numberTerm(attribute, number) } }
    case '!=':
      return anyOf([between(attribute, { lt: number }), between(attribute, { gt: number })])
    case '<':
      return between(attribute, { lt: number })
    case '<=':
      return between(attribute, { lte: number })
    case '>':
      return between(attribute, { gt: number })
    case '>=':
      return between(attribute, { gte: number })
  }
}

/** Matches numbers within bounds. The numbers of an attribute are adjacent in the field; an open end is the first or last number. */
function between(attribute: string, bounds: Readonly<Record<string, number>>): Clause {
  const range: Record<string, string> = {}
  for (const [bound, number] of Object.entries(bounds)) range[bound] = numberTerm(attribute, number)
  if (!('gt' in range || 'gte' in range)) range['gte'] = numberTerm(attribute, Number.NEGATIVE_INFINITY)
  if (!('lt' in range || 'lte' in range)) range['lte'] = numberTerm(attribute, Number.POSITIVE_INFINITY)
  return { range: { 'search.numbers': range } }
}

/** The scores of filters, `unit` for each point. A negative score is added to records that do not match the condition. */
export function filterScoreClauses(params: SearchParams, unit: number): Clause[] {
  const { groups, summed } = scoredFilters(params)
  return groups.flatMap((group): Clause[] => {
    const queries = group
      .filter((condition) => condition.score !== 0)
      .map((condition): Clause => {
        const clause = conditionClause(condition)
        const filter = condition.score < 0 ? { bool: { must_not: [clause] } } : clause
        return { constant_score: { filter, boost: Math.abs(condition.score) * unit } }
      })
    if (queries.length === 0) return []
    return summed ? queries : [{ dis_max: { queries } }]
  })
}
