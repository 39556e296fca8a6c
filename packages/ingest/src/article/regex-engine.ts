/**
 * The regex engine with which Shiki searches code. Its matches equal those of Shiki's own JavaScript engine. Patterns
 * may come transpiled (`ready-patterns.ts`), and the last search of a pattern is cached once, not for each of the
 * dozens of scanners that contain it.
 *
 * Measured against Shiki's engine, both with transpiled patterns: highlighting 200 pages takes 0.68 instead of 0.90 CPU
 * seconds (`npm run bench -- highlighting`); a cold build makes 65 instead of 52 pages per CPU second at 200 pages, and
 * 60 instead of 53 at 2,000 (`npm run bench -- site --only builds` with either engine); peak memory is equal within 3
 * %.
 *
 * **Invariant:** a search from `start` has the result of an earlier one from `from <= start`, if that had no match or a
 * match at or after `start`, since a pattern sees the whole line from any start. Patterns that depend on the start
 * (Oniguruma's `\G`) are searched each time.
 */
import { EmulatedRegExp } from 'oniguruma-to-es'
import type { RegexEngine } from 'shiki/core'
import { toRegExp, transpile, type Transpiled } from './pattern.ts'

/** A pattern with its last search. */
interface Pattern {
  regexp: RegExp
  /** Whether matches do not depend on the start of a search. */
  steady: boolean
  /** Number of the searched line. */
  line: number
  from: number
  /** Start of the match; -1 for none. */
  at: number
  /** Start and end of the match and its groups. */
  indices: Indices
}

/** A line to search, with a unique number. */
interface Line {
  content: string
  number?: number
}

type Indices = readonly ([number, number] | undefined)[]

type Scanner = ReturnType<RegexEngine['createScanner']>
type Match = NonNullable<ReturnType<Scanner['findNextMatchSync']>>

/** The range of a group without a match, as Oniguruma reports it: the largest 32-bit number. */
const NOWHERE = { start: 0xff_ff_ff_ff, end: 0xff_ff_ff_ff, length: 0 }

/**
 * @param ready transpiled patterns; may grow. A pattern that cannot be transpiled never matches.
 * @param compiled counts the patterns that were compiled.
 */
export function createRegexEngine(
  ready: Pick<ReadonlyMap<string, Transpiled>, 'get'>,
  compiled: { count: number } = { count: 0 },
): RegexEngine {
  const patterns = new Map<string, Pattern | undefined>()
  let lines = 0

  function patternOf(source: string | RegExp): Pattern | undefined {
    if (typeof source !== 'string') return makePattern(source)
    if (patterns.has(source)) return patterns.get(source)
    const known = ready.get(source)
    const regexp = toRegExp(known === undefined ? transpile(source) : known)
    const pattern = regexp && makePattern(regexp)
    patterns.set(source, pattern)
    compiled.count++
    return pattern
  }

  return {
    createScanner(sources) {
      const list = sources.map((source) => patternOf(source))
      return { findNextMatchSync: (line, start) => find(list, line, start) }
    },
    createString: (content): Line => ({ content, number: ++lines }),
  }
}

function makePattern(regexp: RegExp): Pattern {
  const strategy = regexp instanceof EmulatedRegExp ? regexp.rawOptions.strategy : undefined
  return { regexp, steady: !regexp.sticky && !strategy, line: 0, from: 0, at: -1, indices: [] }
}

/** The first match from `start` on; of several at one position, that of the first pattern. */
function find(list: readonly (Pattern | undefined)[], line: string | Line, start: number): Match | null {
  // A line without a number is searched each time.
  const { content: text, number = 0 } = typeof line === 'string' ? { content: line } : line
  let best: Pattern | undefined
  let index = -1
  for (let i = 0; i < list.length; i++) {
    const pattern = list[i]
    if (!pattern) continue
    const known =
      pattern.steady &&
      number !== 0 &&
      pattern.line === number &&
      pattern.from <= start &&
      (pattern.at === -1 || pattern.at >= start)
    if (!known) search(pattern, text, number, start)
    const { at } = pattern
    if (at === -1) continue
    if (!best || at < best.at) {
      best = pattern
      index = i
    }
    if (at === start) break
  }
  return best ? { index, captureIndices: best.indices.map((range) => captureOf(range)) } : null
}

function search(pattern: Pattern, text: string, line: number, start: number): void {
  const { regexp } = pattern
  regexp.lastIndex = start
  let match: RegExpExecArray | null = null
  try {
    match = regexp.exec(text)
  } catch {
    // V8 cannot compile or run the pattern: it has no match.
  }
  pattern.line = line
  pattern.from = start
  pattern.at = match ? match.index : -1
  pattern.indices = match?.indices ?? []
}

function captureOf(range: [number, number] | undefined): Match['captureIndices'][number] {
  return range ? { start: range[0], end: range[1], length: range[1] - range[0] } : NOWHERE
}
