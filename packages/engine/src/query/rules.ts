/**
 * Rules: changes of a query that fits a condition, before the search, and of its hits after it.
 *
 * Patterns and edits compare words as `synonyms.ts` does, by the key of a run of words, so a pattern matches each
 * spelling of an identifier. Rules apply in their order; where two set the same (the text of the query, a parameter,
 * the place of a record), the first one counts. The filters of all of them apply.
 *
 * The caller passes the time in milliseconds since 1970; validity is in seconds, as on the wire.
 */
import type { ShouldStop } from '../base/deadline.ts'
import type { Index } from '../segment/open-index.ts'
import type { FilterList, JsonValue, RenderingContent, SearchParams } from '../wire.ts'
import type { SearchResponse } from '../wire-answers.ts'
import type { Rule } from '../wire-rules.ts'
import { editQuery, editsOf } from './edit-query.ts'
import { parseFilters } from './parse-filters.ts'
import { type Places, placesOf, type Promotion } from './pins.ts'
import {
  conditionHolds,
  conditionsOf,
  type PreparedCondition,
  prepareCondition,
  readRuledText,
  type RuleContext,
  type RuledText,
} from './rule-conditions.ts'

/** Parsed rules. A bundle without rules, such as the worker of a static site, does not contain their code. */
export interface Rules {
  /** Applies the rules that fit. `params` have the settings as defaults. Throws `filter_invalid` as a search does. */
  apply: (params: SearchParams, context: RuleContext) => RuledQuery
  /** The places that the applied rules give to records of the index; undefined without any. */
  place: (index: Index, ruled: RuledQuery, shouldStop: ShouldStop) => Places | undefined
}

interface PreparedRule {
  rule: Rule
  conditions: readonly PreparedCondition[]
}

/** Prepares rules. One without a consequence is skipped. */
export function readRules(list: readonly Partial<Rule>[]): Rules {
  const complete = list.filter((rule): rule is Rule => rule.consequence !== undefined)
  const prepared = complete.map((rule) => ({
    rule,
    conditions: conditionsOf(rule).map(prepareCondition),
  }))
  return { apply: (params, context) => applyRules(prepared, params, context), place: placesOf }
}

/** A query after the rules. */
export interface RuledQuery {
  params: SearchParams
  promotions: Promotion[]
  hidden: string[]
  /** Fields of the answer that rules set. */
  answer: Pick<SearchResponse, 'appliedRules' | 'userData' | 'renderingContent' | 'parsedQuery'>
}

const FILTERS = ['filters', 'facetFilters', 'numericFilters', 'tagFilters']
const LIST_FILTERS = ['facetFilters', 'numericFilters', 'tagFilters', 'optionalFilters'] as const

/** The query after `rules`; unchanged without rules. */
export function ruleQuery(rules: Rules | undefined, params: SearchParams, context: RuleContext): RuledQuery {
  return rules?.apply(params, context) ?? { params, promotions: [], hidden: [], answer: {} }
}

function applyRules(rules: readonly PreparedRule[], params: SearchParams, context: RuleContext): RuledQuery {
  const ruled = ruleQuery(undefined, params, context)
  if (params.enableRules === false) return ruled
  const query = readRuledText(params)
  const fitting = rules.flatMap((each) => (fits(each, query, params, context) ? [each.rule] : []))
  if (fitting.length === 0) return ruled
  // Alone first: an error of the query's own filters must not quote those of a rule, which a reader may not see.
  parseFilters(params.filters ?? '')
  const changed: SearchParams = { ...params }
  const fixed = params.fixedParams ?? []
  const taken = new Set(fixed)
  const isFiltered = FILTERS.some((name) => fixed.includes(name))
  const userData: JsonValue[] = []
  const promoted = new Set<string>()
  for (const { consequence } of fitting) {
    changeParams(changed, consequence.params ?? {}, taken, context.shouldStop)
    promote(ruled.promotions, consequence, promoted, isFiltered)
    for (const { objectID } of consequence.hide ?? []) ruled.hidden.push(objectID)
    if (consequence.userData !== undefined) userData.push(consequence.userData)
    const { redirect } = consequence
    if (redirect !== undefined) changed.renderingContent = { redirect, ...changed.renderingContent }
  }
  ruled.params = changed
  ruled.answer.appliedRules = fitting.map(({ objectID }) => ({ objectID }))
  if (userData.length > 0) ruled.answer.userData = userData
  if (changed.query !== params.query) ruled.answer.parsedQuery = changed.query ?? ''
  return ruled
}

/** Adds the promotions of a rule; a record in `promoted` keeps the place that an earlier rule gave it. */
function promote(
  promotions: Promotion[],
  { promote, filterPromotes }: Rule['consequence'],
  promoted: Set<string>,
  isFiltered: boolean,
): void {
  const filtered = isFiltered || filterPromotes === true
  for (const { position, ...records } of promote ?? []) {
    const ids = 'objectIDs' in records ? records.objectIDs : [records.objectID]
    for (const [at, objectID] of ids.entries()) {
      if (promoted.has(objectID)) continue
      promoted.add(objectID)
      promotions.push({ objectID, position: position + at, filtered })
    }
  }
}

function fits(
  { rule, conditions }: PreparedRule,
  query: RuledText,
  params: SearchParams,
  context: RuleContext,
): boolean {
  if (rule.enabled === false) return false
  const { validity = [] } = rule
  const seconds = (context.now ?? Number.NaN) / 1000
  const isNow = validity.some(({ from = 0, until = Infinity }) => seconds >= from && seconds <= until)
  if (validity.length > 0 && !isNow) return false
  return conditions.length === 0 || conditions.some((prepared) => conditionHolds(prepared, query, params, context))
}

/** Applies the parameters of a rule. `taken` are the names that an earlier rule has set, or that no rule may. */
function changeParams(
  changed: SearchParams,
  params: NonNullable<Rule['consequence']['params']>,
  taken: Set<string>,
  shouldStop: ShouldStop,
): void {
  const { query, renderingContent, filters, ...others } = params
  if (query !== undefined && !taken.has('query')) {
    taken.add('query')
    changed.query = typeof query === 'string' ? query : editQuery(changed.query ?? '', editsOf(query), shouldStop)
  }
  if (renderingContent !== undefined) {
    changed.renderingContent = { ...renderingContent, ...(changed.renderingContent as RenderingContent | undefined) }
  }
  if (typeof filters === 'string' && filters !== '') {
    // A quote that the query does not close must not reach the filters of the rule.
    changed.filters = changed.filters ? `${filters} AND ${changed.filters}` : filters
  }
  for (const [name, value] of Object.entries(others)) {
    const list = LIST_FILTERS.find((other) => other === name)
    if (list !== undefined) changed[list] = [...(changed[list] ?? []), ...(value as FilterList)]
    else if (!taken.has(name)) {
      taken.add(name)
      changed[name] = value
    }
  }
}
