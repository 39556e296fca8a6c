/**
 * The terms of a corpus whose posting lists are in another backend, for planners that turn patterns (`plan-query.ts`)
 * into existing terms. A dictionary of an index file, with the numbers of records of the terms in place of the sizes of
 * their lists.
 */
import {
  createTermCursor,
  createTermWriter,
  findTerm,
  hasPrefix,
  nextTerm,
  seekTerm,
  type TermDictionary,
  termText,
} from '../segment/term-dictionary.ts'
import { findTypos } from '../query/find-typos.ts'

/** Of `openTerms`; immutable, so it may be shared by queries. */
export interface KnownTerms {
  readonly dictionary: TermDictionary
}

/** A term, and the number of records that have it. */
export interface CountedTerm {
  term: string
  count: number
}

/** `terms` in any order, each once, as `analyseRecord` makes them. */
export function openTerms(terms: readonly CountedTerm[]): KnownTerms {
  const writer = createTermWriter()
  const sorted = terms.toSorted((a, b) => (a.term < b.term ? -1 : 1))
  for (const { term, count } of sorted) writer.add(term, count)
  return { dictionary: { ...writer.finish(), parts: undefined } }
}

/** Whether a record has exactly this term (normalised, as the tokenizer emits it). */
export function hasTerm({ dictionary }: KnownTerms, term: string): boolean {
  return findTerm(createTermCursor(dictionary), term) !== undefined
}

/** Whether a record has a term with this beginning, normalised as the tokenizer emits terms. */
export function hasTermBeginning({ dictionary }: KnownTerms, beginning: string): boolean {
  const cursor = createTermCursor(dictionary)
  return seekTerm(cursor, beginning) && hasPrefix(cursor, beginning)
}

/** The terms that begin with `beginning`, itself among them, ascending. */
export function termsBeginning(known: KnownTerms, beginning: string): string[] {
  return countsBeginning(known, beginning).map(({ term }) => term)
}

/** The same with their numbers of records; of more than `most` terms the first ones. */
export function countsBeginning({ dictionary }: KnownTerms, beginning: string, most = Infinity): CountedTerm[] {
  const cursor = createTermCursor(dictionary)
  const found: CountedTerm[] = []
  for (let more = seekTerm(cursor, beginning); more && hasPrefix(cursor, beginning); more = nextTerm(cursor)) {
    if (found.length === most) break
    found.push({ term: termText(cursor), count: cursor.postingsEnd - cursor.postingsStart })
  }
  return found
}

/** The number of records that have a term; 0 for an unknown one. */
export function countOf({ dictionary }: KnownTerms, term: string): number {
  const entry = findTerm(createTermCursor(dictionary), term)
  return entry === undefined ? 0 : entry.postingsEnd - entry.postingsStart
}

/**
 * The terms within 1 to `edits` edits of `term`, ascending; with `beginning` also terms that begin with such a term.
 */
export function termsNear({ dictionary }: KnownTerms, term: string, edits: number, beginning: boolean): string[] {
  return findTypos(dictionary, term, edits, beginning).map((match) => match.term)
}
