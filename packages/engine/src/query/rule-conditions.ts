/**
 * Conditions of rules. Patterns are compared with the query by the keys of their words, as synonyms are, so that a
 * pattern matches each spelling of an identifier.
 */
import { stem } from '../analysis/stem.ts'
import { type ShouldStop, stopIfAsked } from '../base/deadline.ts'
import type { SearchParams } from '../wire.ts'
import type { Rule, RuleCondition } from '../wire-rules.ts'
import { distanceWithin } from './edit-distance.ts'
import type { QueryWord } from './parse-query.ts'
import { filtersOf } from './read-filters.ts'
import { alternativesOf, keyOf, type Synonyms, readWords } from './synonyms.ts'
import { allowedTypos, strictWords } from './typo-limits.ts'

/** A parsed condition. */
export interface PreparedCondition {
  condition: RuleCondition
  /** Words of the pattern, and their key. */
  words: readonly QueryWord[]
  key: string
}

/** The words of a query, their key, and the places in the key where words begin or end. */
export interface RuledText {
  words: readonly QueryWord[]
  key: string
  borders: readonly number[]
  /** Numbers of the words for which typos are not tolerated. */
  strict: ReadonlySet<number>
  /** The groups of its filters, each as a text; made at first use. */
  filters?: ReadonlySet<string>
}

/** The input of rules beside the parameters. */
export interface RuleContext {
  /** Milliseconds since 1970; absent: rules with a validity do not apply. */
  now?: number | undefined
  synonyms?: Synonyms | undefined
  shouldStop?: ShouldStop
}

/** The conditions of a rule in either spelling. */
export const conditionsOf = ({ condition, conditions = [] }: Pick<Rule, 'condition' | 'conditions'>): RuleCondition[] =>
  condition === undefined ? conditions : [condition]

/** Parses a condition. */
export function prepareCondition(condition: RuleCondition): PreparedCondition {
  const words = readWords(condition.pattern ?? '')
  return { condition, words, key: keyOf(words) }
}

/** The query's text as conditions read it. */
export function readRuledText(params: SearchParams): RuledText {
  const words = readWords(params.query ?? '')
  const borders = [0]
  for (let at = 1; at <= words.length; at++) borders.push(keyOf(words.slice(0, at)).length)
  return { words, key: keyOf(words), borders, strict: strictWords({ words }, params) }
}

/** Whether the context, the filters and the pattern of the condition match. */
export function conditionHolds(
  prepared: PreparedCondition,
  query: RuledText,
  params: SearchParams,
  context: RuleContext,
): boolean {
  stopIfAsked(context.shouldStop)
  const { pattern, anchoring = 'is', context: name, filters, alternatives } = prepared.condition
  if (name !== undefined && params.ruleContexts?.includes(name) !== true) return false
  if (filters !== undefined && !hasFilters(query, params, filters)) return false
  if (pattern === undefined) return true
  if (prepared.words.length === 0) return anchoring !== 'is' || query.words.length === 0
  const last = query.words.length
  const isPlace = (first: number, end: number): boolean =>
    (first === 0 || anchoring === 'contains' || anchoring === 'endsWith') &&
    (end === last || anchoring === 'contains' || anchoring === 'startsWith')
  for (let at = query.key.indexOf(prepared.key); at >= 0; at = query.key.indexOf(prepared.key, at + 1)) {
    const first = query.borders.indexOf(at)
    const end = query.borders.indexOf(at + prepared.key.length)
    if (first >= 0 && end >= 0 && isPlace(first, end)) return true
  }
  if (alternatives !== true) return false
  for (let first = 0; first < last; first++) {
    for (let end = first + 1; end <= last; end++) {
      if (!isPlace(first, end)) continue
      if (sameInOtherWords(query, { first, end }, prepared, params, context)) return true
    }
  }
  return false
}

/** Whether the words `first` to `end` are the plural, the synonym or a misspelling of the pattern, word by word. */
function sameInOtherWords(
  query: RuledText,
  { first, end }: { first: number; end: number },
  { words: wanted, key }: PreparedCondition,
  params: SearchParams,
  { synonyms, shouldStop }: RuleContext,
): boolean {
  stopIfAsked(shouldStop)
  const words = query.words.slice(first, end)
  if (synonyms !== undefined && isSynonym(keyOf(words), key, synonyms)) return true
  if (words.length !== wanted.length) return false
  return words.every((word, at) => {
    const other = wanted[at] as QueryWord
    const [left, right] = [keyOf([word]), keyOf([other])]
    return (
      isSynonym(left, right, synonyms) ||
      stem(left) === stem(right) ||
      (!query.strict.has(first + at) && isTypo(left, right, params))
    )
  })
}

function isSynonym(left: string, right: string, synonyms: Synonyms | undefined): boolean {
  if (left === right) return true
  return synonyms !== undefined && alternativesOf(synonyms, left).some((each) => each.key === right)
}

function isTypo(typed: string, right: string, params: SearchParams): boolean {
  return distanceWithin(typed, right, allowedTypos(typed, params))
}

/** Whether every group of `filters` is one of the query's. */
function hasFilters(query: RuledText, params: SearchParams, filters: string): boolean {
  const groupsOf = (query: SearchParams): string[] =>
    filtersOf(query).map((group) => JSON.stringify(group.map((each) => JSON.stringify(each)).sort()))
  const given = (query.filters ??= new Set(groupsOf(params)))
  return groupsOf({ filters }).every((group) => given.has(group))
}
