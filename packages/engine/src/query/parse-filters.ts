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
  const lexemes = readLexemes(text)
  const groups: FilterGroups = []
  let at = 0
  const peek = (ahead = 0): Lexeme | undefined => lexemes[at + ahead]
  const isSymbol = (symbol: string, ahead = 0): boolean =>
    peek(ahead)?.kind === 'symbol' && peek(ahead)?.text === symbol
  const isWord = (word: string): boolean => peek()?.kind === 'word' && peek()?.text === word
  const fail = (expected: string): EngineError => {
    const got = peek()
    const where = got === undefined ? 'at the end' : `at character ${got.at + 1} ("${got.text}")`
    return new EngineError('filter_invalid', `filters: expected ${expected} ${where} in: ${text}`, {
      offset: got?.at ?? text.length,
    })
  }
  const take = (expected: string): Lexeme => {
    const lexeme = peek()
    if (lexeme === undefined || lexeme.kind === 'symbol') throw fail(expected)
    at++
    return lexeme
  }
  /** Values without quotes may contain colons and operators: `url:https://x`. */
  const takeValue = (): string => {
    const first = take('a value')
    let value = first.text
    let end = first.at + first.text.length
    while (
      first.kind === 'word' &&
      peek() !== undefined &&
      peek()?.at === end &&
      (isSymbol(':') || peek()?.kind === 'word')
    ) {
      const next = peek() as Lexeme
      value += next.text
      end = next.at + next.text.length
      at++
    }
    return value
  }
  const takeNumber = (): number => {
    const lexeme = take('a number')
    if (!NUMBER.test(lexeme.text)) {
      at--
      throw fail('a number')
    }
    return Number(lexeme.text)
  }
  const item = (): Condition => {
    let negated = false
    if (isWord('NOT')) {
      negated = true
      at++
    }
    const name = take('an attribute or a tag')
    const operator = peek()
    if (operator?.kind === 'symbol' && /^(?:<|<=|=|!=|>|>=)$/.test(operator.text)) {
      at++
      const number = takeNumber()
      return {
        kind: 'compare',
        attribute: name.text,
        operator: operator.text as NumericOperator,
        number,
        negated,
        score: 1,
      }
    }
    if (!isSymbol(':')) return { kind: 'value', attribute: '_tags', value: name.text, negated, score: 1 }
    at++
    const low = peek()
    const to = peek(1)
    if (low?.kind === 'word' && NUMBER.test(low.text) && to?.kind === 'word' && to.text === 'TO') {
      at += 2
      return { kind: 'range', attribute: name.text, low: Number(low.text), high: takeNumber(), negated, score: 1 }
    }
    const value = takeValue()
    const scored = peek()?.kind === 'symbol' ? /^<score=(\d+)>$/.exec(peek()?.text ?? '') : null
    if (scored !== null) at++
    return {
      kind: 'value',
      attribute: name.text,
      value,
      negated,
      score: scored === null ? 1 : readScore(scored[1] as string),
    }
  }
  const group = (): Condition[] => {
    const bracket = isSymbol('(')
    if (bracket) at++
    const items = [item()]
    while (isWord('OR')) {
      at++
      items.push(item())
    }
    if (bracket) {
      if (!isSymbol(')')) throw fail('OR or a closing bracket')
      at++
    }
    const kinds = new Set(
      items.map((each) => (each.kind === 'value' ? (each.attribute === '_tags' ? 'tag' : 'facet') : 'numeric')),
    )
    if (kinds.size > 1) {
      throw new EngineError('filter_invalid', `filters: facets, numbers and tags cannot be mixed in one OR: ${text}`)
    }
    return items
  }
  if (lexemes.length === 0) return groups
  groups.push(group())
  while (isWord('AND')) {
    at++
    groups.push(group())
  }
  if (at < lexemes.length) throw fail('AND, OR or the end')
  return groups
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
