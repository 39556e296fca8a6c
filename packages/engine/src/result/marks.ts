/**
 * What in a text answers the query: ranges of the text, each with the word of the query that it answers.
 *
 * The text is cut into tokens as it was for the index; a token is marked if its term is one that matched. Of a term
 * that only begins with the word, the beginning is marked. Offsets are UTF-16 units and never split a grapheme.
 */
import { classOf, EXTEND } from '../analysis/characters.ts'
import { fold } from '../analysis/fold.ts'
import { tokenize } from '../analysis/tokenize.ts'
import type { Expansion } from '../query/expand.ts'
import type { QueryWord } from '../query/parse-query.ts'

export interface Mark {
  start: number
  end: number
  /** Number of the word in the query. */
  word: number
}

/** Looks up which words a term answers. */
export interface Marker {
  readonly words: readonly QueryWord[]
  readonly terms: ReadonlyMap<string, readonly { word: number; units: number }[]>
}

export function createMarker(words: readonly QueryWord[], expansions: readonly Expansion[][]): Marker {
  const terms = new Map<string, { word: number; units: number }[]>()
  const add = (term: string, word: number, units: number): void => {
    const known = terms.get(term)
    if (known === undefined) terms.set(term, [{ word, units }])
    else if (!known.some((other) => other.word === word)) known.push({ word, units })
  }
  for (const [word, list] of expansions.entries()) {
    for (const expansion of list) {
      if (expansion.kind !== 'split') add(expansion.term, word, expansion.matchedUnits)
      else for (const half of expansion.term.split(' ')) add(half, word, half.length)
    }
  }
  return { words, terms }
}

/** Marks of a text, in order, not overlapping. */
export function marksOf(text: string, marker: Marker): Mark[] {
  const marks: Mark[] = []
  if (marker.terms.size === 0) return marks
  tokenize(text, (term, start, end) => {
    const found = marker.terms.get(term)
    if (found === undefined) return
    for (const { word, units } of found) {
      const stop = units < term.length ? endOfUnits(text, start, end, units) : end
      marks.push({ start, end: stop, word })
    }
  })
  return marks.sort((a, b) => a.start - b.start || b.end - a.end)
}

/** Where the beginning of a token ends that folds to `units` units. */
function endOfUnits(text: string, start: number, end: number, units: number): number {
  let at = start
  let folded = 0
  while (at < end && folded < units) {
    const from = at
    at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1
    while (at < end && (classOf(text.codePointAt(at) as number) === EXTEND || isJoinedToNext(text, at))) {
      at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1
    }
    folded += fold(text.slice(from, at)).length
  }
  return at
}

/** Viramas join the consonants on both sides into one grapheme. */
function isJoinedToNext(text: string, at: number): boolean {
  return /[\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d\u200d]\p{M}*$/u.test(text.slice(Math.max(0, at - 4), at))
}

/** Overlapping and touching-inside marks as one; each with the words it answers. */
export function mergeMarks(marks: readonly Mark[]): { start: number; end: number }[] {
  const merged: { start: number; end: number }[] = []
  for (const { start, end } of marks) {
    const previous = merged.at(-1)
    if (previous !== undefined && start < previous.end) previous.end = Math.max(previous.end, end)
    else merged.push({ start, end })
  }
  return merged
}
