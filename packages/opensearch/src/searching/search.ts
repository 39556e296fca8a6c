/**
 * Searches on a cluster with the engine's semantics: the cluster matches, filters and counts; the engine ranks, groups,
 * highlights and snippets the best candidates, over an index of these few records.
 *
 * If all matching records are candidates, the whole answer is the engine's. Otherwise the hits are the candidates in the engine's
 * order and the counts are the cluster's; pages beyond the candidates are in the cluster's order.
 */
import {
  createFusion,
  type Fusion,
  search,
  type FacetValuesResponse,
  type SearchParams,
  type SearchRequest,
  type SearchResponse,
} from '@docent/engine'
import {
  encodeParams,
  planQuery,
  type QueryPlan,
  type Window,
  windowOf,
  withPhrasesAsWords,
} from '@docent/engine/planning'
import { type SearchStrategy, StrategyState } from '@docent/server/backend'
import type { Cluster } from '../http/cluster.ts'
import type { Candidates, SearchContext, Wanted } from './candidate-query.ts'
import { findCandidates } from './find-candidates.ts'
import { findFurther } from './further-hits.ts'
import { countedGroups, type Grouping, groupCounts, groupingOf } from './grouping.ts'
import { openFound } from './open-found.ts'
import { answerFacetValues } from './facet-values.ts'
import { factsOf, type SearchableIndex } from './index-facts.ts'
import { parsedParts } from './parsed-parts.ts'
import { withPageTexts } from './page-texts.ts'
import { otherSections } from './whole-pages.ts'
import { anyOf, type Clause, filterClauses } from '../records/filter-clauses.ts'
import { suggestOnCluster } from './suggest.ts'
import { type FoundHit, runSteps, type Steps } from './query-rounds.ts'
import { facetAggregations, readFacets } from './search-facets.ts'

export type { SearchableIndex } from './index-facts.ts'

/** Number of records that the engine orders. Twice as many cost a third more and change MRR@10 of the relevance sets by at most 0.002. */
const CANDIDATES = 100

/** Options of `searchOnCluster`, for all queries of a request. */
export interface ClusterSearchOptions {
  strategy?: SearchStrategy
  /** Milliseconds since 1970, for rules that are valid for a time. */
  now: number
  /** Time (ms) after which `search_stopped` is thrown. */
  deadlineMs: number
  /** Number of records that the engine orders. Default: `CANDIDATES`. */
  candidates?: number
}

type Answer = SearchResponse | FacetValuesResponse

/** The options of one query. */
interface QueryOptions extends ClusterSearchOptions {
  /** Ids of the nearest records of a model, and the fusion with them. */
  nearest?: { ids: readonly string[]; fusion: Fusion } | undefined
}

/** Answers a list of queries, in order. Throws `ClusterError`, and `EngineError` as the engine's `search` does. */
export async function searchOnCluster(
  cluster: Cluster,
  queries: readonly { index: SearchableIndex; request: SearchRequest }[],
  options: ClusterSearchOptions,
): Promise<Answer[]> {
  const start = performance.now()
  const timed = (answer: Answer): Answer => ({
    ...answer,
    processingTimeMS: Math.max(1, Math.round(performance.now() - start)),
  })
  if (options.strategy !== 'stopIfEnoughMatches') {
    const steps = queries.map(({ index, request }) => answerRequest(index, request, options))
    return (await runSteps(cluster, steps, options.deadlineMs)).map(timed)
  }
  // Run one after the other: with a strategy, a query depends on the one before it.
  const answers: Answer[] = []
  const state = new StrategyState(options.strategy)
  for (const { index, request } of queries) {
    const ask = async (asked: SearchRequest): Promise<Answer> => {
      const left = options.deadlineMs - (performance.now() - start)
      const [answer] = await runSteps(cluster, [answerRequest(index, asked, options)], left)
      if (answer === undefined) throw new Error('Every query has an answer')
      return answer
    }
    answers.push(await state.queryAsync(request, ask))
  }
  return answers.map(timed)
}

function* answerRequest(index: SearchableIndex, request: SearchRequest, options: ClusterSearchOptions): Steps<Answer> {
  const { indexName, type, facet, facetQuery, nearest: records, ...params } = request
  if (type === 'facet' && facet !== undefined) return yield* answerFacetValues(index, facet, facetQuery ?? '', params)
  const nearest = records && {
    ids: records.records.map(({ objectID }) => objectID),
    fusion: createFusion(records),
  }
  const answer = { ...(yield* answerWithFallback(index, params, { ...options, nearest })), index: indexName }
  // An answer that was requested without hits, or of a later page, has no suggestions.
  if (answer.nbHits > 0 || answer.hitsPerPage === 0 || (answer.page ?? 0) > 0) return answer
  const suggestions = yield* suggestOnCluster(index, params, (other) => answerSearch(index, other, options))
  return suggestions.length > 0 ? { ...answer, suggestions } : answer
}

function* answerWithFallback(
  index: SearchableIndex,
  params: SearchParams,
  options: QueryOptions,
): Steps<SearchResponse> {
  const answer = yield* answerSearch(index, params, options)
  const fallback = answer.nbHits === 0 ? withPhrasesAsWords(params, index.settings) : undefined
  if (fallback === undefined) return answer
  const again = { ...(yield* answerSearch(index, fallback, options)), params: answer.params }
  return again.nbHits === 0 ? again : { ...again, phrasesAsWords: true }
}

function* answerSearch(
  index: SearchableIndex,
  params: SearchParams,
  { now, candidates = CANDIDATES, nearest }: QueryOptions,
): Steps<SearchResponse> {
  const parts = parsedParts(index)
  const plan = planQuery(params, index.settings, { ...parts, now })
  const context: SearchContext = { index, params, plan, facts: yield* factsOf(index) }
  const grouping = groupingOf(context)
  const window = windowOf(plan.params, index.settings, grouping.size)
  const { wanted, isPage } = wantedOf(context, grouping, window, { candidates, nearest: nearest?.ids ?? [] })
  const matched = yield* findCandidates(context, wanted)
  const found = { ...matched, sections: yield* otherSections(context, matched) }
  const options = { ...parts, now, candidates: found.search }
  const open = (hits: readonly FoundHit[]) => openFound(context, hits, found.search)
  const all = open(withOthers(found))
  const opened = plan.byRelevance && plan.words.length > 0 ? yield* withPageTexts(index.target, all) : all
  const ranked = { ...options, rerank: nearest?.fusion.rerank }
  const isComplete = found.total <= found.hits.length
  if (isComplete && !isPage) return search(opened, params, ranked)

  const inPage = { ...params, page: undefined, hitsPerPage: undefined, offset: 0, length: lengthOf(window) }
  const answer = isPage ? search(opened, inPage, options) : search(opened, params, ranked)
  const counted = countedGroups(found.aggregations ?? {}) ?? found.total
  const nbHits = counted + found.pinned.length + (nearest?.fusion.added ?? 0)
  if (!isPage && answer.nbHits < window.end && answer.nbHits < nbHits) {
    const start = Math.max(window.start, answer.nbHits)
    const range = { from: start - answer.nbHits, size: window.end - start }
    const further = yield* findFurther(context, found, grouping, range)
    answer.hits.push(...search(open(further), { ...inPage, length: range.size }, options).hits)
  }
  const { page: _page, nbPages: _pages, hitsPerPage: _size, offset: _offset, length: _length, ...rest } = answer
  return withFacets({ ...rest, nbHits, ...window.echo(nbHits), params: encodeParams(params) }, context, found)
}

/** The parts of the answer that the cluster finds. `isPage`: only the hits of the page, in the order of the cluster. */
function wantedOf(
  { index, plan }: SearchContext,
  grouping: Grouping,
  window: Window,
  { candidates, nearest }: { candidates: number; nearest: readonly string[] },
): { wanted: Wanted; isPage: boolean } {
  const pinned = pinnedClause(plan)
  // Without words the cluster's order equals the engine's.
  const isPage = plan.words.length === 0 && grouping.size === 0 && pinned === undefined
  const wanted = {
    from: isPage ? window.start : 0,
    size: isPage ? lengthOf(window) : candidates,
    aggregations: {
      ...facetAggregations(plan.params, index.settings, grouping),
      ...groupCounts(grouping),
    },
    pinned,
    nearest: plan.words.length === 0 ? undefined : nearestClause(plan, nearest),
  }
  return { wanted, isPage }
}

const lengthOf = ({ start, end }: Window): number => Math.max(0, end - start)

/** An answer with the facets that the cluster has counted, in place of those of the candidates. */
function withFacets(answer: SearchResponse, { plan, index }: SearchContext, found: Candidates): SearchResponse {
  if ((plan.params.facets?.length ?? 0) === 0) return answer
  const { facets, stats } = readFacets(plan.params, index.settings, found.aggregations ?? {})
  const { facets_stats: _stats, ...others } = answer
  return { ...others, facets, ...(Object.keys(stats).length > 0 && { facets_stats: stats }) }
}

/** The records that rules pin and do not hide. */
function pinnedClause({ ruled }: QueryPlan): Clause | undefined {
  const idsOf = (filtered: boolean): string[] =>
    ruled.promotions
      .filter((promotion) => promotion.filtered === filtered && !ruled.hidden.includes(promotion.objectID))
      .map(({ objectID }) => objectID)
  const [any, filtered] = [idsOf(false), idsOf(true)]
  if (any.length + filtered.length === 0) return undefined
  return anyOf([
    { terms: { id: any } },
    { bool: { filter: [{ terms: { id: filtered } }, ...filterClauses(ruled.params)] } },
  ])
}

/** The nearest records that the filters of the query allow. */
function nearestClause({ ruled }: QueryPlan, ids: readonly string[]): Clause | undefined {
  if (ids.length === 0) return undefined
  return { bool: { filter: [{ terms: { id: ids } }, ...filterClauses(ruled.params)] } }
}

/** The candidates with the pinned records and all others that the engine ranks, each once. */
function withOthers({ hits, pinned, nearest, sections }: Candidates): readonly FoundHit[] {
  if (pinned.length + nearest.length + sections.length === 0) return hits
  return [...new Map([...hits, ...pinned, ...nearest, ...sections].map((hit) => [hit._source.id, hit])).values()]
}
