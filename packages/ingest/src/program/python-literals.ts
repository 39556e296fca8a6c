/**
 * Reads values from a Python program that is not run (`conf.py`): the literals that are assigned to names at the top
 * level. Texts, numbers, lists, tuples, sets and dictionaries of literals are read; everything else has no value. An entry of
 * a dictionary whose value is an expression is left out; the other entries are read.
 */

/** A literal; a tuple or a set is a list. */
export type Literal = string | number | boolean | null | Literal[] | { [key: string]: Literal }

/** Maximum length (UTF-16 units) of a program: 512 Ki. */
const MAX_PROGRAM = 512 << 10

/** Maximum depth of nested literals. */
const MAX_DEPTH = 50

const ASSIGNMENT = /^([A-Za-z_]\w*)[ \t]*(?::[^=\n]*)?(\+?=)(?!=)[ \t]*/gm

/** The literals of a program by name. The last assignment counts; `+=` adds to a list. */
export function pythonLiterals(source: string): Map<string, Literal> {
  const values = new Map<string, Literal>()
  if (source.length > MAX_PROGRAM) return values
  let end = 0
  for (const found of source.matchAll(ASSIGNMENT)) {
    if (found.index < end) continue
    const [whole, name = '', operator] = found
    const reader = new LiteralReader(source, found.index + whole.length)
    const value = reader.whole()
    if (value === undefined) continue
    end = reader.at
    const before = values.get(name)
    if (operator === '=') values.set(name, value)
    else if (Array.isArray(before) && Array.isArray(value)) values.set(name, [...before, ...value])
  }
  return values
}

const NUMBER = /-?\d[\d_]*(?:\.\d+)?(?![\w.])/y
const WORD = /[A-Za-z_]\w*/y
const PREFIX = /(?:[rRuU])?(?='|")/y
const BLANK = /(?:[ \t\r\n]|#[^\n]*|\\\r?\n)*/y
const COMMENT = /#[^\n]*/y
const BLANK_IN_LINE = /[ \t]*/y

/** Reads one literal from a position. */
class LiteralReader {
  at: number
  readonly #source: string

  constructor(source: string, at: number) {
    this.#source = source
    this.at = at
  }

  /** A literal that ends its line; `undefined` where the value is an expression. */
  whole(): Literal | undefined {
    const value = this.#value(0, false)
    this.#match(BLANK_IN_LINE)
    const isEnd = /^(?:[\r\n#;]|$)/.test(this.#source.slice(this.at, this.at + 1))
    return isEnd ? value : undefined
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const [found] = pattern.exec(this.#source) ?? []
    if (found !== undefined) this.at += found.length
    return found
  }

  #value(depth: number, isInside: boolean): Literal | undefined {
    if (depth > MAX_DEPTH) return undefined
    const sign = this.#source[this.at]
    if (sign === '[' || sign === '(') return this.#list(sign === '[' ? ']' : ')', depth)
    if (sign === '{') return this.#table(depth)
    const text = this.#text(isInside)
    if (text !== undefined) return text
    const number = this.#match(NUMBER)
    if (number !== undefined) return Number(number.replaceAll('_', ''))
    const word = this.#match(WORD)
    return word === 'True' ? true : word === 'False' ? false : word === 'None' ? null : undefined
  }

  /** Adjacent texts are one; inside brackets they may be on several lines. */
  #text(isInside: boolean): string | undefined {
    let text: string | undefined
    for (;;) {
      const before = this.at
      if (text !== undefined) this.#match(isInside ? BLANK : BLANK_IN_LINE)
      const prefix = this.#match(PREFIX)
      const quote =
        prefix === undefined ? undefined : /^(?:"""|'''|"|')/.exec(this.#source.slice(this.at, this.at + 3))?.[0]
      if (quote === undefined) {
        this.at = before
        return text
      }
      const part = this.#quoted(quote, /r/i.test(prefix ?? ''))
      if (part === undefined) return undefined
      text = (text ?? '') + part
    }
  }

  #quoted(quote: string, isRaw: boolean): string | undefined {
    let text = ''
    for (let at = this.at + quote.length; at < this.#source.length; at++) {
      const sign = this.#source.charAt(at)
      if (this.#source.startsWith(quote, at)) {
        this.at = at + quote.length
        return text
      }
      if (sign === '\n' && quote.length === 1) return undefined
      if (sign === '\\' && !isRaw) {
        const next = this.#source.charAt(++at)
        text += next === 'n' ? '\n' : next === 't' ? '\t' : next === '\n' ? '' : next
      } else text += sign
    }
    return undefined
  }

  /** A list, a tuple, or a value in brackets. */
  #list(close: string, depth: number): Literal | undefined {
    const items: Literal[] = []
    let commas = 0
    this.at++
    for (;;) {
      this.#match(BLANK)
      if (this.#source[this.at] === close) {
        this.at++
        return close === ')' && commas === 0 && items.length === 1 ? items[0] : items
      }
      const value = this.#value(depth + 1, true)
      if (value === undefined) return undefined
      items.push(value)
      this.#match(BLANK)
      if (this.#source[this.at] === ',') {
        commas++
        this.at++
      } else if (this.#source[this.at] !== close) return undefined
    }
  }

  #isAtEnd(close: string): boolean {
    const sign = this.#source[this.at]
    return sign === ',' || sign === close
  }

  /** Goes from the start of an expression to the comma or bracket after it; whether there is one. */
  #skipExpression(start: number): boolean {
    this.at = start
    for (let depth = 0; this.at < this.#source.length;) {
      const sign = this.#source.charAt(this.at)
      if (depth === 0 && this.#isAtEnd('}')) return true
      if (sign === '"' || sign === "'") {
        if (this.#text(true) === undefined) return false
        continue
      }
      if (/[([{]/.test(sign)) depth++
      else if (/[)\]}]/.test(sign)) depth--
      if (depth < 0) return false
      this.#match(COMMENT)
      this.at++
    }
    return false
  }

  /** A dictionary, or a set as a list. Keys that are no texts are left out. */
  #table(depth: number): Literal | undefined {
    const entries: [string, Literal][] = []
    const items: Literal[] = []
    this.at++
    for (;;) {
      this.#match(BLANK)
      if (this.#source[this.at] === '}') {
        this.at++
        return items.length > 0 ? items : Object.fromEntries(entries)
      }
      const key = this.#value(depth + 1, true)
      if (key === undefined) return undefined
      this.#match(BLANK)
      if (this.#source[this.at] === ':') {
        this.at++
        this.#match(BLANK)
        const start = this.at
        const value = this.#value(depth + 1, true)
        this.#match(BLANK)
        if (value === undefined || !this.#isAtEnd('}')) {
          if (!this.#skipExpression(start)) return undefined
        } else if (typeof key === 'string') entries.push([key, value])
      } else {
        items.push(key)
        this.#match(BLANK)
      }
      if (this.#source[this.at] === ',') this.at++
      else if (this.#source[this.at] !== '}') return undefined
    }
  }
}
