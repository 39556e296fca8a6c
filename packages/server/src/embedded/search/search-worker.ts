/**
 * The thread that searches. It has the snapshots open and answers one message after the other. Times are measured here, since the
 * engine has no clock. The engine stops a query that takes too long; if it does not, the pool terminates the thread.
 */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import {
  createFusion,
  EngineError,
  openDelta,
  openIndex,
  readRules,
  readSynonyms,
  search,
  searchFacetValues,
  searchWritten,
  suggest,
  verifyIndex,
  type FacetValuesResponse,
  type IndexSettings,
  type Rules,
  type SearchOptions,
  type SearchParams,
  type SearchResponse,
  type Synonyms,
  type WrittenResponse,
  type SearchRequest,
} from '@docent/engine'
import { StrategyState } from '../../backend/search-strategy.ts'
import { unboundedSettings } from '../../backend/unbounded-settings.ts'
import type { ServedParts } from '../database/part-table.ts'
import type { ServedReplicas } from '../database/search-settings.ts'
import { nextChange, type Validity } from './answer-cache.ts'
import { cpuDeadline, threadCpuMs } from './cpu-deadline.ts'
import type {
  EnumeratedHits,
  FromSearchWorker,
  MadeAnswer,
  OpenSnapshot,
  PlacedQuery,
  ResultsOf,
  SearchResults,
  SearchWork,
  SearchWorkerData,
  ToSearchWorker,
  WorkerFailure,
  WrittenAnswer,
} from './search-messages.ts'
import { type AnswerFormat, formatAnswer } from '../../wire/answer-format.ts'
import { createAnswerLimit } from '../../wire/answer-bytes.ts'
import { LIMITS } from '../../wire/limits.ts'
import { encodeJson } from '../../wire/encode-json.ts'
import { ServerError } from '../../wire/errors.ts'
import type { SearchStrategy } from '../../wire/operations.ts'

type Index = ReturnType<typeof openIndex>

/** `ServedParts` as the engine reads them. */
interface Parts {
  text: string
  synonyms: Synonyms | undefined
  rules: Rules | undefined
  /** The periods of all rules. */
  validity: Validity
}

/** An opened index with its settings and parts. */
interface Readable {
  index: Index
  parts: Parts
  /** The same index without grouping and without the limit of pagination. */
  unbounded: Index
}

interface Snapshot extends Readable {
  base: number
  /** The same index with the settings and parts of each replica, by name. */
  replicas: ReadonlyMap<string, Readable>
}

if (parentPort === null) throw new Error('search-worker runs as a worker thread')
const port = parentPort

const { softCutMs } = workerData as SearchWorkerData
const snapshots = new Map<number, Snapshot>()
/** Bases of the snapshots by number, each opened and verified once. */
const bases = new Map<number, Index>()

const failureOf = (error: unknown): WorkerFailure =>
  error instanceof EngineError || error instanceof ServerError
    ? { code: error.code, message: error.message }
    : { message: error instanceof Error ? (error.stack ?? error.message) : String(error) }

/** Reading thousands of synonyms takes 20 ms, so snapshots with the same text share them. */
function partsOf(text: string): Parts {
  for (const snapshot of snapshots.values())
    for (const { parts } of [snapshot, ...snapshot.replicas.values()]) if (parts.text === text) return parts
  const { synonyms, rules } = JSON.parse(text) as ServedParts
  return {
    text,
    synonyms: synonyms && readSynonyms(synonyms),
    rules: rules && readRules(rules),
    validity: rules?.flatMap((rule) => rule.validity ?? []) ?? [],
  }
}

const readable = (index: Index, settings: IndexSettings, parts: string): Readable => ({
  index: { ...index, settings },
  parts: partsOf(parts),
  unbounded: { ...index, settings: unboundedSettings(settings) },
})

function openSnapshot({ base, buffer, delta, settings, parts, replicas }: OpenSnapshot): Snapshot {
  const opened = bases.get(base) ?? openIndex(new Uint8Array(buffer), settings)
  const index = delta === undefined ? opened : openDelta(opened, new Uint8Array(delta), settings)
  // A damaged file is never served: it is built again. Blocks that were verified before are not read again.
  verifyIndex(index)
  bases.set(base, opened)
  const others = Object.entries(JSON.parse(replicas) as ServedReplicas).map(([name, replica]): [string, Readable] => [
    name,
    readable(index, replica.settings, replica.parts),
  ])
  return { ...readable(index, settings, parts), base, replicas: new Map(others) }
}

function closeSnapshot(number: number): void {
  const base = snapshots.get(number)?.base
  snapshots.delete(number)
  const used = [...snapshots.values()].some((other) => other.base === base)
  if (base !== undefined && !used) bases.delete(base)
}

/** A snapshot with the settings of an index or replica. */
function snapshotOf(number: number, name: string): Readable {
  const snapshot = snapshots.get(number)
  if (snapshot === undefined) throw new Error(`Snapshot ${number} is not open`)
  return snapshot.replicas.get(name) ?? snapshot
}

/** An answer, with its hits as objects or as JSON. */
type Answer = SearchResponse | WrittenResponse

type Search = (index: Index, params: SearchParams, options: SearchOptions) => Answer

/** An empty first page comes with suggestions, unless the query only counts (`hitsPerPage` 0). */
function searchOrSuggest(index: Index, params: SearchParams, options: SearchOptions, ask: Search): Answer {
  const result = ask(index, params, options)
  const empty = result.nbHits === 0 && result.hitsPerPage !== 0 && (result.page ?? 0) === 0
  if (!empty || (params.query ?? '').trim() === '') return result
  const suggestions = suggest(index, params, { ...options, rerank: undefined })
  return suggestions.length > 0 ? { ...result, suggestions } : result
}

function answerOne(
  { snapshot, request }: PlacedQuery,
  shouldStop: () => boolean,
  ask: Search,
): Answer | FacetValuesResponse {
  const { indexName, type, facet, facetQuery, nearest, ...params } = request
  const { index, parts } = snapshotOf(snapshot, indexName)
  const { synonyms, rules } = parts
  const start = performance.now()
  const result: Answer | FacetValuesResponse =
    type === 'facet' && facet !== undefined
      ? searchFacetValues(index, facet, facetQuery ?? '', params, { shouldStop, synonyms })
      : {
          ...searchOrSuggest(
            index,
            params,
            { shouldStop, synonyms, rules, now: Date.now(), rerank: nearest && createFusion(nearest).rerank },
            ask,
          ),
          index: indexName,
        }
  return { ...result, processingTimeMS: Math.max(1, Math.round(performance.now() - start)) }
}

/** Answers queries one after the other; `take` receives each answer before the next query runs. */
function searchAll<Query extends PlacedQuery>(
  queries: readonly Query[],
  strategy: SearchStrategy,
  searchOf: (query: Query) => Search,
  take: (result: Answer | FacetValuesResponse, query: Query) => void,
): void {
  const shouldStop = cpuDeadline(softCutMs)
  const state = new StrategyState(strategy)
  for (const query of queries) {
    // All queries of one call share one deadline.
    if (shouldStop()) throw new EngineError('search_stopped', 'The search was stopped before it was done.')
    const ask = (request: SearchRequest): Answer | FacetValuesResponse =>
      answerOne({ ...query, request }, shouldStop, searchOf(query))
    take(state.query(query.request, ask), query)
  }
}

function enumerate({ snapshot, index, params }: SearchWork & { kind: 'enumerate' }): EnumeratedHits {
  const options = { shouldStop: cpuDeadline(softCutMs), maxHitBytes: LIMITS.browsePageBytes }
  const { unbounded } = snapshotOf(snapshot, index)
  const { hits, nbHits } = searchWritten(unbounded, { ...params, distinct: false }, options)
  return { hits: hits.json.slice() as WrittenAnswer, length: hits.length, nbHits }
}

function answer(work: SearchWork): ResultsOf<SearchWork> {
  switch (work.kind) {
    case 'enumerate':
      return enumerate(work)
    case 'search': {
      const results: SearchResults = []
      // The hits of `search` are objects.
      const take = (result: Answer | FacetValuesResponse): unknown => results.push(result as SearchResults[number])
      searchAll(work.queries, work.strategy, () => search, take)
      return results
    }
    case 'search-json': {
      const answers: MadeAnswer[] = []
      const now = Date.now()
      const limited = createAnswerLimit()
      const searchOf = ({ format }: { format: AnswerFormat }): Search => {
        return (index, params, options) => searchWritten(index, params, options, format.publicUrl)
      }
      searchAll(work.queries, work.strategy, searchOf, (result, { format, snapshot, request }) => {
        const { index, parts } = snapshotOf(snapshot, request.indexName)
        const { responseFields = ['*'] } = index.settings
        const json = limited(encodeJson(formatAnswer(result, { fields: responseFields, ...format })))
        const hitBytes = 'hits' in result && 'json' in result.hits ? result.hits.json.length : 0
        answers.push({ json, hitBytes, until: nextChange(parts.validity, now) })
      })
      return answers
    }
  }
}

function postDone(number: number, results: ResultsOf<SearchWork>): void {
  const message: FromSearchWorker = { type: 'done', number, results, cpuMs: threadCpuMs() }
  const memory = Array.isArray(results)
    ? results.flatMap((result) => ('json' in result ? [result.json.buffer] : []))
    : [results.hits.buffer]
  port.postMessage(message, memory)
}

const post = (message: FromSearchWorker): void => port.postMessage(message)

function handle(message: ToSearchWorker): void {
  switch (message.type) {
    case 'open': {
      const { number } = message
      try {
        snapshots.set(number, openSnapshot(message.snapshot))
        post({ type: 'opened', number, cpuMs: threadCpuMs() })
      } catch (error) {
        post({ type: 'opened', number, failure: failureOf(error), cpuMs: threadCpuMs() })
      }
      return
    }
    case 'end':
      port.close()
      return
    case 'close':
      closeSnapshot(message.number)
      return
    case 'work':
      try {
        postDone(message.number, answer(message.work))
      } catch (error) {
        post({ type: 'failed', number: message.number, failure: failureOf(error), cpuMs: threadCpuMs() })
      }
      return
    case 'withdraw':
    // Too late: the search has run.
  }
}

/** Handles a message and those behind it, in their order. A search is left out if its withdrawal is behind it. */
port.on('message', (first: ToSearchWorker) => {
  const inbox = [first]
  for (let message = inbox.shift(); message !== undefined; message = inbox.shift()) {
    for (let more = receiveMessageOnPort(port); more !== undefined; more = receiveMessageOnPort(port))
      inbox.push(more.message as ToSearchWorker)
    const { type } = message
    const number = type === 'work' ? message.number : undefined
    if (!inbox.some((later) => later.type === 'withdraw' && later.number === number)) handle(message)
  }
})

post({ type: 'ready', cpuMs: threadCpuMs() })
