/**
 * A word of the query becomes the terms of the index that stand for it, each with how well it does.
 *
 * First what was typed: the term itself, its forms with symbols, what begins with it, its inflections, the forms that
 * join it with its neighbours. Typos and splits are a second helping, fetched only when the first finds too little.
 */
import { mayEndWith, singular, stem } from '../analysis/stem.ts'
import type { Index, Segment } from '../segment/open-index.ts'
import { requireDictionary } from '../segment/parts.ts'
import {
  createTermCursor,
  entryAt,
  findTerm,
  hasPrefix,
  nextTerm,
  seekTerm,
  type TermCursor,
  type TermEntry,
  termText,
} from '../segment/term-dictionary.ts'
import { DEFAULT_SETTINGS, isOnForEnglish } from '../settings.ts'
import type { IndexSettings, SearchParams } from '../wire.ts'
import { fieldsAt } from './field-mask.ts'
import type { JoinedForm, ParsedQuery, QueryWord } from './parse-query.ts'
import { adjacentList, lengthOf, listOf, type PostingList } from './posting-list.ts'
import { findTypos } from './typos.ts'

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
const EVERYWHERE = -1

/** Kinds that are what was typed. */
const EXACT_KINDS: ReadonlySet<ExpansionKind> = new Set<ExpansionKind>(['exact', 'decorated', 'joined'])

/** The dictionary of each segment: a word is looked up in all of them before anything is concluded from what was found. */
export type Lexicon = readonly { segment: Segment; cursor: TermCursor }[]

export function lexiconOf(index: Index): Lexicon {
  return index.segments.map((segment) => ({ segment, cursor: createTermCursor(segment.dictionary) }))
}

/** The expansions of each word, best first, without typos. */
export function expandWords(index: Index, parsed: ParsedQuery, settings: ExpandSettings): Expansion[][] {
  const lexicon = lexiconOf(index)
  const inflected = isOnForEnglish(settings.ignorePlurals, settings.queryLanguages)
  const expansions = parsed.words.map((word) => {
    const found = expandWord(lexicon, word)
    if (inflected && word.kind === 'word') addInflections(lexicon, word.term, settings, found)
    if (settings.abbreviations && word.kind === 'word' && !word.prefix) addAbbreviated(lexicon, word.term, found)
    if (word.decorated.length > 0) {
      const typed = (term: string): boolean => word.decorated.some((form) => term.startsWith(form))
      for (const each of found) if (!typed(each.term)) each.form *= FORM_OF_BARE_WORD
    }
    return found
  })
  weakenParts(parsed, expansions)
  for (const form of parsed.joined) {
    const found: Expansion[] = []
    addExact(lexicon, form.term, 'joined', QUALITY.joined, found)
    if (form.prefix) addPrefixes(lexicon, form.term, found)
    if (inflected && found.length === 0) addInflections(lexicon, form.term, settings, found)
    spread(form, found, expansions)
  }
  if (settings.disablePrefixOnAttributes?.length) {
    const fields = ~fieldsAt(index, settings.disablePrefixOnAttributes)
    const begins = (each: Expansion): boolean => each.kind === 'prefix' || each.kind === 'abbreviation'
    for (const list of expansions) for (const each of list) if (begins(each)) each.fields = fields
  }
  return expansions
}

/** A word that so many records have is not taken for a misspelling of another. */
export const SPELT_RIGHT = 5

/**
 * Adds what is spelt differently: typos of words and joined forms, and words that the text has in two. `counts`: how many
 * records have each word, where the index does not tell.
 */
export function addTypos(
  index: Index,
  parsed: ParsedQuery,
  expansions: Expansion[][],
  settings: ExpandSettings,
  counts?: readonly number[],
): void {
  const tolerance = settings.typoTolerance ?? DEFAULT_SETTINGS.typoTolerance
  // What is spelt differently may stand anywhere.
  for (const { parts } of index.segments) if (parts !== undefined) requireDictionary(parts)
  const lexicon = lexiconOf(index)
  const strict = settings.disableTypoToleranceOnAttributes ?? []
  const fields = strict.length === 0 ? EVERYWHERE : ~fieldsAt(index, strict)
  for (const [at, word] of parsed.words.entries()) {
    if (word.kind !== 'word') continue
    const found = expansions[at] as Expansion[]
    const count = counts?.[at] ?? found.reduce((sum, each) => sum + lengthOf(each.list), 0)
    if (count >= SPELT_RIGHT) continue
    addSplits(index, lexicon, word, found)
    if (tolerance !== false) addTyposOf(index, word.term, word.prefix, settings, found)
  }
  if (tolerance !== false) {
    for (const form of parsed.joined) {
      if (!form.typed) continue
      const found: Expansion[] = []
      addTyposOf(index, form.term, form.prefix, settings, found)
      spread(form, found, expansions)
    }
  }
  if (fields === EVERYWHERE) return
  for (const list of expansions) for (const each of list) if (each.typos > 0) each.fields = fields
}

/** Whoever writes words as one wants them as one; apart, they are worth less. */
function weakenParts(parsed: ParsedQuery, expansions: Expansion[][]): void {
  for (const [at, found] of expansions.entries()) {
    const compound = parsed.joined.some((form) => form.typed && at >= form.first && at < form.first + form.count)
    if (!compound) continue
    for (const expansion of found) {
      if (expansion.kind === 'decorated') continue
      expansion.quality *= QUALITY.part
      expansion.spelling *= SPELLING.part
      expansion.form *= FORM_OF_PART
    }
  }
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

function expandWord(lexicon: Lexicon, word: QueryWord): Expansion[] {
  const found: Expansion[] = []
  for (const term of word.decorated) {
    addExact(lexicon, term, 'decorated', QUALITY.decorated, found)
    if (word.prefix) addPrefixes(lexicon, term, found, QUALITY.decorated)
  }
  addExact(lexicon, word.term, 'exact', QUALITY.exact, found)
  if (word.prefix) addPrefixes(lexicon, word.term, found)
  return found
}

function addExact(lexicon: Lexicon, term: string, kind: ExpansionKind, quality: number, found: Expansion[]): void {
  for (const { segment, cursor } of lexicon) {
    const entry = findTerm(cursor, term)
    if (entry !== undefined) add(found, expansion(segment, entry, kind, quality))
  }
}

/** Keeps an expansion, unless all records that have the term are hidden. */
function add(found: Expansion[], each: Expansion): void {
  if (each.list.hidden === 0 || lengthOf(each.list) > 0) found.push(each)
}

function expansion(segment: Segment, entry: TermEntry, kind: ExpansionKind, quality: number, typos = 0): Expansion {
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

/** The term and, where inflections are forgiven, its forms: for a term that nobody is typing. */
export function expandTerm(lexicon: Lexicon, term: string, settings: ExpandSettings): Expansion[] {
  const found: Expansion[] = []
  addExact(lexicon, term, 'exact', QUALITY.exact, found)
  if (isOnForEnglish(settings.ignorePlurals, settings.queryLanguages)) addInflections(lexicon, term, settings, found)
  return found
}

function addPrefixes(lexicon: Lexicon, prefix: string, found: Expansion[], worth = 1): void {
  for (const { segment, cursor } of lexicon) addPrefixesOf(segment, cursor, prefix, found, worth)
}

function addPrefixesOf(segment: Segment, cursor: TermCursor, prefix: string, found: Expansion[], worth: number): void {
  if (!seekTerm(cursor, prefix)) return
  do {
    if (!hasPrefix(cursor, prefix)) return
    if (cursor.unitCount === prefix.length) continue
    const share = prefix.length / cursor.unitCount
    const quality = QUALITY.prefixLeast + (QUALITY.prefixMost - QUALITY.prefixLeast) * share
    const continued = expansion(segment, entryAt(cursor), 'prefix', quality * worth)
    continued.matchedUnits = prefix.length
    add(found, continued)
  } while (nextTerm(cursor))
}

/** Longest ending that an inflection adds to a stem. */
export const LONGEST_ENDING = 8

function addInflections(
  lexicon: Lexicon,
  word: string,
  settings: Pick<SearchParams, 'alternativesAsExact'>,
  found: Expansion[],
): void {
  if (stem(word).length < 3 || !/^[a-z]+$/.test(word)) return
  const known = new Set(found.filter((other) => other.kind !== 'prefix').map((other) => other.term))
  const asExact = settings.alternativesAsExact ?? DEFAULT_SETTINGS.alternativesAsExact
  for (const { segment, cursor } of lexicon) addInflectionsOf(segment, cursor, word, known, asExact, found)
}

function addInflectionsOf(
  segment: Segment,
  cursor: TermCursor,
  word: string,
  known: ReadonlySet<string>,
  asExact: readonly string[],
  found: Expansion[],
): void {
  const root = stem(word)
  const base = singular(word)
  if (!seekTerm(cursor, root)) return
  do {
    if (!hasPrefix(cursor, root)) return
    if (cursor.unitCount > root.length + LONGEST_ENDING) continue
    if (!mayEndWith(termText(cursor, root.length))) continue
    const term = termText(cursor)
    if (known.has(term) || term === word || stem(term) !== root) continue
    const isPlural = singular(term) === base
    const quality = isPlural ? QUALITY.plural : QUALITY.inflection
    const inflection = expansion(segment, entryAt(cursor, term), 'inflection', quality)
    inflection.exact = asExact.includes(isPlural ? 'ignorePlurals' : 'ignoreConjugations')
    add(found, inflection)
  } while (nextTerm(cursor))
}

/** Below, what a word begins is anything; and of a word more than twice as long it is hardly an abbreviation. */
export const SHORTEST_ABBREVIATION = 4
export const LONGEST_SHARE = 2

/** Words that begin with `word`, which people shorten when they type: `bool`, `auth`, `repo`. */
function addAbbreviated(lexicon: Lexicon, word: string, found: Expansion[]): void {
  if (word.length < SHORTEST_ABBREVIATION || !/^\p{L}+$/u.test(word)) return
  const known = new Set(found.map((other) => other.term))
  for (const { segment, cursor } of lexicon) {
    for (let more = seekTerm(cursor, word); more && hasPrefix(cursor, word); more = nextTerm(cursor)) {
      if (cursor.unitCount === word.length || cursor.unitCount > word.length * LONGEST_SHARE) continue
      const term = termText(cursor)
      if (known.has(term) || !/^\p{L}+$/u.test(term)) continue
      const share = word.length / term.length
      const quality = (QUALITY.prefixLeast + (QUALITY.prefixMost - QUALITY.prefixLeast) * share) * QUALITY.abbreviation
      const longer = expansion(segment, entryAt(cursor, term), 'abbreviation', quality)
      longer.matchedUnits = word.length
      add(found, longer)
    }
  }
}

/** How many typos a word may have. */
export function allowedTypos(term: string, settings: ExpandSettings): number {
  if (settings.typoTolerance === false) return 0
  const numeric = /^\d+$/.test(term)
  if (numeric && !(settings.allowTyposOnNumericTokens ?? DEFAULT_SETTINGS.allowTyposOnNumericTokens)) return 0
  if (settings.disableTypoToleranceOnWords?.some((word) => word.toLowerCase() === term)) return 0
  const two = settings.minWordSizefor2Typos ?? DEFAULT_SETTINGS.minWordSizefor2Typos
  const one = settings.minWordSizefor1Typo ?? DEFAULT_SETTINGS.minWordSizefor1Typo
  return term.length >= two ? 2 : term.length >= one ? 1 : 0
}

function addTyposOf(index: Index, term: string, prefix: boolean, settings: ExpandSettings, found: Expansion[]): void {
  const limit = allowedTypos(term, settings)
  if (limit === 0) return
  const known = new Set(found.map((other) => other.term))
  for (const segment of index.segments) {
    for (const match of findTypos(segment.dictionary, term, limit, prefix)) {
      if (known.has(match.term)) continue
      const tier = QUALITY.typos[Math.min(match.typos, 3)] as number
      const quality = match.prefix
        ? tier * QUALITY.prefixMost * Math.min(1, 0.5 + term.length / (2 * match.term.length))
        : tier
      const matchedUnits = match.prefix ? Math.min(term.length, match.term.length) : match.term.length
      add(found, { ...expansion(segment, match, 'typo', quality, match.typos), matchedUnits })
    }
  }
}

/** Positions that the second half of a split may stand after the first, which may itself be a joined form. */
export const SPLIT_REACH = 3
export const SHORTEST_HALF = 2
/** Longer words, in UTF-16 units, are not taken apart. */
export const LONGEST_SPLIT = 40

function addSplits(index: Index, lexicon: Lexicon, word: QueryWord, found: Expansion[]): void {
  const { term } = word
  if (!/^[\p{L}\p{N}]+$/u.test(term) || term.length > LONGEST_SPLIT) return
  for (let at = SHORTEST_HALF; at <= term.length - SHORTEST_HALF; at++) {
    for (const { segment, cursor } of lexicon) {
      const left = findTerm(cursor, term.slice(0, at))
      const right = left && findTerm(cursor, term.slice(at))
      if (left === undefined || right === undefined) continue
      const lists = [listOf(segment, left), listOf(segment, right)] as const
      const list = adjacentList(index, segment.hidden, ...lists, SPLIT_REACH, 'left')
      if (list === undefined) continue
      const halves = `${left.term} ${right.term}`
      found.push({ ...expansionOver(halves, list, 'split', QUALITY.split, 1), matchedUnits: term.length })
    }
  }
}
