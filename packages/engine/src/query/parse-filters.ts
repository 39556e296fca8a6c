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

/** Comparison of a numeric filter. */
export type NumericOperator = '<' | '<=' | '=' | '!=' | '>' | '>='

/** One condition on one attribute. */
export type Condition =
  | { kind: 'value'; attribute: string; value: string; negated: boolean; score: number }
  | { kind: 'compare'; attribute: string; operator: NumericOperator; number: number; negated: boolean; score: number }
  | { kind: 'range'; attribute: string; low: number; high: number; negated: boolean; score: number }

/** Of the conditions in an inner list one must hold; all inner lists must. */
export type FilterGroups = Condition[][]

interface Lexeme {
  kind: 'word' | 'text' | 'symbol'
  text: string
  /** Offset of its first character, 0-based, UTF-16 units. */
  at: number
}

const LEXEME = /\s+|<score=\d+>|<=|>=|!=|[<>=():]|[^\s"'()<>=!:]+|[\s\S]/y
/** A quoted text, by its quote. */
const QUOTED = new Map([
  ['"', /"((?:[^"\\]|\\.)*)"/y],
  ["'", /'((?:[^'\\]|\\.)*)'/y],
])
const NUMBER = /^-?\d+(?:\.\d+)?$/

/** Parses `filters`. Throws `filter_invalid` with the place, or `filter_too_large`. */
export function parseFilters(text: string): FilterGroups {
  if (text.length > ENGINE_LIMITS.filterUnits) {
    throw new EngineError(
      'filter_too_large',
      `filters has ${text.length} characters, at most ${ENGINE_LIMITS.filterUnits} are read; shorten it.`,
      { expected: ENGINE_LIMITS.filterUnits, got: text.length },
    )
  }
  const reader: Reader = { text, lexemes: readLexemes(text), at: 0 }
  if (reader.lexemes.length === 0) return []
  const groups = [readGroup(reader)]
  while (takeIf(reader, 'word', 'AND')) groups.push(readGroup(reader))
  if (reader.at < reader.lexemes.length) throw unexpected(reader, 'AND, OR or the end')
  return groups
}

/** The lexemes, and the number of the next one. */
interface Reader {
  readonly text: string
  readonly lexemes: readonly Lexeme[]
  at: number
}

function peek({ lexemes, at }: Reader, ahead = 0): Lexeme | undefined {
  return lexemes[at + ahead]
}

/** Passes the next lexeme if it is this one; returns whether it was. */
function takeIf(reader: Reader, kind: Lexeme['kind'], text: string): boolean {
  const next = peek(reader)
  if (next?.kind !== kind || next.text !== text) return false
  reader.at++
  return true
}

/** Passes a word or a quoted text. */
function take(reader: Reader, expected: string): Lexeme {
  const lexeme = peek(reader)
  if (lexeme === undefined || lexeme.kind === 'symbol') throw unexpected(reader, expected)
  reader.at++
  return lexeme
}

function unexpected(reader: Reader, expected: string): EngineError {
  const got = peek(reader)
  const where = got === undefined ? 'at the end' : `at character ${got.at + 1} ("${got.text}")`
  return new EngineError('filter_invalid', `filters: expected ${expected} ${where} in: ${reader.text}`, {
    offset: got?.at ?? reader.text.length,
  })
}

function readGroup(reader: Reader): Condition[] {
  const isBracketed = takeIf(reader, 'symbol', '(')
  const items = [readItem(reader)]
  while (takeIf(reader, 'word', 'OR')) items.push(readItem(reader))
  if (isBracketed && !takeIf(reader, 'symbol', ')')) throw unexpected(reader, 'OR or a closing bracket')
  if (new Set(items.map(groupKindOf)).size > 1) {
    throw new EngineError(
      'filter_invalid',
      `filters: facets, numbers and tags cannot be mixed in one OR: ${reader.text}`,
    )
  }
  return items
}

function groupKindOf(condition: Condition): 'tag' | 'facet' | 'numeric' {
  if (condition.kind !== 'value') return 'numeric'
  return condition.attribute === '_tags' ? 'tag' : 'facet'
}

function readItem(reader: Reader): Condition {
  const negated = takeIf(reader, 'word', 'NOT')
  const { text: attribute } = take(reader, 'an attribute or a tag')
  const operator = peek(reader)
  if (operator?.kind === 'symbol' && /^(?:<|<=|=|!=|>|>=)$/.test(operator.text)) {
    reader.at++
    const number = takeNumber(reader)
    return { kind: 'compare', attribute, operator: operator.text as NumericOperator, number, negated, score: 1 }
  }
  if (!takeIf(reader, 'symbol', ':')) return { kind: 'value', attribute: '_tags', value: attribute, negated, score: 1 }
  const low = peek(reader)
  const to = peek(reader, 1)
  if (low?.kind === 'word' && NUMBER.test(low.text) && to?.kind === 'word' && to.text === 'TO') {
    reader.at += 2
    return { kind: 'range', attribute, low: Number(low.text), high: takeNumber(reader), negated, score: 1 }
  }
  return { kind: 'value', attribute, value: takeValue(reader), negated, score: takeScore(reader) }
}

/** A value without quotes may contain colons: `url:https://x`. */
function takeValue(reader: Reader): string {
  const first = take(reader, 'a value')
  let value = first.text
  let end = first.at + first.text.length
  if (first.kind !== 'word') return value
  for (let next = peek(reader); next?.at === end && (next.kind === 'word' || isColon(next)); next = peek(reader)) {
    value += next.text
    end += next.text.length
    reader.at++
  }
  return value
}

function isColon({ kind, text }: Lexeme): boolean {
  return kind === 'symbol' && text === ':'
}

function takeNumber(reader: Reader): number {
  const { text } = take(reader, 'a number')
  if (NUMBER.test(text)) return Number(text)
  reader.at--
  throw unexpected(reader, 'a number')
}

/** The score behind a value; 1 without one. */
function takeScore(reader: Reader): number {
  const next = peek(reader)
  const digits = next?.kind === 'symbol' ? /^<score=(\d+)>$/.exec(next.text)?.[1] : undefined
  if (digits === undefined) return 1
  reader.at++
  return readScore(digits)
}

/** Highest score of a filter: the wire's limit. */
const HIGHEST_SCORE = 65_535

/** The number in `<score=N>`. Throws `filter_invalid` above the wire's limit. */
export function readScore(digits: string): number {
  const score = Number(digits)
  if (score <= HIGHEST_SCORE) return score
  throw new EngineError('filter_invalid', `A filter's score must be from 0 to ${HIGHEST_SCORE}, got ${digits}.`, {
    score,
  })
}

/**
 * The offset of the first quote that is not closed, 0-based in UTF-16 units; `undefined` for none. Text that is joined to such
 * filters may close it, and then changes their meaning.
 */
export function unclosedQuote(text: string): number | undefined {
  const unclosed = new Map<string, number>()
  readLexemes(text, unclosed)
  return unclosed.size === 0 ? undefined : Math.min(...unclosed.values())
}

/** An unclosed quote is a character of a word, and so are all later ones of its kind; `unclosed` gets its place. */
function readLexemes(text: string, unclosed = new Map<string, number>()): Lexeme[] {
  const lexemes: Lexeme[] = []
  const matchAt = (pattern: RegExp, at: number): RegExpExecArray | null => {
    pattern.lastIndex = at
    return pattern.exec(text)
  }
  for (let at = 0; at < text.length;) {
    const quote = text[at] as string
    const pattern = unclosed.has(quote) ? undefined : QUOTED.get(quote)
    const quoted = pattern && matchAt(pattern, at)
    if (quoted) {
      lexemes.push({ kind: 'text', text: (quoted[1] as string).replace(/\\(.)/g, '$1'), at })
      at += quoted[0].length
      continue
    }
    if (quoted === null) unclosed.set(quote, at)
    const [whole] = matchAt(LEXEME, at) as RegExpExecArray
    if (/^[<>=():!]/.test(whole)) lexemes.push({ kind: 'symbol', text: whole, at })
    else if (!/^\s/.test(whole)) lexemes.push({ kind: 'word', text: whole, at })
    at += whole.length
  }
  return lexemes
}
