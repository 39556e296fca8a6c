/**
 * Finds the words and patterns to mark in the lines of a code block. Patterns run in RE2, whose time is linear for any
 * pattern; JavaScript's engine takes exponential time for some.
 */
import { LIMITS } from '../limits/limits.ts'

/** A range of a line (UTF-16 units, end exclusive). */
export type Range = readonly [start: number, end: number]

/** Finds ranges in a line, ordered and not adjacent. */
export type FindRanges = (line: string) => Range[]

/**
 * A finder for one block. A pattern is ignored if it is invalid, RE2 does not support it (look-around, back
 * references), it counts (`a{500}`, which costs as much as 500 patterns), or the block is long.
 */
export async function rangeFinder(words: string[], patterns: string[], codeUnits: number): Promise<FindRanges> {
  const matchers = codeUnits > LIMITS.patternUnits ? [] : await compile(patterns)
  return (line) => {
    const hit = new Uint8Array(line.length)
    for (const word of words)
      for (let at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + word.length))
        hit.fill(1, at, at + word.length)
    for (const pattern of matchers) {
      const found = pattern.matcher(line)
      while (found.find()) hit.fill(1, found.start(), found.end())
    }
    return rangesOf(hit)
  }
}

async function compile(patterns: string[]) {
  if (patterns.length === 0) return []
  const { RE2JS } = await import('re2js')
  return patterns.flatMap((pattern) => {
    if (/\{\d/.test(pattern)) return []
    try {
      return [RE2JS.compile(pattern)]
    } catch {
      // An invalid pattern of the author: the block has fewer marks.
      return []
    }
  })
}

function rangesOf(hit: Uint8Array): Range[] {
  const ranges: Range[] = []
  for (let start = hit.indexOf(1); start >= 0;) {
    const end = hit.indexOf(0, start)
    ranges.push([start, end < 0 ? hit.length : end])
    start = end < 0 ? -1 : hit.indexOf(1, end)
  }
  return ranges
}
