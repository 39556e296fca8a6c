/**
 * The terms of a corpus whose posting lists are in another backend, for planners that turn patterns (`plan-query.ts`)
 * into existing terms. A dictionary of an index file, without lists.
 */
import {
  createTermCursor,
  createTermWriter,
  findTerm,
  hasPrefix,
  nextTerm,
  seekTerm,
} from '../segment/term-dictionary.ts'
import { termText, type TermDictionary } from '../segment/term-dictionary.ts'
import { findTypos } from '../query/find-typos.ts'

export interface KnownTerms {
  readonly dictionary: TermDictionary
}

/** `terms` ascending by UTF-16 unit (as `sort()` has it), each once, as `analyseRecord` makes them. */
export function openTerms(terms: readonly string[]): KnownTerms {
  const writer = createTermWriter()
  for (const term of terms) writer.add(term, 0)
  return { dictionary: { ...writer.finish(), parts: undefined } }
}

export function hasTerm({ dictionary }: KnownTerms, term: string): boolean {
  return findTerm(createTermCursor(dictionary), term) !== undefined
}

export function hasTermBeginning({ dictionary }: KnownTerms, beginning: string): boolean {
  const cursor = createTermCursor(dictionary)
  return seekTerm(cursor, beginning) && hasPrefix(cursor, beginning)
}

/** The terms that begin with `beginning`, itself among them, ascending. */
export function termsBeginning({ dictionary }: KnownTerms, beginning: string): string[] {
  const cursor = createTermCursor(dictionary)
  const found: string[] = []
  for (let more = seekTerm(cursor, beginning); more && hasPrefix(cursor, beginning); more = nextTerm(cursor)) {
    found.push(termText(cursor))
  }
  return found
}

/**
 * The terms within 1 to `edits` edits of `term`, ascending; with `beginning` also terms that begin with such a term.
 */
export function termsNear({ dictionary }: KnownTerms, term: string, edits: number, beginning: boolean): string[] {
  return findTypos(dictionary, term, edits, beginning).map((match) => match.term)
}
