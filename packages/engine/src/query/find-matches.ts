/**
 * The records that match a query, found in up to three rounds.
 *
 *   1  every word as typed: exact, prefix, inflection, joined forms
 *   2  typos and splits too, if fewer than `ENOUGH` records match, or if the ranking is `relevance` and a compound of the
 *      query is in no record as one word; not if the ranking is `relevance` and the query is a heading
 *   3  without some of the words, as `removeWordsIfNoResults` says, if no record matches, or with `relevance` too few; then
 *      also the words that docs use for those of the query, for one word only if no record matches
 *
 * Words in at least `SPELT_RIGHT` records are never corrected. Most queries end after the first round.
 */
import type { ShouldStop } from '../base/deadline.ts'
import { SEARCH_DEFAULTS, isRankedByRelevance } from '../base/settings.ts'
import { NORM_WIDTH } from '../segment/norms.ts'
import * as NORM from '../segment/norm-offsets.ts'
import type { Index } from '../segment/open-index.ts'
import type { IndexSettings, RemoveWordsIfNoResults, SearchParams } from '../wire.ts'
import { allowedRecords } from './allowed-records.ts'
import { classValue, type Evidence, misspelt } from './evidence.ts'
import { CLASS_OWN, createClasses, hasClass } from './match-classes.ts'
import { addRelated, addTypos, countPostings, type ExpandInput, expandWords } from './expand.ts'
import type { Expansion } from './expansion.ts'
import { fieldsAt } from './field-mask.ts'
import { evidenceOnlyWords } from './function-words.ts'
import { type Match, type MatchOptions, matchWords } from './match-words.ts'
import { type ParsedQuery, parseQuery, type QueryWord } from './parse-query.ts'
import { expandSettingsOf } from './patterns.ts'
import type { Synonyms } from './synonyms.ts'

/** If at least this number of records match the words as typed, no typos are searched: readers look at few hits. */
export const ENOUGH = 5
/** If at least this number of records match all words, no word is dropped: it is a page of hits. */
export const PAGE_OF_HITS = 20
/**
 * Minimum share of matching letters of a query that is a heading. Above `SPELLING.part`, so that matches of the parts
 * of a compound are not enough.
 */
export const NEARLY_ALL = 0.97
/** Most words that `lastWords` and `firstWords` drop: the limit of the wire. */
export const MAX_DROPPED = 5

/** The matches of the last round, with the words and expansions by which they were found. */
export interface Found {
  words: readonly QueryWord[]
  expansions: readonly Expansion[][]
  match: Match
  fieldMask: number
  /** Terms of the query that were dropped to find anything. */
  dropped: string[]
}

/** `shouldStop` is called at intervals, and ends the search with `search_stopped` when it returns true. */
export interface FindOptions {
  shouldStop?: ShouldStop
  synonyms?: Synonyms | undefined
  /** Records that never match. */
  hidden?: ReadonlySet<number> | undefined
  /** Of a search over candidates. */
  candidates?: CandidateSearch | undefined
}

/** Facts of a corpus that the few records of an index, which are the candidates of a query, do not show. */
export interface CandidateSearch {
  /** Number of records of the corpus that have each word of the query, in the forms that were searched. */
  counts: readonly number[]
  /** The same in the forms as typed. */
  typedCounts: readonly number[]
  /** Whether typos and splits were searched. */
  typos: boolean
  /** Number of words that `removeWordsIfNoResults` dropped; with `allOptional`, 1 for all. */
  dropped: number
}

/** Finds the records that match. Throws `query_too_long`, `filter_invalid`, `filter_too_large`, `search_stopped`. */
export function findMatches(index: Index, params: SearchParams, settings: IndexSettings, options: FindOptions): Found {
  const found = findAll(index, params, settings, options)
  const { typoTolerance } = params
  if ((typoTolerance !== 'min' && typoTolerance !== 'strict') || found.words.length === 0) return found
  return { ...found, match: withFewestTypos(found.match, typoTolerance === 'min' ? 0 : 1) }
}

/** The records with the fewest typos, and those with at most `more` beyond. */
function withFewestTypos(match: Match, more: number): Match {
  const { docs, evidence } = match
  let least = 255
  for (const doc of docs) least = Math.min(least, misspelt(evidence, doc))
  return { ...match, docs: docs.filter((doc) => misspelt(evidence, doc) <= least + more) }
}

/** As `findMatches`, with any number of typos: `typoTolerance` is ignored. */
export function findAll(index: Index, params: SearchParams, settings: IndexSettings, options: FindOptions): Found {
  const { shouldStop, candidates } = options
  const parsed = parseQuery(params.query ?? '', params)
  const { words } = parsed
  const allowed = allowedRecords(index, parsed, params, { hidden: options.hidden, shouldStop })
  const restricted = params.restrictSearchableAttributes ?? []
  const fieldMask = restricted.length === 0 ? -1 : fieldsAt(index, restricted)
  if (words.length === 0) {
    return { words, expansions: [], match: everything(index, allowed), fieldMask, dropped: [] }
  }
  const expanding: ExpandInput = { index, parsed, settings: expandSettingsOf(params, settings), shouldStop }
  const expansions = expandTyped(expanding, params, options.synonyms)
  const matching: MatchOptions = { allowed, fieldMask, shouldStop, counts: candidates?.counts }
  const typed = matchWords(index, words, expansions, matching)
  const mode = params.removeWordsIfNoResults ?? SEARCH_DEFAULTS.removeWordsIfNoResults
  const byRelevance = isRankedByRelevance(settings)
  const rounds =
    candidates === undefined ? roundsAfter(typed, expanding, expansions, { mode, byRelevance }) : roundsOf(candidates)
  let match = typed
  if (rounds.typos) {
    const before = countOf(expansions)
    addTypos(expanding, expansions, candidates?.typedCounts)
    if (countOf(expansions) > before) match = matchWords(index, words, expansions, matching)
  }
  const found: Found = { words, expansions, match, fieldMask, dropped: [] }
  const dropped = rounds.dropped(match)
  if (dropped === 0) return found
  // Related words do not make the typed ones more frequent.
  const counts = matching.counts ?? expansions.map(countPostings)
  // One word with hits needs no others.
  if (words.length === 1 && match.docs.length > 0) return found
  if (byRelevance && mode === 'allOptional' && params.synonyms !== false) {
    addRelated(expanding, expansions, options.synonyms?.groups ?? new Map(), candidates?.counts)
  }
  if (words.length === 1) return { ...found, match: matchWords(index, words, expansions, { ...matching, counts }) }
  return findWithFewerWords(index, found, { ...matching, counts, mode, dropped })
}

/** The rounds after the first. */
interface Rounds {
  /** Whether typos and splits are searched. */
  typos: boolean
  /** The first number of words to drop after a match; 0 for none. */
  dropped: (match: Match) => number
}

function roundsAfter(
  typed: Match,
  { index, parsed }: ExpandInput,
  expansions: readonly Expansion[][],
  { mode, byRelevance }: { mode: RemoveWordsIfNoResults; byRelevance: boolean },
): Rounds {
  if (byRelevance && isHeading(index, typed, parsed)) return { typos: false, dropped: () => 0 }
  // With `relevance`, which weighs the missing words, few matches of all words are no better than none.
  const few = mode === 'allOptional' && byRelevance ? PAGE_OF_HITS : 1
  return {
    typos: typed.docs.length < ENOUGH || (byRelevance && hasUnknownCompound(parsed, expansions)),
    dropped: ({ docs }) => (docs.length < few ? 1 : 0),
  }
}

/** The rounds in which a backend found candidates. */
function roundsOf({ typos, dropped }: CandidateSearch): Rounds {
  return { typos, dropped: () => dropped }
}

interface Removal extends MatchOptions {
  mode: RemoveWordsIfNoResults
  /** The number of words that is tried first. */
  dropped: number
}

/** The matches without some of the words; `found` where there are none. */
function findWithFewerWords(index: Index, found: Found, { mode, dropped, ...matching }: Removal): Found {
  const { words, expansions, match } = found
  if (mode === 'none' || words.length < 2) return found
  const isOptional = mode === 'allOptional'
  if (isOptional) for (const word of words) word.optional = true
  const evidenceOnly = isOptional ? evidenceOnlyWords(words) : undefined
  const most = isOptional ? 1 : Math.min(MAX_DROPPED, words.length - 1)
  for (let count = dropped; count <= most; count++) {
    const from = mode === 'lastWords' ? words.length - count : 0
    const to = mode === 'firstWords' ? count : words.length
    const isKept = (_: unknown, at: number): boolean => isOptional || at < from || at >= to
    const kept = { words: words.filter(isKept), expansions: expansions.filter(isKept) }
    const counts = matching.counts?.filter(isKept)
    const relaxed = matchWords(index, kept.words, kept.expansions, { ...matching, counts, evidenceOnly })
    if (relaxed.docs.length === 0) continue
    // If a record has all words, no word counts as dropped.
    const isLost = (word: QueryWord, at: number): boolean => (isOptional ? match.docs.length === 0 : !isKept(word, at))
    return { ...found, ...kept, match: relaxed, dropped: words.filter(isLost).map((word) => word.term) }
  }
  return found
}

/** The expansions of each word as typed, synonyms among them. */
export function expandTyped(
  expanding: ExpandInput,
  params: SearchParams,
  synonyms: Synonyms | undefined,
): Expansion[][] {
  const expansions = expandWords(expanding)
  if (params.synonyms !== false) synonyms?.addTo(expanding, expansions)
  return expansions
}

function countOf(expansions: readonly Expansion[][]): number {
  return expansions.reduce((sum, list) => sum + list.length, 0)
}

function everything(index: Index, allowed: Uint8Array | undefined): Match {
  const docs: number[] = []
  for (let doc = 0; doc < index.recordCount; doc++) if (allowed === undefined || allowed[doc] === 1) docs.push(doc)
  const evidence: Evidence = { rows: new Float32Array(0), numbers: new Int32Array(0), classes: createClasses() }
  return {
    docs: Uint32Array.from(docs),
    evidence,
    weights: [],
    frequencies: [],
    shares: [],
    question: 0,
    pages: undefined,
  }
}

/** Whether a compound such as `ConfigMas` is in no record as one word; its parts may be parts of other words. */
function hasUnknownCompound(parsed: ParsedQuery, expansions: readonly Expansion[][]): boolean {
  return parsed.joined.some(
    (form) => form.typed && expansions[form.first]?.every((each) => !each.term.startsWith(form.term)) === true,
  )
}

/** Whether the query is the own heading of a record, letter for letter: then it is spelt right. */
export function isHeading(index: Index, { docs, evidence }: Match, { words }: ParsedQuery): boolean {
  const letters = words.reduce((sum, word) => sum + (word.kind === 'symbol' && word.optional ? 0 : word.letters), 0)
  const least = letters * NEARLY_ALL
  if (!hasClass(evidence.classes, CLASS_OWN, least)) return false
  for (let at = 0; at < docs.length; at++) {
    const doc = docs[at] as number
    if (classValue(evidence, doc, CLASS_OWN) <= least) continue
    const core = index.norms[doc * NORM_WIDTH + NORM.ownCore] as number
    if (letters > core * NEARLY_ALL && letters < core / NEARLY_ALL) return true
  }
  return false
}
