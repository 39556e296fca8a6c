/**
 * The index of the candidates of a query: another backend finds the best few hundred records of a corpus by a plan of
 * `plan-query.ts`; a search over this index ranks, groups and decorates them as an index of the whole corpus would.
 */
import { type CandidateSearch, expandTyped, findAll, type FindOptions, isHeading } from '../query/find-matches.ts'
import { parseQuery } from '../query/parse-query.ts'
import { expandSettingsOf } from '../query/patterns.ts'
import { countPostings } from '../query/expand.ts'
import type { QueryPlan } from './plan-query.ts'
import { buildIndex } from '../segment/build-index.ts'
import { pageOf, PAGE_ATTRIBUTES } from '../segment/fields.ts'
import { createReaders, type TermFilter } from '../segment/kept-terms.ts'
import { levelIn } from '../segment/norms.ts'
import { type CorpusFacts, type Index, openIndex, recordOf } from '../segment/open-index.ts'
import { pageNumber, textOfPages } from '../segment/pages.ts'
import type { IndexSettings, SearchParams, SearchRecord } from '../wire.ts'

/** Highest number of terms of the reader of candidates, which takes 10 MB with these (30 MB if all were of the highest length). */
const MAX_TERMS = 1 << 17

const readerOfCandidates = createReaders(MAX_TERMS)

/**
 * An index of candidates, which are in the order of the corpus, for the query of `plan` alone: it holds only the terms
 * that the plan may match, because indexing terms is most of the work. It is searched with `SearchOptions.candidates`.
 * `typos`: whether the search looks for typos.
 */
export function openCandidates(
  records: readonly SearchRecord[],
  settings: IndexSettings,
  corpus: CorpusFacts,
  plan: QueryPlan,
  typos: boolean,
): Index {
  return {
    ...openIndex(
      buildIndex(records, settings, { reader: readerOfCandidates(), filter: filterOf(plan, typos) }),
      settings,
    ),
    corpus,
  }
}

/** Pages of which no candidate has text: their addresses with their numbers in the index. */
export function pagesWithoutText(index: Index): Map<string, number> {
  const texts = textOfPages(index)
  const pages = new Map<string, number>()
  for (let doc = 0; doc < index.recordCount; doc++) {
    const number = pageNumber(index, doc)
    if (levelIn(index.norms, doc) === 0 || texts[number] === 1) continue
    const page = pageOf(recordOf(index, doc, PAGE_ATTRIBUTES))
    if (page !== undefined) pages.set(page, number)
  }
  return pages
}

/**
 * For each word of the query, the number of records that have one of its forms as typed; a record with two of them
 * counts twice. The number decides whether a word is spelt right. The index must have all records that have the word.
 */
export function formCounts(
  index: Index,
  params: SearchParams,
  settings: IndexSettings,
  { synonyms, shouldStop }: FindOptions,
): number[] {
  const parsed = parseQuery(params.query ?? '', params)
  const expanding = { index, parsed, settings: expandSettingsOf(params, settings), shouldStop }
  const expansions = expandTyped(expanding, params, synonyms)
  return expansions.map(countPostings)
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

/** Keeps all terms that the plan matches, and few others. Most terms are shorter than every pattern with their first letter. */
function filterOf({ words, phrases, excluded }: QueryPlan, typos: boolean): TermFilter {
  const terms = new Set<string>()
  const beginnings = new Set<string>()
  const near: NearTest[] = []
  const patterns = words.flatMap((word) => [
    ...word.typed,
    ...word.related,
    ...word.beginnings,
    ...(typos ? [...word.typos, ...word.joinedTypos] : []),
  ])
  for (const pattern of [...patterns, ...phrases, ...excluded]) {
    if (pattern.kind === 'inflected') beginnings.add(pattern.root)
    else if (pattern.kind === 'sequence') for (const term of pattern.terms) terms.add(term)
    else if (pattern.kind === 'term') terms.add(pattern.term)
    else if (pattern.kind === 'near') near.push({ ...pattern, letters: letterBits(pattern.term) })
    else beginnings.add(pattern.term)
  }
  const begins = [...beginnings]
  const shortest = shortestByFirst([...terms, ...begins])
  const shortestNear = Math.min(...near.map(({ term, edits }) => term.length - edits))
  return {
    mayKeep: (first, length) => length >= shortestNear || length >= (shortest[first & FIRST_BITS] as number),
    keeps: (term) => terms.has(term) || begins.some((each) => term.startsWith(each)) || mayBeNear(term, near),
  }
}

/** The bits of a first unit that select a place of `shortestByFirst`; different units may share one. */
const FIRST_BITS = 0xff

/** The length of the shortest of these terms, by the bits of their first unit. */
function shortestByFirst(terms: readonly string[]): Float64Array {
  const shortest = new Float64Array(FIRST_BITS + 1).fill(Infinity)
  for (const term of terms) {
    const first = term.charCodeAt(0) & FIRST_BITS
    shortest[first] = Math.min(shortest[first] as number, term.length)
  }
  return shortest
}

interface NearTest {
  term: string
  edits: number
  beginning: boolean
  letters: number
}

/** An edit changes the length by one at most, and takes away one letter at most. */
function mayBeNear(term: string, near: readonly NearTest[]): boolean {
  if (near.length === 0) return false
  const letters = letterBits(term)
  return near.some((each) => {
    const { length } = each.term
    if (term.length < length - each.edits || (!each.beginning && term.length > length + each.edits)) return false
    let missing = each.letters & ~letters
    for (let count = 0; missing !== 0; missing &= missing - 1) if (++count > each.edits) return false
    return true
  })
}

/** The set of the units of a term; different ones may share a bit. */
function letterBits(term: string): number {
  let letters = 0
  for (let at = 0; at < term.length; at++) letters |= 1 << (term.charCodeAt(at) & 31)
  return letters
}
