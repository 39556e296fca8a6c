/**
 * Rules: what changes a query that fits a condition, before it is searched, and what is done to its hits after.
 *
 * Patterns and edits compare words as `synonyms.ts` does, by the key of a run of words, so a pattern fits however an
 * identifier is written. Rules apply in the order in which they are given; where two want the same thing (the text of
 * the query, a parameter, the place of a record), the first one has it. Filters of all of them narrow.
 *
 * Time comes from outside, as milliseconds since 1970; validity is in seconds, as on the wire.
 */
import { stem } from '../analysis/stem.ts'
import { type ShouldStop, stopIfAsked } from '../base/deadline.ts'
import type {
  FilterList,
  JsonValue,
  QueryEdit,
  RenderingContent,
  Rule,
  RuleCondition,
  SearchParams,
  SearchResponse,
} from '../wire.ts'
import { allowedTypos, strictWords } from './typo-limits.ts'
import { distanceWithin } from './edit-distance.ts'
import { filtersOf } from './read-filters.ts'
import type { QueryWord } from './parse-query.ts'
import { alternativesOf, keyOf, type Synonyms, wordsOf } from './synonyms.ts'

/** Where a record is to stand among the hits. */
export interface Promotion {
  objectID: string
  /** 0-based. */
  position: number
  /** Only if it matches the filters of the query. */
  filtered: boolean
}

/** Rules, read. They bring their code along: who has none, such as the worker of a static site, does not load it. */
export interface Rules {
  /** Applies the rules that fit. `params` have the settings as defaults. Throws `filter_invalid` as a search does. */
  apply: (params: SearchParams, context: RuleContext) => RuledQuery
}

interface PreparedRule {
  rule: Rule
  conditions: readonly Prepared[]
}

interface Prepared {
  condition: RuleCondition
  /** Words of the pattern, and what they are known by. */
  words: readonly QueryWord[]
  key: string
}

/** The words of a query, what they are known by together, and where in that each begins or ends. */
interface Typed {
  words: readonly QueryWord[]
  key: string
  borders: readonly number[]
  /** Numbers of the words that are never misspelt. */
  strict: ReadonlySet<number>
  /** The groups of its filters, each as a text, once they were asked for. */
  filters?: ReadonlySet<string>
}

/** Prepares rules. One without a consequence does nothing and is passed over. */
export function readRules(list: readonly Partial<Rule>[]): Rules {
  const complete = list.filter((rule): rule is Rule => rule.consequence !== undefined)
  const prepared = complete.map((rule) => ({
    rule,
    conditions: (rule.conditions ?? []).map((condition) => {
      const words = wordsOf(condition.pattern ?? '')
      return { condition, words, key: keyOf(words) }
    }),
  }))
  return { apply: (params, context) => applyRules(prepared, params, context) }
}

/** A query after the rules. */
export interface RuledQuery {
  params: SearchParams
  promotions: Promotion[]
  hidden: string[]
  /** What the answer says of the rules. */
  answer: Pick<SearchResponse, 'appliedRules' | 'userData' | 'renderingContent' | 'parsedQuery'>
}

/** What rules are applied with. */
export interface RuleContext {
  /** Milliseconds since 1970; absent: rules with a validity do not apply. */
  now?: number | undefined
  synonyms?: Synonyms | undefined
  shouldStop?: ShouldStop
}

const FILTERS = ['filters', 'facetFilters', 'numericFilters', 'tagFilters']
const LIST_FILTERS = ['facetFilters', 'numericFilters', 'tagFilters', 'optionalFilters'] as const

/** The query as rules leave it, where there are any. */
export function ruleQuery(rules: Rules | undefined, params: SearchParams, context: RuleContext): RuledQuery {
  return rules?.apply(params, context) ?? { params, promotions: [], hidden: [], answer: {} }
}

function applyRules(rules: readonly PreparedRule[], params: SearchParams, context: RuleContext): RuledQuery {
  const ruled = ruleQuery(undefined, params, context)
  if (params.enableRules === false) return ruled
  const query = readQuery(params)
  const fitting = rules.flatMap((each) => (fits(each, query, params, context) ? [each.rule] : []))
  if (fitting.length === 0) return ruled
  const changed: SearchParams = { ...params }
  const fixed = params.fixedParams ?? []
  const taken = new Set(fixed)
  const isFiltered = FILTERS.some((name) => fixed.includes(name))
  const userData: JsonValue[] = []
  const promoted = new Set<string>()
  for (const { consequence } of fitting) {
    changeParams(changed, consequence.params ?? {}, taken, context.shouldStop)
    for (const { position, ...records } of consequence.promote ?? []) {
      const ids = 'objectIDs' in records ? records.objectIDs : [records.objectID]
      for (const [at, objectID] of ids.entries()) {
        if (promoted.has(objectID)) continue
        promoted.add(objectID)
        const filtered = isFiltered || consequence.filterPromotes === true
        ruled.promotions.push({ objectID, position: position + at, filtered })
      }
    }
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

function readQuery(params: SearchParams): Typed {
  const words = wordsOf(params.query ?? '')
  const borders = [0]
  for (let at = 1; at <= words.length; at++) borders.push(keyOf(words.slice(0, at)).length)
  return { words, key: keyOf(words), borders, strict: strictWords({ words }, params) }
}

function fits({ rule, conditions }: PreparedRule, query: Typed, params: SearchParams, context: RuleContext): boolean {
  if (rule.enabled === false) return false
  const { validity = [] } = rule
  const seconds = (context.now ?? Number.NaN) / 1000
  if (validity.length > 0 && !validity.some(({ from, until }) => seconds >= from && seconds <= until)) return false
  return conditions.length === 0 || conditions.some((prepared) => holds(prepared, query, params, context))
}

function holds(prepared: Prepared, query: Typed, params: SearchParams, context: RuleContext): boolean {
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
      if (sameInOtherWords(query, first, end, prepared, params, context)) return true
    }
  }
  return false
}

/** Whether the words are the plural, the synonym or a misspelling of the pattern, word by word. */
function sameInOtherWords(
  query: Typed,
  first: number,
  end: number,
  { words: wanted, key }: Prepared,
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
function hasFilters(query: Typed, params: SearchParams, filters: string): boolean {
  const groupsOf = (query: SearchParams): string[] =>
    filtersOf(query).map((group) => JSON.stringify(group.map((each) => JSON.stringify(each)).sort()))
  const given = (query.filters ??= new Set(groupsOf(params)))
  return groupsOf({ filters }).every((group) => given.has(group))
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
    changed.filters = changed.filters ? `${changed.filters} AND ${filters}` : filters
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

function editsOf({ remove = [], edits = [] }: { remove?: string[]; edits?: QueryEdit[] }): QueryEdit[] {
  return [...remove.map((word): QueryEdit => ({ type: 'remove', delete: word })), ...edits]
}

/** The text with each run of words that has the key replaced. */
function replaceRuns(text: string, key: string, replacement: string, keyOfPiece: (piece: string) => string): string {
  // Words and, at odd places, the white space between them.
  const pieces = text.split(/(\s+)/u)
  const keys = pieces.filter((_, at) => at % 2 === 0).map(keyOfPiece)
  const kept: string[] = []
  for (let at = 0; at < keys.length; at++) {
    const end = endOfRun(keys, at, key)
    kept.push(end === undefined ? (pieces[at * 2] as string) : replacement)
    if (end !== undefined) at = end
    kept.push(pieces[at * 2 + 1] ?? '')
  }
  return kept.join('')
}

/** The last of the keys from `first` on that are `key` together. */
function endOfRun(keys: readonly string[], first: number, key: string): number | undefined {
  // Between words that are replaced there may be punctuation, but not before them.
  if (keys[first] === '') return undefined
  let length = 0
  for (let at = first; at < keys.length; at++) {
    const own = keys[at] as string
    if (!key.startsWith(own, length)) return undefined
    length += own.length
    if (length === key.length) return at
  }
  return undefined
}

/** The query with each run of words that an edit names taken out or replaced; the rest stays as it was typed. */
function editQuery(query: string, edits: readonly QueryEdit[], shouldStop: ShouldStop): string {
  let text = query
  // The same words are looked at for each edit.
  const known = new Map<string, string>()
  const keyOfPiece = (piece: string): string => {
    let key = known.get(piece)
    if (key === undefined) {
      key = keyOf(wordsOf(piece))
      known.set(piece, key)
    }
    return key
  }
  for (const edit of edits) {
    stopIfAsked(shouldStop)
    const key = edit.delete.split(/\s+/u).map(keyOfPiece).join('')
    if (key !== '') text = replaceRuns(text, key, edit.type === 'replace' ? edit.insert : '', keyOfPiece)
  }
  return text.replace(/^\s+|(?<=\s)\s+/gu, '')
}
