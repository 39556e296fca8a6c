/** The lexemes of `filters`, which `parse-filters.ts` reads. */

/** A word, a quoted text or a symbol of `filters`. */
export interface Lexeme {
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

/**
 * The lexemes of a text. An unclosed quote is a character of a word, and so are all later ones of its kind; `unclosed` gets its place.
 */
export function readLexemes(text: string, unclosed = new Map<string, number>()): Lexeme[] {
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

/**
 * The offset of the first quote that is not closed, 0-based in UTF-16 units; `undefined` for none. Text that is joined to such
 * filters may close it, and then changes their meaning.
 */
export function unclosedQuote(text: string): number | undefined {
  const unclosed = new Map<string, number>()
  readLexemes(text, unclosed)
  return unclosed.size === 0 ? undefined : Math.min(...unclosed.values())
}
