/**
 * One query, from parameters to answer: find, rank, group, select the page, decorate.
 *
 * The engine has no clock: `processingTimeMS` is 0, and the caller sets it. Parameters are those of the wire in
 * canonical form. A parameter that the query lacks is taken from the settings of the index, then from
 * `DEFAULT_SETTINGS`.
 */
import { type ShouldStop, stopIfAsked } from './base/deadline.ts'
import { filterScores } from './query/apply-filters.ts'
import { wordsOf } from './query/evidence.ts'
import { type CandidateSearch, type Found, findMatches } from './query/find-matches.ts'
import { withPhrasesAsWords } from './query/phrase-fallback.ts'
import { ruleQuery, type Rules } from './query/rules.ts'
import type { Synonyms } from './query/synonyms.ts'
import { rankDocs, type RankedDocs } from './ranking/rank.ts'
import type { Rerank } from './ranking/fuse-nearest.ts'
import { relevancePoints } from './ranking/relevance.ts'
import { prepareRelevance } from './ranking/relevance-query.ts'
import { wordMatchesOf } from './ranking/word-matches.ts'
import { countFacets, searchValues } from './result/facets.ts'
import { bestOfGroups, groupsOf } from './result/group.ts'
import { type Member, membersOf, needsWholeOrder } from './result/hit-order.ts'
import { windowOf } from './result/hit-window.ts'
import { createHitMaker, type HitMaker, makeHit, rankingInfo } from './result/hit.ts'
import { createMarker } from './result/marker.ts'
import { encodeParams } from './result/params.ts'
import { createHitWriter, finishHits, writeHit, writeMadeHit } from './result/write-hit.ts'
import { groupColumnOf } from './segment/group-column.ts'
import { type Index, needRecords, positionOf } from './segment/open-index.ts'
import { withDefaults } from './base/settings.ts'
import type { SearchParams } from './wire.ts'
import type { FacetValuesResponse, Hit, SearchResponse } from './wire-answers.ts'

/** All that a search takes beside its parameters. Without `now`, rules with a validity do not apply. */
export interface SearchOptions {
  /** Called at intervals during long searches; true ends the search with `search_stopped`. */
  shouldStop?: () => boolean
  /** Of `readSynonyms`. */
  synonyms?: Synonyms | undefined
  /** Of `readRules`. */
  rules?: Rules | undefined
  /** Milliseconds since 1970, for rules with a validity. */
  now?: number
  /** Of `createFusion`. */
  rerank?: Rerank | undefined
  /** Given if the index holds only the candidates of this query (`openCandidates`). */
  candidates?: CandidateSearch | undefined
  /** Of `searchWritten` without `getRankingInfo`: bytes of the list of hits after which it ends. */
  maxHitBytes?: number
}

/**
 * Answers a query. Throws `query_too_long`, `filter_invalid`, `filter_too_large`, `parameter_invalid`,
 * `search_stopped`, and `index_damaged` if the checksum of stored text is wrong.
 */
export function search(index: Index, params: SearchParams, options: SearchOptions = {}): SearchResponse {
  return answer(index, params, options, (page) => hitsOf(page, options))
}

/** Hits as JSON. */
export interface WrittenHits {
  /** Number of hits. */
  readonly length: number
  /** A list in UTF-8; valid until the next search. */
  readonly json: Uint8Array
}

/** An answer whose hits are written. */
export type WrittenResponse = Omit<SearchResponse, 'hits'> & { hits: WrittenHits }

/**
 * As `search`, with the hits as JSON, for about half of the CPU. `rootUrl` is prefixed to root-relative texts of `url`
 * and `url_without_anchor`.
 */
export function searchWritten(
  index: Index,
  params: SearchParams,
  options: SearchOptions = {},
  rootUrl = '',
): WrittenResponse {
  return answer(index, params, options, (page) => writtenHitsOf(page, options, rootUrl))
}

/** The records of one page of hits, with the data that their hits are made of. */
interface HitPage {
  index: Index
  found: Found
  ranked: RankedDocs
  full: SearchParams
  members: Member[]
  promoted: ReadonlySet<number>
  explain: boolean
}

/** An answer with hits in any form. */
type Answer<Hits> = Omit<SearchResponse, 'hits'> & { hits: Hits }

function answer<Hits>(
  index: Index,
  params: SearchParams,
  options: SearchOptions,
  makeHits: (page: HitPage) => Hits,
): Answer<Hits> {
  const found = answerOnce(index, params, options, makeHits)
  const fallback = found.nbHits === 0 ? withPhrasesAsWords(params, index.settings) : undefined
  if (fallback === undefined) return found
  const again = { ...answerOnce(index, fallback, options, makeHits), params: found.params }
  return again.nbHits === 0 ? again : { ...again, phrasesAsWords: true }
}

function answerOnce<Hits>(
  index: Index,
  params: SearchParams,
  options: SearchOptions,
  makeHits: (page: HitPage) => Hits,
): Answer<Hits> {
  const { settings } = index
  const { shouldStop } = options
  const ruled = ruleQuery(options.rules, withDefaults(params, settings), options)
  const full = ruled.params
  const attribute = full.attributeForDistinct ?? settings.attributeForDistinct ?? null
  const groupSize = attribute === null ? 0 : Number(full.distinct ?? 0)
  const window = windowOf(full, settings, groupSize)
  const places = options.rules?.place(index, ruled, shouldStop)
  const pins = places?.pins ?? []
  const hidden = places?.hidden
  const found = findMatches(index, full, settings, { ...options, hidden })
  const explain = full.getRankingInfo === true
  const scores = filterScores(index, full, shouldStop)
  const rank = (needed: number): RankedDocs => {
    const ranked = rankDocs(index, { ...found, filterScores: scores, explain, shouldStop }, full, settings, needed)
    const order = options.rerank?.({ index, found, ranked, params: full, hidden, shouldStop }) ?? ranked
    return places ? { ...order, docs: places.withoutPins(order.docs) } : order
  }
  let ranked = rank(window.end + pins.length)
  // The best record of each group.
  let best: Uint32Array | undefined
  const column = attribute && groupSize > 0 ? groupColumnOf(index, attribute, shouldStop) : undefined
  if (column) {
    if (needsWholeOrder(ranked, column, groupSize, window.end, full, settings)) ranked = rank(ranked.docs.length)
    best = bestOfGroups(ranked.docs, column)
  }
  if (places?.pins.length) {
    best &&= places.insertPins(best)
    ranked = { ...ranked, docs: places.insertPins(ranked.docs) }
  }
  const { docs } = ranked
  const hits = best ?? docs
  const promoted = new Set(pins.map((pin) => pin.doc))
  const shown = hits.subarray(window.start, window.end)
  const members =
    groupSize > 1
      ? groupsOf(docs, shown, column, Math.min(groupSize, window.mostOfGroup), promoted).flatMap(membersOf)
      : Array.from(shown, (doc) => ({ doc }))
  const numbers = members.map(({ doc }) => doc)
  needRecords(index, numbers)
  const response: Answer<Hits> = {
    hits: makeHits({ index, found, ranked, full, members, promoted, explain }),
    nbHits: hits.length,
    ...window.echo(hits.length),
    query: params.query ?? '',
    params: encodeParams(params),
    processingTimeMS: 0,
    exhaustiveNbHits: true,
    exhaustiveTypo: true,
    ...ruled.answer,
  }
  if (full.renderingContent !== undefined) response.renderingContent = full.renderingContent
  if (explain) response.parsedQuery ??= full.query ?? ''
  if (found.dropped.length > 0) response.queryAfterRemoval = afterRemoval(full.query ?? '', found)
  if ((full.facets?.length ?? 0) > 0) {
    Object.assign(response, facetsOf(index, { all: docs, best: hits }, full, shouldStop))
  }
  return response
}

function facetsOf(
  index: Index,
  docs: Parameters<typeof countFacets>[1],
  full: SearchParams,
  shouldStop: ShouldStop,
): Pick<SearchResponse, 'facets' | 'exhaustiveFacetsCount' | 'facets_stats'> {
  const { facets, stats } = countFacets(index, docs, full, shouldStop)
  return { facets, exhaustiveFacetsCount: true, ...(Object.keys(stats).length > 0 && { facets_stats: stats }) }
}

function makerOf({ index, found, full }: HitPage): HitMaker {
  return createHitMaker(index, createMarker(found.words, found.expansions, full.replaceSynonymsInHighlight), full)
}

function hitsOf(page: HitPage, options: SearchOptions): Hit[] {
  const { found, members, explain } = page
  const maker = makerOf(page)
  const hits = members.map(({ doc, sequence }) => {
    stopIfAsked(options.shouldStop)
    const hit = makeHit(maker, doc)
    if (sequence !== undefined) hit._distinctSeqID = sequence
    if (explain) hit._rankingInfo = infoOf(page, doc)
    if (hit._rankingInfo !== undefined && page.promoted.has(doc)) hit._rankingInfo.promoted = true
    return hit
  })
  if (explain && found.words.length > 0) {
    addReasons(page, hits, options.shouldStop)
  }
  return hits
}

function writtenHitsOf(page: HitPage, options: SearchOptions, rootUrl: string): WrittenHits {
  const { members, explain, full } = page
  const { maxHitBytes = Infinity } = options
  const writer = createHitWriter(makerOf(page), rootUrl, full.replaceSynonymsInHighlight === true)
  let length = 0
  if (explain) for (const hit of hitsOf(page, options)) writeMadeHit(writer, hit)
  else {
    for (const { doc, sequence } of members) {
      if (writer.out.length > maxHitBytes) break
      stopIfAsked(options.shouldStop)
      writeHit(writer, doc, sequence === undefined ? {} : { _distinctSeqID: sequence })
      length++
    }
  }
  return { length: explain ? members.length : length, json: finishHits() }
}

/**
 * Values of `facet` that match `facetQuery`, over the records that `params` match. Throws the errors of `search`, and
 * `parameter_invalid` if the facet is not searchable.
 */
export function searchFacetValues(
  index: Index,
  facet: string,
  facetQuery: string,
  params: SearchParams = {},
  options: SearchOptions = {},
): FacetValuesResponse {
  const full = withDefaults(params, index.settings)
  const found = findMatches(index, full, index.settings, options)
  return {
    facetHits: searchValues(index, facet, facetQuery, found.match.docs, full, options.shouldStop),
    exhaustiveFacetsCount: true,
    processingTimeMS: 0,
  }
}

/** Whether a record matches the query; one that a rule pins or a model adds may not. */
function isMatch({ found, ranked, promoted }: HitPage, doc: number): boolean {
  return (!promoted.has(doc) && ranked.fused?.get(doc)?.isAdded !== true) || found.match.docs.includes(doc)
}

function infoOf(page: HitPage, doc: number): NonNullable<Hit['_rankingInfo']> {
  const { index, found, ranked } = page
  const filters = ranked.filterScores === undefined ? 0 : (ranked.filterScores[doc] as number) - 0x8000_0000
  // For a record that does not match, the tables have values of an earlier query.
  const hasEvidence = found.words.length > 0 && isMatch(page, doc)
  const matched = hasEvidence ? wordsOf(found.match.evidence, doc) : 0
  return rankingInfo(ranked.details.get(doc), matched, filters, index.liveCount - positionOf(index, doc))
}

/** Adds to `_rankingInfo` the points of each hit's score and the match of each word. */
function addReasons(page: HitPage, hits: Hit[], shouldStop: ShouldStop): void {
  const { index, found, full, ranked, members } = page
  const docs = members.map(({ doc }) => doc)
  const matches = wordMatchesOf(index, found, full, new Set(docs), shouldStop)
  const relevance = prepareRelevance(index, found)
  for (const [at, hit] of hits.entries()) {
    const doc = docs[at] as number
    const info = hit._rankingInfo
    if (info === undefined) continue
    info.matches = matches.get(doc) ?? []
    const fused = ranked.fused?.get(doc)
    if (fused !== undefined) info.semantic = fused
    const score = isMatch(page, doc) ? ranked.scores?.[doc] : undefined
    if (score !== undefined) info.relevance = relevancePoints(relevance, doc, score, ranked.details.get(doc))
  }
}

/** The query with the dropped words in `<em>`. */
function afterRemoval(query: string, found: Found): string {
  const dropped = new Set(found.dropped)
  return query.replace(/[^\s]+/gu, (word) => (dropped.has(word.toLowerCase()) ? `<em>${word}</em>` : word))
}
