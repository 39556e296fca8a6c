/**
 * The vectors of queries. A server sees each key press as a search, so a query is embedded only when typing pauses
 * (`typing-pauses.ts`), while the model answers (`model-rest.ts`), and up to a number of requests of each address.
 */
import { HourlyCounters } from '../system/hourly-counters.ts'
import type { Log } from '../system/log.ts'
import { messageOf } from '../system/message-of.ts'
import { SEMANTIC_LIMITS } from '../wire/limits.ts'
import { type Embed, EndpointError } from './endpoint.ts'
import { ModelRest } from './model-rest.ts'
import type { Quantised } from './quantise.ts'
import { QueryEmbedder } from './query-embedder.ts'
import { TypingPauses } from './typing-pauses.ts'

/** A pause in typing (ms): most readers type the next letter earlier. */
const PAUSE_MS = 200

/** Numbers of the queries for which a vector was wanted, by outcome. */
export interface QueryCounts {
  /** Requests to the model. */
  requests: number
  cached: number
  embedded: number
  /** Answered without the model, since the reader typed on. */
  typing: number
  timeouts: number
  failures: number
  /** Answered without the model, since it fails or is busy. */
  skipped: number
  /** Answered without the model, since the address has used its requests of this hour. */
  limited: number
}

/** A query whose vector is wanted. */
export interface WantedVector {
  index: string
  query: string
  /** Whether for a pause in typing. */
  waits: boolean
  /** The address that the request counts for; empty for one without a share of its own, which is not limited. */
  client: string
}

/** Vectors of the queries of readers. */
export interface QueryVectors {
  /** The vector of a query; `undefined` where the answer is by words alone. */
  find: (wanted: WantedVector) => Promise<Quantised | undefined>
  /** Every query of an index, also those that need no vector: each may be typing that goes on. */
  note: (index: string, query: string) => void
  readonly counts: Readonly<QueryCounts>
  /** Whether the model is left alone after failures. */
  readonly isResting: boolean
}

/** `signal` ends waits and requests. */
export interface QueryVectorsContext {
  log: Log
  signal: AbortSignal
  /** The length of the vectors of sections. */
  dimensions: () => number
  /** Values that replace the usual times (ms): for tests. */
  times?: { pauseMs?: number; waitMs?: number } | undefined
}

/** Errors of `embed` are logged and counted, and the query is answered by words alone. */
export function createQueryVectors(
  embed: Embed,
  { log, signal, dimensions, times = {} }: QueryVectorsContext,
): QueryVectors {
  const { pauseMs = PAUSE_MS, waitMs = SEMANTIC_LIMITS.waitMs } = times
  const embedder = new QueryEmbedder({ embed, signal, dimensions })
  const pauses = new TypingPauses(pauseMs)
  const rest = new ModelRest(log)
  const requestsOf = new HourlyCounters(SEMANTIC_LIMITS.requestTableBytes)
  const counts = { cached: 0, embedded: 0, typing: 0, timeouts: 0, failures: 0, skipped: 0, limited: 0 }

  return {
    async find(wanted) {
      const { index, query, waits } = wanted
      const cached = embedder.cached(query)
      if (cached !== undefined) {
        counts.cached++
        return cached
      }
      if (isBusy(query)) return byWords('skipped')
      if (waits && !(await pauses.after(index, query))) return byWords('typing')
      // During the pause, other queries may have filled the model.
      if (isBusy(query)) return byWords('skipped')
      return isAllowed(wanted) ? askInTime(query) : byWords('limited')
    },
    note: (index, query) => pauses.note(index, query),
    get counts() {
      return { requests: embedder.requests, ...counts }
    },
    get isResting() {
      return rest.isResting
    },
  }

  /** Whether the model is left alone, or has enough requests without this query. */
  function isBusy(query: string): boolean {
    return rest.isResting || (embedder.isFull && !embedder.isRunning(query))
  }

  /** No vector: the answer is by words alone, for a reason that is counted. */
  function byWords(reason: 'skipped' | 'typing' | 'limited'): undefined {
    counts[reason]++
  }

  /** Counts a request for an address; a query that is being embedded for another sender needs none. */
  function isAllowed({ client, query }: WantedVector): boolean {
    if (client === '' || embedder.isRunning(query)) return true
    return requestsOf.add(client, 1) <= SEMANTIC_LIMITS.requestsPerAddress
  }

  /** The model's answer; `undefined` where it fails or comes too late. */
  async function askInTime(query: string): Promise<Quantised | undefined> {
    try {
      const found = await within(waitMs, embedder.embed(query))
      if (found === undefined) {
        counts.timeouts++
        rest.missed(`no answer within ${waitMs} ms`)
        return undefined
      }
      counts.embedded++
      rest.answered()
      return found
    } catch (error) {
      counts.failures++
      rest.missed(reasonOf(error))
      return undefined
    }
  }
}

/** Without the text of a refusal, which may quote the query: logs hold no queries of readers. */
const reasonOf = (error: unknown): string =>
  error instanceof EndpointError && error.status !== 0 ? `status ${error.status}` : messageOf(error)

/** The result, or `undefined` after `ms`; a failure after that time is ignored. */
export async function within<Result>(ms: number, result: Promise<Result>): Promise<Result | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), ms)
  // Without a receiver, a rejection after the time-out would end the process.
  result.catch(() => undefined)
  return Promise.race([result, late.promise]).finally(() => clearTimeout(timer))
}
