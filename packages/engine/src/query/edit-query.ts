/** Edits of a query's text by rules: runs of words are removed or replaced, the rest stays as it was typed. */
import { type ShouldStop, stopIfAsked } from '../base/deadline.ts'
import { ENGINE_LIMITS } from '../base/limits.ts'
import { cutToBytes } from '../segment/bytes.ts'
import type { QueryEdit } from '../wire-rules.ts'
import { keyOf, readWords } from './synonyms.ts'

/** The edits of a rule in order: removals first. */
export function editsOf({ remove = [], edits = [] }: { remove?: string[]; edits?: QueryEdit[] }): QueryEdit[] {
  return [...remove.map((word): QueryEdit => ({ type: 'remove', delete: word })), ...edits]
}

/** The text with each run of words that has the key replaced. */
function replaceRuns(text: string, key: string, replacement: string, keyOfPiece: (piece: string) => string): string {
  // Words and, at odd places, the white space between them.
  const pieces = text.split(/(\s+)/u)
  const keys = pieces.filter((_, at) => at % 2 === 0).map(keyOfPiece)
  const output: string[] = []
  for (let at = 0; at < keys.length; at++) {
    const end = endOfRun(keys, at, key)
    output.push(end === undefined ? (pieces[at * 2] as string) : replacement)
    if (end !== undefined) at = end
    output.push(pieces[at * 2 + 1] ?? '')
  }
  return output.join('')
}

/** The last of the keys from `first` on that are `key` together. */
function endOfRun(keys: readonly string[], first: number, key: string): number | undefined {
  // A run may have punctuation between its words, but not before them.
  if (keys[first] === '') return undefined
  let length = 0
  for (let at = first; at < keys.length; at++) {
    const own = keys[at] as string
    if (!key.startsWith(own, length)) return undefined
    length += own.length
    if (length === key.length) return at
  }
  return undefined
}

/**
 * The query with each run of words that an edit names taken out or replaced; the rest stays as it was typed. A text that becomes longer
 * than a query may be is cut.
 */
export function editQuery(query: string, edits: readonly QueryEdit[], shouldStop: ShouldStop): string {
  let text = query
  // Cache: each edit compares the same words.
  const known = new Map<string, string>()
  const keyOfPiece = (piece: string): string => {
    let key = known.get(piece)
    if (key === undefined) {
      key = keyOf(readWords(piece))
      known.set(piece, key)
    }
    return key
  }
  for (const edit of edits) {
    stopIfAsked(shouldStop)
    const key = edit.delete.split(/\s+/u).map(keyOfPiece).join('')
    if (key === '') continue
    // Cut after each edit: an edit that inserts its own word twice would double the text with each repetition.
    text = cutToBytes(
      replaceRuns(text, key, edit.type === 'replace' ? edit.insert : '', keyOfPiece),
      ENGINE_LIMITS.queryBytes,
    )
  }
  return text.replace(/^\s+|(?<=\s)\s+/gu, '')
}
