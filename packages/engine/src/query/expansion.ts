/**
 * A term of the index that stands for a word of the query, with how well it does: what the ways of expanding a word
 * (`expand.ts`, `inflections.ts`, `expand-typos.ts`, `synonyms.ts`) make, and matching and marking read.
 */
import type { Index, Segment } from '../segment/open-index.ts'
import { createTermCursor, findTerm, type TermCursor, type TermEntry } from '../segment/term-dictionary.ts'
import type { IndexSettings, SearchParams } from '../wire.ts'
import type { JoinedForm } from './parse-query.ts'
import { lengthOf, listOf, type PostingList } from './posting-list.ts'

export type ExpansionKind =
  | 'exact'
  | 'decorated'
  | 'joined'
  | 'prefix'
  | 'inflection'
  | 'abbreviation'
  | 'synonym'
  | 'correction'
  | 'typo'
  | 'split'

export interface Expansion {
  kind: ExpansionKind
  term: string
  list: PostingList
  /** 0 to 1, and above 1 for a form with symbols: what a match by this term is worth. */
  quality: number
  /** The same where letters are counted (how much of a heading was typed), which sees the length of a prefix itself. */
  spelling: number
  typos: number
  /** Whether a match counts for the criterion `exact`. */
  exact: boolean
  /** Mask of the fields in which the term stands for the word. */
  fields: number
  /** 0 to 1: how near the term is to what was typed, symbols included (`FORM`). */
  form: number
  /** Units of the term that the word stands for, where only its beginning matches; else its length. */
  matchedUnits: number
  /** How many positions after the term's own the word stands, in a form that joins several words. */
  shift: number
  /** Of a synonym: the words of the query that it stands for. */
  replaces?: string
}

/**
 * What a match is worth beside the exact form. Tiers: an inflection is nearly the word; a prefix is worth more the more
 * of the term was typed; one typo is below both, two below one. Measured on the dev sets of the relevance kit; the
 * order matters, the digits hardly.
 */
export const QUALITY = {
  exact: 1,
  decorated: 1.15,
  joined: 1,
  plural: 0.95,
  abbreviation: 0.6,
  inflection: 0.8,
  synonym: 0.9,
  prefixLeast: 0.5,
  prefixMost: 0.9,
  split: 0.85,
  part: 0.7,
  typos: [1, 0.6, 0.42, 0.3],
} as const

/** Share of a word's letters that count in a heading; for each typo once. */
export const SPELLING: Readonly<Record<ExpansionKind | 'part', number>> = {
  exact: 1,
  decorated: 1,
  joined: 1,
  prefix: 1,
  inflection: 0.9,
  abbreviation: 0.85,
  synonym: 0.95,
  correction: 0.93,
  typo: 0.93,
  split: 0.97,
  part: 0.98,
}

/**
 * How near a term is to what was typed: the form itself, its continuation, its inflection. Where symbols were typed, the
 * bare word is a small part of it; where words were typed as one, each of them alone is.
 */
export const FORM: Readonly<Record<ExpansionKind, number>> = {
  exact: 1,
  decorated: 1,
  joined: 1,
  prefix: 0.5,
  inflection: 0.3,
  abbreviation: 0.2,
  synonym: 0.3,
  correction: 0,
  typo: 0,
  split: 0,
}
export const FORM_OF_PART = 0.25
export const FORM_OF_BARE_WORD = 0.1

/** What of the settings and of the query decides how words are expanded. */
export type ExpandSettings = Pick<
  SearchParams,
  | 'ignorePlurals'
  | 'queryLanguages'
  | 'alternativesAsExact'
  | 'typoTolerance'
  | 'minWordSizefor1Typo'
  | 'minWordSizefor2Typos'
  | 'allowTyposOnNumericTokens'
  | 'disableTypoToleranceOnAttributes'
> &
  Pick<IndexSettings, 'disableTypoToleranceOnWords' | 'disablePrefixOnAttributes'> & {
    /** A word may stand for a longer one, also where it is not the last: `bool` for `boolean`. */
    abbreviations?: boolean
  }

/** The mask of all fields. */
export const EVERYWHERE = -1

/** Kinds that are what was typed. */
const EXACT_KINDS: ReadonlySet<ExpansionKind> = new Set<ExpansionKind>(['exact', 'decorated', 'joined'])

/** The dictionary of each segment: a word is looked up in all of them before anything is concluded from what was found. */
export type Lexicon = readonly { segment: Segment; cursor: TermCursor }[]

export function lexiconOf(index: Index): Lexicon {
  return index.segments.map((segment) => ({ segment, cursor: createTermCursor(segment.dictionary) }))
}

/** A form that stands for several words stands for each of them. */
export function spread(
  form: Pick<JoinedForm, 'first' | 'count'>,
  found: readonly Expansion[],
  expansions: readonly Expansion[][],
): void {
  for (let at = 0; at < form.count; at++) {
    for (const expansion of found) expansions[form.first + at]?.push({ ...expansion, shift: at })
  }
}

/** Adds the term itself. */
export function addExact(
  lexicon: Lexicon,
  term: string,
  kind: ExpansionKind,
  quality: number,
  found: Expansion[],
): void {
  for (const { segment, cursor } of lexicon) {
    const entry = findTerm(cursor, term)
    if (entry !== undefined) add(found, expansion(segment, entry, kind, quality))
  }
}

/** Keeps an expansion, unless all records that have the term are hidden. */
export function add(found: Expansion[], each: Expansion): void {
  if (each.list.hidden === 0 || lengthOf(each.list) > 0) found.push(each)
}

/** An expansion whose postings are those of the term. */
export function expansion(
  segment: Segment,
  entry: TermEntry,
  kind: ExpansionKind,
  quality: number,
  typos = 0,
): Expansion {
  return expansionOver(entry.term, listOf(segment, entry), kind, quality, typos)
}

/** An expansion whose postings are those of `list`. */
export function expansionOver(
  term: string,
  list: PostingList,
  kind: ExpansionKind,
  quality: number,
  typos: number,
): Expansion {
  return {
    kind,
    term,
    list,
    quality,
    spelling: SPELLING[kind] ** Math.max(1, typos),
    typos,
    exact: EXACT_KINDS.has(kind),
    fields: EVERYWHERE,
    form: FORM[kind],
    matchedUnits: term.length,
    shift: 0,
  }
}
