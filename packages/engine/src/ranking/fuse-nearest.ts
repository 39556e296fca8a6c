/**
 * Fuses the ranking by words with the records that are nearest to a query by a model of the operator.
 *
 *   1  Hits whose heading has all words of the query, and hits that have all identifiers of the query as typed, come
 *      first, in their order.
 *   2  The others have the sum of 1 / (60 + rank) over both lists, ranks from 1: reciprocal rank fusion (Cormack, Clarke,
 *      Büttcher, 2009, which also gives 60). Of equal sums the better rank by words is first.
 *
 * The first rule keeps good results by words with any model: with hashed bags of words as a model without any
 * knowledge of meaning, MRR@10 of titles, prefixes, key strokes, symbols and titles with typos (node and rust-book of the
 * relevance kit) falls by at most 0.004; without typos in headings, titles with typos fall from 1.000 to 0.749.
 *
 * Only the best `FUSED` of each list take part; hits after them keep their places. At most `ADDED` records without a
 * match are added, those whose similarity is at least `addFrom`. Filters hold for all of them.
 */
import { type ShouldStop, stopIfAsked } from '../base/deadline.ts'
import { SEARCH_DEFAULTS } from '../base/settings.ts'
import { allowedRecords } from '../query/allowed-records.ts'
import { classValue } from '../query/evidence.ts'
import { CLASS_OWN_SHARE } from '../query/match-classes.ts'
import type { Found } from '../query/find-matches.ts'
import { identifierWords } from '../query/identifier-words.ts'
import { parseQuery } from '../query/parse-query.ts'
import { docsByObjectID } from '../query/pins.ts'
import { cursorOver } from '../query/posting-list.ts'
import type { Index } from '../segment/open-index.ts'
import { nextPosting } from '../segment/postings.ts'
import type { NearestRecords, SearchParams } from '../wire.ts'
import type { FusionInfo } from '../wire-answers.ts'
import type { RankedDocs } from './rank.ts'

/** Records of each list that take part: those that `rank.ts` orders completely. */
const FUSED = 100
/** Most records without a match that are added: half a page of hits. */
const ADDED = 10
/** Added to each rank, so that the first ones of one list do not outweigh a place in both. */
export const RANK_OFFSET = 60
/** Share of the query in a heading from which it has all words; an inflection or a typo is nine tenths of its word. */
const WHOLE = 0.89
/** Expansions that are the word as typed. */
const AS_TYPED: ReadonlySet<string> = new Set(['exact', 'decorated', 'joined'])

/** The ranking of one query, before groups and pages are made. */
export interface Ranking {
  index: Index
  found: Found
  ranked: RankedDocs
  /** The parameters with the settings as defaults. */
  params: SearchParams
  hidden: ReadonlySet<number> | undefined
  shouldStop: ShouldStop
}

/** Changes the order of ranked records. */
export type Rerank = (ranking: Ranking) => RankedDocs

/** A fusion for one query. */
export interface Fusion {
  rerank: Rerank
  /** Number of records without a match that the latest call added. */
  readonly added: number
}

/** The fusion with `nearest`; it changes nothing where the index is not ranked by relevance before all else. */
export function createFusion(nearest: NearestRecords): Fusion {
  let added = 0
  return {
    rerank(ranking) {
      added = 0
      if (!isFusible(ranking)) return ranking.ranked
      const fused = fuse(ranking, nearest)
      for (const { isAdded } of fused.fused?.values() ?? []) if (isAdded === true) added++
      return fused
    },
    get added() {
      return added
    },
  }
}

/** Whether nothing but relevance decides the first places. */
function isFusible({ found, ranked, params }: Ranking): boolean {
  const criteria = (params['ranking'] as string[] | undefined) ?? SEARCH_DEFAULTS.ranking
  const isFirst = criteria.find((name) => name !== 'filters') === 'relevance'
  return found.words.length > 0 && isFirst && ranked.filterScores === undefined
}

function fuse(ranking: Ranking, nearest: NearestRecords): RankedDocs {
  const { ranked } = ranking
  const best = ranked.docs.slice(0, FUSED)
  const kept = asTyped(ranking, best)
  const fused = new Map<number, FusionInfo>()
  for (const [at, doc] of best.entries()) fused.set(doc, { rank: at + 1, ...(kept.has(doc) && { isKept: true }) })
  // Without a rank, added records are after ranked ones with the same sum: the sort is stable.
  for (const [doc, info] of similarRecords(ranking, nearest)) fused.set(doc, { ...fused.get(doc), ...info })
  const sums = new Map(Array.from(fused, ([doc, { rank, place }]) => [doc, share(rank) + share(place)]))
  const others = [...fused.keys()].filter((doc) => !kept.has(doc))
  others.sort((a, b) => (sums.get(b) as number) - (sums.get(a) as number))
  const rest = ranked.docs.subarray(best.length).filter((doc) => !fused.has(doc))
  return { ...ranked, docs: Uint32Array.from([...kept, ...others, ...rest]), fused }
}

/** The part of one rank in a sum. */
const share = (rank: number | undefined): number => (rank === undefined ? 0 : 1 / (RANK_OFFSET + rank))

/** The nearest records that the filters allow, nearest first; those without a match only as far as they are added. */
function similarRecords(
  { index, ranked, params, hidden, shouldStop }: Ranking,
  { records, addFrom }: NearestRecords,
): Map<number, FusionInfo> {
  const docs = docsByObjectID(index, shouldStop)
  const allowed = allowedRecords(index, parseQuery(params.query ?? '', params), params, { hidden, shouldStop })
  const near = records.flatMap(({ objectID, similarity }) => {
    const doc = docs.get(objectID)
    return doc === undefined || allowed?.[doc] === 0 ? [] : [{ doc, similarity }]
  })
  const found = new Set(near.map(({ doc }) => doc))
  const matched = new Set(ranked.docs.filter((doc) => found.has(doc)))
  const similar = new Map<number, FusionInfo>()
  let added = 0
  for (const { doc, similarity } of near) {
    stopIfAsked(shouldStop)
    if (similar.size >= FUSED) break
    const info: FusionInfo = { similarity, place: similar.size + 1 }
    if (!matched.has(doc)) {
      if (similarity < addFrom || added >= ADDED) continue
      added++
      info.isAdded = true
    }
    similar.set(doc, info)
  }
  return similar
}

/** Of the ranked records, those that come first: a heading with all words, or all identifiers of the query. */
function asTyped({ found, shouldStop }: Ranking, best: Uint32Array): Set<number> {
  const { words, expansions, match } = found
  const { evidence } = match
  const share = words.reduce((sum, { kind }, at) => sum + (kind === 'symbol' ? 0 : (match.shares[at] as number)), 0)
  const isInHeading = (doc: number): boolean => classValue(evidence, doc, CLASS_OWN_SHARE) >= share * WHOLE
  const identifiers = identifierWords(words).flatMap((is, at) => (is ? [at] : []))
  const having = new Map(Array.from(best, (doc) => [doc, new Set<number>()]))
  for (const at of identifiers) {
    for (const { kind, list } of expansions[at] ?? []) {
      if (!AS_TYPED.has(kind)) continue
      stopIfAsked(shouldStop)
      const cursor = cursorOver(list)
      while (nextPosting(cursor)) having.get(cursor.docId)?.add(at)
    }
  }
  const hasAll = (doc: number): boolean => identifiers.length > 0 && having.get(doc)?.size === identifiers.length
  return new Set(best.filter((doc) => isInHeading(doc) || hasAll(doc)))
}
