/**
 * From the text of a query to the records that match, with second helpings where the first is too small.
 *
 *   1  every word as typed: exact, prefix, inflection, joined forms
 *   2  if fewer than `ENOUGH` records have that, or the ranking is `relevance` and what was typed as one stands nowhere as
 *      one: typos and splits too; not where the ranking is `relevance` and a heading is the query
 *   3  if none has that (or, where the ranking is `relevance`, too few): words are dropped as `removeWordsIfNoResults` says
 *
 * A word that is spelt right in enough records is not taken for a misspelling, which keeps both the order and the time
 * of most queries from what nobody meant.
 */
import { classOf, GRAM } from '../analysis/characters.ts'
import { type ShouldStop, stopIfAsked } from '../base/deadline.ts'
import { NORM, NORM_WIDTH } from '../segment/norms.ts'
import type { Index, Segment } from '../segment/open-index.ts'
import { createTermCursor, entryAt, findTerm, hasPrefix, nextTerm, seekTerm } from '../segment/term-dictionary.ts'
import { nextPosting } from '../segment/postings.ts'
import { DEFAULT_SETTINGS } from '../base/settings.ts'
import type { IndexSettings, SearchParams } from '../wire.ts'
import { misspelt, ROW, ROW_WIDTH } from './evidence.ts'
import { expandWords } from './expand.ts'
import { addTypos } from './expand-typos.ts'
import type { ExpandSettings, Expansion } from './expansion.ts'
import { fieldsAt } from './field-mask.ts'
import { allowedBy } from './apply-filters.ts'
import { filtersOf } from './read-filters.ts'
import { holdTogether } from './function-words.ts'
import { type Match, matchWords } from './match-words.ts'
import { type ParsedQuery, parseQuery, type QueryWord } from './parse-query.ts'
import { adjacentList, cursorOver, lengthOf, listOf, type PostingList } from './posting-list.ts'
import type { Synonyms } from './synonyms.ts'

/** Matches of the words as typed that are enough to ask no further: what a reader looks through. */
export const ENOUGH = 5
/** Matches of all words that are enough not to look for some of them: a page of hits. */
export const PAGE_OF_HITS = 20
/** Share of letters from which a heading is the query; parts of a compound count a little less than their letters. */
const NEARLY_ALL = 0.97
/** `lastWords` and `firstWords` drop at most so many: the wire's limit. */
export const MOST_DROPPED = 5

export interface Found {
  words: readonly QueryWord[]
  expansions: readonly Expansion[][]
  match: Match
  fieldMask: number
  /** Terms of the query that were dropped to find anything. */
  dropped: string[]
}

export interface FindOptions {
  shouldStop?: ShouldStop
  synonyms?: Synonyms | undefined
  /** Records that do not match, whatever they hold. */
  hidden?: ReadonlySet<number>
  /** Of a search over candidates. */
  candidates?: CandidateSearch | undefined
}

/** What was found out in the corpus that the records of an index are candidates of, and cannot be seen from them. */
export interface CandidateSearch {
  /** How many records of the corpus have each word of the query, in the forms that were searched. */
  counts: readonly number[]
  /** The same in the forms as typed. */
  typedCounts: readonly number[]
  /** Whether typos and splits were searched too. */
  typos: boolean
  /** How many words were dropped by `removeWordsIfNoResults`; with `allOptional`, 1 for all. */
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

function findAll(
  index: Index,
  params: SearchParams,
  settings: IndexSettings,
  { shouldStop, synonyms, hidden, candidates }: FindOptions,
): Found {
  const parsed = parseQuery(params.query ?? '', params)
  const restricted = params.restrictSearchableAttributes ?? []
  const options = {
    allowed: withoutHidden(
      index,
      restrict(index, shouldStop, parsed, onlyLive(index, allowedBy(index, filtersOf(params), shouldStop))),
      hidden,
    ),
    fieldMask: restricted.length === 0 ? -1 : fieldsAt(index, restricted),
    shouldStop,
    counts: candidates?.counts,
  }
  if (parsed.words.length === 0) {
    return {
      words: [],
      expansions: [],
      match: everything(index, options.allowed),
      fieldMask: options.fieldMask,
      dropped: [],
    }
  }
  const byRelevance = settings.ranking?.includes('relevance') === true
  const expandSettings = expandSettingsOf(params, settings)
  const expansions = expandTyped(index, parsed, params, expandSettings, synonyms, shouldStop)
  let match = matchWords(index, parsed.words, expansions, options)
  if (candidates === undefined && byRelevance && isHeading(index, match, parsed)) {
    return { words: parsed.words, expansions, match, fieldMask: options.fieldMask, dropped: [] }
  }
  if (candidates?.typos ?? (match.docs.length < ENOUGH || (byRelevance && hasUnknownCompound(parsed, expansions)))) {
    const before = countOf(expansions)
    addTypos(index, parsed, expansions, expandSettings, candidates?.typedCounts, shouldStop)
    if (countOf(expansions) > before) match = matchWords(index, parsed.words, expansions, options)
  }
  const found: Found = { words: parsed.words, expansions, match, fieldMask: options.fieldMask, dropped: [] }
  const mode = params.removeWordsIfNoResults ?? DEFAULT_SETTINGS.removeWordsIfNoResults
  // With `relevance`, which knows how telling the missing words are, few are no better than none.
  const few = mode === 'allOptional' && byRelevance ? PAGE_OF_HITS : 1
  const isEnough = candidates === undefined ? match.docs.length >= few : candidates.dropped === 0
  if (isEnough || mode === 'none' || parsed.words.length < 2) return found
  const tries = mode === 'allOptional' ? 1 : Math.min(MOST_DROPPED, parsed.words.length - 1)
  if (mode === 'allOptional') for (const word of parsed.words) word.optional = true
  const evidenceOnly = mode === 'allOptional' ? holdTogether(parsed.words) : undefined
  for (let count = candidates?.dropped ?? 1; count <= tries; count++) {
    const from = mode === 'lastWords' ? parsed.words.length - count : 0
    const to = mode === 'firstWords' ? count : parsed.words.length
    const { words } = parsed
    const kept = words.map((_, at) => mode === 'allOptional' || at < from || at >= to)
    const keptWords = words.filter((_, at) => kept[at])
    const keptExpansions = expansions.filter((_, at) => kept[at])
    const counts = candidates?.counts.filter((_, at) => kept[at])
    const relaxed = matchWords(index, keptWords, keptExpansions, { ...options, counts, evidenceOnly })
    if (relaxed.docs.length === 0) continue
    // Where a record has them all, others come beside it, and nothing of the query is lost.
    const isLost = (at: number): boolean => (mode === 'allOptional' ? match.docs.length === 0 : !kept[at])
    const dropped = words.filter((_, at) => isLost(at)).map((word) => word.term)
    return { words: keptWords, expansions: keptExpansions, match: relaxed, fieldMask: options.fieldMask, dropped }
  }
  return found
}

function expandSettingsOf(params: SearchParams, settings: IndexSettings): ExpandSettings {
  const { disableTypoToleranceOnWords = [], disablePrefixOnAttributes = [] } = settings
  const abbreviations = settings.ranking?.includes('relevance') === true
  return { ...params, disableTypoToleranceOnWords, disablePrefixOnAttributes, abbreviations }
}

/** The expansions of each word as typed, synonyms among them. */
function expandTyped(
  index: Index,
  parsed: ParsedQuery,
  params: SearchParams,
  expandSettings: ExpandSettings,
  synonyms: Synonyms | undefined,
  shouldStop: ShouldStop,
): Expansion[][] {
  const expansions = expandWords(index, parsed, expandSettings, shouldStop)
  if (params.synonyms !== false) synonyms?.addTo(index, parsed, expansions, expandSettings, shouldStop)
  return expansions
}

/**
 * For each word of the query how often a record has one of its forms as typed, one with two of them counted twice: what
 * tells whether a word is spelt right. The index must have all records that have the word.
 */
export function formCounts(
  index: Index,
  params: SearchParams,
  settings: IndexSettings,
  { synonyms, shouldStop }: FindOptions,
): number[] {
  const parsed = parseQuery(params.query ?? '', params)
  const expansions = expandTyped(index, parsed, params, expandSettingsOf(params, settings), synonyms, shouldStop)
  return expansions.map((list) => list.reduce((sum, each) => sum + lengthOf(each.list), 0))
}

/**
 * Whether the query, as typed, is the heading of one of the candidates: then it is spelt right, and neither typos nor
 * fewer words are to be searched. `counts` as in `CandidateSearch`.
 */
export function isHeadingOf(
  index: Index,
  params: SearchParams,
  settings: IndexSettings,
  options: FindOptions & { candidates: CandidateSearch },
): boolean {
  const { match } = findAll(index, params, settings, options)
  return isHeading(index, match, parseQuery(params.query ?? '', params))
}

function countOf(expansions: readonly Expansion[][]): number {
  return expansions.reduce((sum, list) => sum + list.length, 0)
}

function everything(index: Index, allowed: Uint8Array | undefined): Match {
  const docs: number[] = []
  for (let doc = 0; doc < index.recordCount; doc++) if (allowed === undefined || allowed[doc] === 1) docs.push(doc)
  const evidence = { words: new Uint8Array(0), rows: new Float32Array(0) }
  return { docs: Uint32Array.from(docs), evidence, weights: [] }
}

function withoutHidden(
  index: Index,
  allowed: Uint8Array | undefined,
  hidden: ReadonlySet<number> | undefined,
): Uint8Array | undefined {
  if (hidden === undefined || hidden.size === 0) return allowed
  const left = allowed ?? new Uint8Array(index.recordCount).fill(1)
  for (const doc of hidden) left[doc] = 0
  return left
}

/** Records that a delta hides are never let through. */
function onlyLive(index: Index, filtered: Uint8Array | undefined): Uint8Array | undefined {
  const { delta } = index
  if (delta === undefined || delta.hidden.length === 0) return filtered
  if (filtered === undefined) return delta.live.slice()
  for (const doc of delta.hidden) filtered[doc] = 0
  return filtered
}

/** Phrases must be there, exclusions must not. */
function restrict(
  index: Index,
  shouldStop: ShouldStop,
  parsed: ParsedQuery,
  filtered: Uint8Array | undefined,
): Uint8Array | undefined {
  let allowed = filtered
  const intersect = (docs: Uint8Array, wanted: number): void => {
    allowed ??= new Uint8Array(index.recordCount).fill(1)
    for (let doc = 0; doc < allowed.length; doc++) if (docs[doc] !== wanted) allowed[doc] = 0
  }
  for (const { terms } of parsed.phrases) intersect(docsWithPhrase(index, terms, shouldStop), 1)
  for (const terms of parsed.excluded) intersect(docsWithPhrase(index, terms, shouldStop), 0)
  return allowed
}

/** Whether a word such as `ConfigMas` stands nowhere as one: where its parts do, they may be parts of something else. */
function hasUnknownCompound(parsed: ParsedQuery, expansions: readonly Expansion[][]): boolean {
  return parsed.joined.some(
    (form) => form.typed && expansions[form.first]?.every((each) => !each.term.startsWith(form.term)) === true,
  )
}

/** Whether a record's own heading is the query, letter for letter: then it is spelt right. */
function isHeading(index: Index, { docs, evidence }: Match, { words }: ParsedQuery): boolean {
  const letters = words.reduce((sum, word) => sum + (word.optional ? 0 : word.letters), 0)
  const least = letters * NEARLY_ALL
  for (let at = 0; at < docs.length; at++) {
    const doc = docs[at] as number
    if ((evidence.rows[doc * ROW_WIDTH + ROW.own] as number) <= least) continue
    const core = index.norms[doc * NORM_WIDTH + NORM.ownCore] as number
    if (letters > core * NEARLY_ALL && letters < core / NEARLY_ALL) return true
  }
  return false
}

/** 1 for each record in which the terms follow each other. */
function docsWithPhrase(index: Index, terms: readonly string[], shouldStop: ShouldStop): Uint8Array {
  const docs = new Uint8Array(index.recordCount)
  for (const segment of index.segments) markPhrase(index, segment, terms, docs, shouldStop)
  return docs
}

function markPhrase(
  index: Index,
  segment: Segment,
  terms: readonly string[],
  docs: Uint8Array,
  shouldStop: ShouldStop,
): void {
  const cursor = createTermCursor(segment.dictionary)
  const [only] = terms
  if (terms.length === 1 && only !== undefined && isSingleGram(only)) {
    for (let more = seekTerm(cursor, only); more && hasPrefix(cursor, only); more = nextTerm(cursor)) {
      markDocs(listOf(segment, entryAt(cursor)), docs)
    }
    return
  }
  let list: PostingList | undefined
  for (const [at, term] of terms.entries()) {
    stopIfAsked(shouldStop)
    const entry = findTerm(cursor, term)
    if (entry === undefined) return
    const next = listOf(segment, entry)
    list = at === 0 || list === undefined ? next : adjacentList(index, segment.hidden, list, next, 1, 'right')
    if (list === undefined) return
  }
  if (list !== undefined) markDocs(list, docs)
}

/** A character that is indexed as the beginning of bigrams. */
export function isSingleGram(term: string): boolean {
  const code = term.codePointAt(0)
  return code !== undefined && classOf(code) === GRAM && term.length === (code > 0xffff ? 2 : 1)
}

function markDocs(list: PostingList, docs: Uint8Array): void {
  const postings = cursorOver(list)
  while (nextPosting(postings)) docs[postings.docId] = 1
}
