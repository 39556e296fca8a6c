/**
 * Terms within one or two edits of a word: insert, delete, replace, swap of neighbours (Damerau, optimal alignment).
 *
 * One walk over the sorted dictionary with a row of the distance table for each depth. Terms that share a prefix share
 * its rows; once every cell of a row is above the limit, all terms with that prefix are passed over without being
 * compared. No second structure, no expansion of the word.
 *
 *          b  u  i  l  d
 *       0  1  2  3  4  5
 *   b   1  0  1  2  3  4     row 1, kept while terms begin with "b"
 *   i   2  1  1  1  2  3     row 2, kept while terms begin with "bi"
 */
import {
  createTermCursor,
  entryAt,
  nextTerm,
  skipShared,
  type TermCursor,
  type TermDictionary,
  type TermEntry,
} from '../segment/term-dictionary.ts'

export interface TypoMatch extends TermEntry {
  /** Edits; a wrong first letter counts one more. */
  typos: number
  /** Whether the word is within reach of a beginning of the term only. */
  prefix: boolean
}

const MAX_UNITS = 65
const WIDTH = MAX_UNITS + 1

/** Finds the terms within `limit` edits of `word`, in order. With `prefix`, also those of which a beginning is. */
export function findTypos(dictionary: TermDictionary, word: string, limit: number, prefix: boolean): TypoMatch[] {
  const cursor = createTermCursor(dictionary)
  const length = word.length
  const units = Uint16Array.from({ length }, (_, at) => word.charCodeAt(at))
  const rows = new Uint8Array(WIDTH * WIDTH)
  const found: TypoMatch[] = []
  for (let column = 0; column <= length; column++) rows[column] = column
  // Rows 0 to `known` belong to the prefix of the current term. `dead`: no term with this many shared units can match.
  let known = 0
  let dead = MAX_UNITS
  // With `prefix`: the least distance of the word to a prefix of this many units.
  const bestAt = new Uint8Array(WIDTH)
  bestAt[0] = length
  while (nextTerm(cursor)) {
    // A block begins with nothing shared, so what is shared has to be counted there.
    const shared = cursor.ordinal % 16 === 0 ? sharedUnits(cursor, known, last) : cursor.shared
    if (shared >= dead) {
      skipShared(cursor, dead)
      continue
    }
    if (shared < known) known = shared
    dead = MAX_UNITS
    const depthLimit = Math.min(cursor.unitCount, MAX_UNITS)
    if (!prefix && (depthLimit > length + limit || depthLimit < length - limit)) continue
    const end = prefix ? Math.min(depthLimit, length + limit) : depthLimit
    while (known < end) {
      known++
      const least = fillRow(rows, known, cursor.units, units, length, limit)
      last[known - 1] = cursor.units[known - 1] as number
      const distance = rows[known * WIDTH + length] as number
      bestAt[known] = Math.min(bestAt[known - 1] as number, distance)
      if (least > limit && (!prefix || (bestAt[known] as number) > limit)) {
        dead = known
        break
      }
    }
    if (dead !== MAX_UNITS) {
      skipShared(cursor, dead)
      continue
    }
    const whole = depthLimit <= known ? (rows[depthLimit * WIDTH + length] as number) : MAX_UNITS
    const asPrefix = prefix ? (bestAt[known] as number) : MAX_UNITS
    const edits = Math.min(whole, asPrefix)
    if (edits === 0 || edits > limit) continue
    const wrongStart = cursor.units[0] !== units[0] ? 1 : 0
    found.push({ ...entryAt(cursor), typos: edits + wrongStart, prefix: whole > limit })
  }
  return found
}

/** Units of the prefix that the rows belong to. */
const last = new Uint16Array(WIDTH)

function sharedUnits(cursor: TermCursor, known: number, units: Uint16Array): number {
  const limit = Math.min(known, cursor.unitCount)
  let shared = 0
  while (shared < limit && units[shared] === cursor.units[shared]) shared++
  return shared
}

function fillRow(
  rows: Uint8Array,
  depth: number,
  termUnits: Uint16Array,
  wordUnits: Uint16Array,
  length: number,
  limit: number,
): number {
  const row = depth * WIDTH
  const above = row - WIDTH
  const unit = termUnits[depth - 1] as number
  const previous = depth > 1 ? (termUnits[depth - 2] as number) : -1
  rows[row] = depth
  // Only the band of cells within `limit` of the diagonal can be within the limit.
  const from = Math.max(1, depth - limit)
  const to = Math.min(length, depth + limit)
  let least = from === 1 ? depth : MAX_UNITS
  if (from > 1) rows[row + from - 1] = MAX_UNITS
  for (let column = from; column <= to; column++) {
    const wordUnit = wordUnits[column - 1] as number
    let value = (rows[above + column - 1] as number) + (unit === wordUnit ? 0 : 1)
    const inserted = column > depth + limit - 1 ? MAX_UNITS : (rows[above + column] as number) + 1
    if (inserted < value) value = inserted
    const deleted = (rows[row + column - 1] as number) + 1
    if (deleted < value) value = deleted
    if (column > 1 && previous === wordUnit && unit === wordUnits[column - 2]) {
      const swapped = (rows[above - WIDTH + column - 2] as number) + 1
      if (swapped < value) value = swapped
    }
    rows[row + column] = value
    if (value < least) least = value
  }
  for (let column = to + 1; column <= length; column++) rows[row + column] = MAX_UNITS
  return least
}
