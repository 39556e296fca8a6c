/** A match of a word of the query: a term of the index, or a phrase of several, with its posting list and quality. */
import type { JoinedForm } from './parse-query.ts'
import { type ExpansionKind, FORM, SPELLING } from './match-quality.ts'
import type { PostingList } from './posting-list.ts'

/** One way in which a word matches; a word has several, and a record counts its best. */
export interface Expansion {
  kind: ExpansionKind
  term: string
  list: PostingList
  /** Worth of a match by this term: 0 to 1, and above 1 for a form with symbols. */
  quality: number
  /**
   * Worth of a match where letters are counted (share of a heading that was typed), which counts a prefix by its
   * length.
   */
  spelling: number
  typos: number
  /** Whether a match counts for the criterion `exact`. */
  exact: boolean
  /** Mask of the fields in which the term matches the word. */
  fields: number
  /** Nearness of the term to the form that was typed, symbols included (`FORM`): 0 to 1. */
  form: number
  /** UTF-16 units of the term that match; fewer than its length where only its beginning does. */
  matchedUnits: number
  /** Positions from the term to the word, in a form that joins several words. */
  shift: number
  /** Of a synonym: the words of the query that it replaces. */
  replaces?: string
}

/** The mask of all fields. */
export const EVERYWHERE = -1

/** Kinds that are the form that was typed. */
const EXACT_KINDS: ReadonlySet<ExpansionKind> = new Set<ExpansionKind>(['exact', 'decorated', 'joined'])

type Given = Pick<Expansion, 'kind' | 'term' | 'list' | 'quality'> &
  Partial<Pick<Expansion, 'typos' | 'exact' | 'fields' | 'matchedUnits'>>

/** An expansion; values that are not given follow from its kind. */
export function createExpansion(given: Given): Expansion {
  const { kind, term, list, quality, typos = 0 } = given
  return {
    kind,
    term,
    list,
    quality,
    spelling: SPELLING[kind] ** Math.max(1, typos),
    typos,
    exact: given.exact ?? EXACT_KINDS.has(kind),
    fields: given.fields ?? EVERYWHERE,
    form: FORM[kind],
    matchedUnits: given.matchedUnits ?? term.length,
    shift: 0,
  }
}

/** Adds the matches of a form of several words to each of these words. */
export function spread(
  form: Pick<JoinedForm, 'first' | 'count'>,
  found: readonly Expansion[],
  expansions: readonly Expansion[][],
): void {
  for (let at = 0; at < form.count; at++) {
    for (const expansion of found) expansions[form.first + at]?.push({ ...expansion, shift: at })
  }
}
