/**
 * The terms of a sorted list that begin with a word within a few edits (`find-typos.ts`), for words that are not typed to
 * their end.
 *
 * Sorted terms are the paths of a tree. The walk computes a row of the table of edit distances for each unit of a path, and
 * reuses the rows of the units that a term shares with the one before. Where all distances of a row are above the limit,
 * the rest of the branch is decided, and its terms are skipped by the numbers of shared units, one byte for each. Digests,
 * which suffice for whole words, keep too many terms here: for unfinished words of 4 to 9 letters a search took 12 to 60 CPU ms
 * in 634,000 terms (2 to 5 in 77,000; 0.4 to 1 in 17,600), and takes 2 to 5 (0.3 to 1.3; 0.1 to 0.4).
 */

import type { TermUnits } from '../segment/term-dictionary.ts'

/** Terms in ascending order of their UTF-16 units. */
export interface SortedTerms extends TermUnits {
  /** Number of units that a term shares with the one before, `MAX_SHARED` at most. */
  readonly shared: Uint8Array
}

/** The greatest count that one byte holds. */
export const MAX_SHARED = 255

/** By ordinal, the number of units that a term shares with the one before. */
export function sharedUnits(terms: TermUnits): Uint8Array {
  const shared = new Uint8Array(terms.starts.length - 1)
  for (let ordinal = 1; ordinal < shared.length; ordinal++) shared[ordinal] = countShared(terms, ordinal)
  return shared
}

function countShared({ starts, units }: TermUnits, ordinal: number): number {
  const before = starts[ordinal - 1] as number
  const start = starts[ordinal] as number
  const most = Math.min(MAX_SHARED, start - before, (starts[ordinal + 1] as number) - start)
  let count = 0
  while (count < most && units[before + count] === units[start + count]) count++
  return count
}

/** A term within the limit; `ordinal` is its 0-based place in the sorted list. */
export interface NearTerm {
  ordinal: number
  /** Least edits between the word and a beginning of the term. */
  edits: number
  /** Whether only a beginning of the term is within the limit. */
  prefix: boolean
}

/** Cells of a row: the distances at most `limit` (3) beside the diagonal, and one that is always too large. */
const WIDTH = 8

/** The walk of one search: the table of distances, and the best distance of the whole word down to each depth. */
interface Walk {
  readonly terms: SortedTerms
  readonly word: Uint16Array
  readonly limit: number
  /**
   * Rows of `WIDTH` cells. Cell `c` of row `depth` is the distance of the first `depth` units of the path and the first
   * `depth - limit + c` units of the word; `limit + 1` is every distance above the limit.
   */
  readonly rows: Uint8Array
  readonly best: Uint8Array
  /** Depth of the unit after which no more rows are needed; `MAX_SHARED + 1` while rows are. */
  decided: number
  /** Number of rows that belong to the path. */
  depth: number
}

/** The terms that begin with a word within 1 to `limit` (1 to 3) edits of `word`, in order, without those that begin with it. */
export function walkTypos(terms: SortedTerms, word: Uint16Array, limit: number): NearTerm[] {
  const { shared } = terms
  const walk: Walk = {
    terms,
    word,
    limit,
    rows: new Uint8Array((word.length + limit + 2) * WIDTH).fill(limit + 1),
    best: new Uint8Array(word.length + limit + 2).fill(limit + 1),
    decided: MAX_SHARED + 1,
    depth: 0,
  }
  for (let units = 0; units <= limit; units++) walk.rows[limit + units] = units
  const found: NearTerm[] = []
  let ordinal = 0
  while (ordinal < shared.length) {
    const near = descend(walk, ordinal)
    if (near !== undefined) found.push(near)
    const edits = walk.best[walk.depth] as number
    const isNear = edits > 0 && edits <= limit
    const end = afterBranch(shared, ordinal + 1, walk.decided)
    if (isNear) for (let each = ordinal + 1; each < end; each++) found.push({ ordinal: each, edits, prefix: true })
    ordinal = end
  }
  return found
}

/** Adds the rows of a term, as far as they are needed; returns the term if it is near. */
function descend(walk: Walk, ordinal: number): NearTerm | undefined {
  const { terms, limit, best } = walk
  const start = terms.starts[ordinal] as number
  const length = (terms.starts[ordinal + 1] as number) - start
  walk.depth = Math.min(walk.depth, terms.shared[ordinal] as number)
  walk.decided = MAX_SHARED + 1
  let isAlive = true
  while (isAlive && walk.depth < length) {
    isAlive = addRow(walk, start)
    if (!isAlive) walk.decided = walk.depth
  }
  const edits = best[walk.depth] as number
  if (edits === 0 || edits > limit) return undefined
  const whole = isAlive ? distanceOfWord(walk) : limit + 1
  return { ordinal, edits, prefix: whole > limit }
}

/** Adds the row of the next unit of the path; returns whether longer paths need further rows. */
function addRow(walk: Walk, start: number): boolean {
  const { terms, word, limit, rows, best } = walk
  const { units } = terms
  const depth = walk.depth + 1
  const unit = units[start + depth - 1] as number
  const before = depth > 1 ? (units[start + depth - 2] as number) : -1
  const row = depth * WIDTH
  const above = row - WIDTH
  const tooFar = limit + 1
  // Cells before and after the word are never written: they remain too far.
  const first = Math.max(0, limit - depth)
  const last = Math.min(2 * limit, limit - depth + word.length)
  let least = tooFar
  let left = tooFar
  for (let cell = first; cell <= last; cell++) {
    const at = depth - limit + cell
    let distance = Math.min(left, rows[above + cell + 1] as number) + 1
    if (at > 0) {
      const typed = word[at - 1] as number
      distance = Math.min(distance, (rows[above + cell] as number) + (typed === unit ? 0 : 1))
      if (typed === before && at > 1 && word[at - 2] === unit) {
        distance = Math.min(distance, (rows[above - WIDTH + cell] as number) + 1)
      }
    }
    left = Math.min(distance, tooFar)
    rows[row + cell] = left
    least = Math.min(least, left)
  }
  walk.depth = depth
  const edits = Math.min(best[depth - 1] as number, distanceOfWord(walk))
  best[depth] = edits
  return least <= limit && edits > 0
}

/** Distance of the path and the whole word. */
function distanceOfWord({ word, limit, rows, depth }: Walk): number {
  const cell = word.length - depth + limit
  return cell >= 0 && cell <= 2 * limit ? (rows[depth * WIDTH + cell] as number) : limit + 1
}

/** The first ordinal from `from` on whose term shares fewer than `depth` units with the one before. */
function afterBranch(shared: Uint8Array, from: number, depth: number): number {
  let ordinal = from
  while (ordinal < shared.length && (shared[ordinal] as number) >= depth) ordinal++
  return ordinal
}
