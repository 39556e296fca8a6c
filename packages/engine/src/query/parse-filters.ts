/**
 * The grammar of `filters`: items joined by OR, groups joined by AND.
 *
 *   filters := group ( AND group )*
 *   group   := item ( OR item )* | "(" item ( OR item )* ")"
 *   item    := [ NOT ] ( name ":" value [ "<score=" n ">" ] | name op number | name ":" number TO number | value )
 *   value   := word | 'text' | "text"
 *
 * Key words are upper case. A value alone is a tag.
 */
import { EngineError } from '../base/errors.ts'
import { ENGINE_LIMITS } from '../base/limits.ts'
import { type Lexeme, readLexemes } from './filter-lexemes.ts'

/** Comparison of a numeric filter. */
export type NumericOperator = '<' | '<=' | '=' | '!=' | '>' | '>='

/** One condition on one attribute. */
export type Condition =
  | { kind: 'value'; attribute: string; value: string; negated: boolean; score: number }
  | { kind: 'compare'; attribute: string; operator: NumericOperator; number: number; negated: boolean; score: number }
  | { kind: 'range'; attribute: string; low: number; high: number; negated: boolean; score: number }

/** Of the conditions in an inner list one must hold; all inner lists must. */
export type FilterGroups = Condition[][]

const NUMBER = /^-?\d+(?:\.\d+)?$/

/** Parses `filters`. Throws `filter_invalid` with the place, or `filter_too_large`. */
export function parseFilters(text: string): FilterGroups {
  if (text.length > ENGINE_LIMITS.filterUnits) {
    throw new EngineError(
      'filter_too_large',
      `filters has ${text.length} characters, at most ${ENGINE_LIMITS.filterUnits} are read; shorten it.`,
    )
  }
  const lexemes = readLexemes(text)
  let at = 0
  if (lexemes.length === 0) return []
  const groups = [readGroup()]
  while (takeIf('word', 'AND')) groups.push(readGroup())
  if (at < lexemes.length) throw unexpected('AND, OR or the end')
  return groups

  function readGroup(): Condition[] {
    const isBracketed = takeIf('symbol', '(')
    const items = [readItem()]
    while (takeIf('word', 'OR')) items.push(readItem())
    if (isBracketed && !takeIf('symbol', ')')) throw unexpected('OR or a closing bracket')
    if (new Set(items.map(groupKindOf)).size > 1) {
      throw new EngineError('filter_invalid', `filters: facets, numbers and tags cannot be mixed in one OR: ${text}`)
    }
    return items
  }

  function readItem(): Condition {
    const negated = takeIf('word', 'NOT')
    const { text: attribute } = take('an attribute or a tag')
    const operator = lexemes[at]
    if (operator?.kind === 'symbol' && /^(?:<|<=|=|!=|>|>=)$/.test(operator.text)) {
      at++
      const number = takeNumber()
      return { kind: 'compare', attribute, operator: operator.text as NumericOperator, number, negated, score: 1 }
    }
    if (!takeIf('symbol', ':')) return { kind: 'value', attribute: '_tags', value: attribute, negated, score: 1 }
    const low = lexemes[at]
    const to = lexemes[at + 1]
    if (low?.kind === 'word' && NUMBER.test(low.text) && to?.kind === 'word' && to.text === 'TO') {
      at += 2
      return { kind: 'range', attribute, low: Number(low.text), high: takeNumber(), negated, score: 1 }
    }
    return { kind: 'value', attribute, value: takeValue(), negated, score: takeScore() }
  }

  /** A value without quotes may contain colons: `url:https://x`. */
  function takeValue(): string {
    const first = take('a value')
    let value = first.text
    let end = first.at + value.length
    if (first.kind !== 'word') return value
    for (let next = lexemes[at]; next?.at === end && next.kind !== 'text'; next = lexemes[at]) {
      if (next.kind === 'symbol' && next.text !== ':') break
      value += next.text
      end += next.text.length
      at++
    }
    return value
  }

  function takeNumber(): number {
    const { text: number } = take('a number')
    if (NUMBER.test(number)) return Number(number)
    at--
    throw unexpected('a number')
  }

  /** The score behind a value; 1 without one. */
  function takeScore(): number {
    const next = lexemes[at]
    const scored = next?.kind === 'symbol' && /^<score=(\d+)>$/.exec(next.text)
    if (!scored) return 1
    at++
    return readScore(scored[1] as string)
  }

  /** Passes a word or a quoted text. */
  function take(expected: string): Lexeme {
    const next = lexemes[at]
    if (next === undefined || next.kind === 'symbol') throw unexpected(expected)
    at++
    return next
  }

  /** Passes the next lexeme if it is this one; returns whether it was. */
  function takeIf(kind: Lexeme['kind'], wanted: string): boolean {
    const next = lexemes[at]
    const isNext = next?.kind === kind && next.text === wanted
    if (isNext) at++
    return isNext
  }

  function unexpected(expected: string): EngineError {
    const got = lexemes[at]
    const where = got === undefined ? 'at the end' : `at character ${got.at + 1} ("${got.text}")`
    return new EngineError('filter_invalid', `filters: expected ${expected} ${where} in: ${text}`)
  }
}

function groupKindOf({ kind, attribute }: Condition): 'tag' | 'facet' | 'numeric' {
  if (kind !== 'value') return 'numeric'
  return attribute === '_tags' ? 'tag' : 'facet'
}

/** Highest score of a filter: the wire's limit. */
const HIGHEST_SCORE = 65_535

/** The number in `<score=N>`. Throws `filter_invalid` above the wire's limit. */
export function readScore(digits: string): number {
  const score = Number(digits)
  if (score <= HIGHEST_SCORE) return score
  throw new EngineError('filter_invalid', `A filter's score must be from 0 to ${HIGHEST_SCORE}, got ${digits}.`)
}
