/**
 * The vectors of queries. A server sees each key press as a search, so a query is embedded only when typing pauses: no search of
 * the same index, of which one query is the beginning of the other, arrives within `PAUSE_MS`. That needs no identity of the
 * reader. The latest queries are cached.
 */
import type { Log } from '../system/log.ts'
import { HourlyCounters } from '../system/hourly-counters.ts'
import { SEMANTIC_LIMITS } from '../wire/limits.ts'
import { type Embed, EndpointError } from './endpoint.ts'
import { quantise, type Quantised } from './quantise.ts'

/** A pause in typing (ms): most readers type the next letter earlier. */
const PAUSE_MS = 200
/** Longest time (ms) of a request: an answer that comes too late for its search is cached for the next one. */
const REQUEST_MS = 2000
/** Failures and time-outs in a row after which the model is not asked for `REST_MS`, so that it delays no searches. */
const MOST_MISSES = 3
const REST_MS = 10_000

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
  const counts = { requests: 0, cached: 0, embedded: 0, typing: 0, timeouts: 0, failures: 0, skipped: 0, limited: 0 }
  const requestsOf = new HourlyCounters(SEMANTIC_LIMITS.requestTableBytes)
  const cache = new Map<string, Quantised>()
  const running = new Map<string, Promise<Quantised>>()
  const pausing = new Set<{ index: string; query: string; goOn: () => void }>()
  let misses = 0
  let restUntil = 0

  function fromCache(query: string): Quantised | undefined {
    const found = cache.get(query)
    if (found === undefined) return undefined
    // The order of a Map is that of insertion: the least recently used is first.
    cache.delete(query)
    cache.set(query, found)
    return found
  }

  function note(index: string, query: string): void {
    for (const each of pausing) {
      if (each.index !== index || each.query === query) continue
      if (query.startsWith(each.query) || each.query.startsWith(query)) each.goOn()
    }
  }

  /** Resolves with whether typing paused. */
  function pause(index: string, query: string): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const waiting = { index, query, goOn: () => resolve(false) }
    pausing.add(waiting)
    const timer = setTimeout(() => resolve(true), pauseMs)
    return promise.finally(() => {
      clearTimeout(timer)
      pausing.delete(waiting)
    })
  }

  function miss(reason: string): void {
    misses++
    if (misses < MOST_MISSES) return
    if (misses === MOST_MISSES) {
      const message = `The model of the semantic search is not asked for ${REST_MS / 1000} s at a time, and answers are by words alone: ${reason}`
      log({ level: 'warn', event: 'semantic-resting', message })
    }
    restUntil = performance.now() + REST_MS
  }

  function hit(): void {
    if (misses >= MOST_MISSES)
      log({ level: 'info', event: 'semantic-back', message: 'The model of the semantic search answers again' })
    misses = 0
  }

  async function request(query: string): Promise<Quantised> {
    counts.requests++
    const [vector] = await embed([query], { timeoutMs: REQUEST_MS, signal })
    const quantised = quantise(vector ?? [])
    if (quantised === undefined) throw new EndpointError('a vector of zeros')
    const { length } = quantised.levels
    if (length !== dimensions())
      throw new EndpointError(`${length} dimensions, and those of sections have ${dimensions()}`)
    cache.set(query, quantised)
    const [oldest] = cache.keys()
    if (cache.size > SEMANTIC_LIMITS.cachedQueries && oldest !== undefined) cache.delete(oldest)
    return quantised
  }

  function ask(query: string): Promise<Quantised> {
    const known = running.get(query)
    if (known !== undefined) return known
    const asked = request(query).finally(() => running.delete(query))
    running.set(query, asked)
    return asked
  }

  /** Whether the model is left alone, or has enough requests without this query. */
  function isBusy(query: string): boolean {
    return performance.now() < restUntil || (running.size >= SEMANTIC_LIMITS.runningQueries && !running.has(query))
  }

  /** No vector: the answer is by words alone, for a reason that is counted. */
  function byWords(reason: 'skipped' | 'typing' | 'limited'): undefined {
    counts[reason]++
  }

  /** The model's answer; `undefined` where it fails or comes too late. */
  async function askInTime(query: string): Promise<Quantised | undefined> {
    try {
      const found = await within(waitMs, ask(query))
      if (found === undefined) {
        counts.timeouts++
        miss(`no answer within ${waitMs} ms`)
        return undefined
      }
      counts.embedded++
      hit()
      return found
    } catch (error) {
      counts.failures++
      miss(reasonOf(error as Error))
      return undefined
    }
  }

  /** Counts a request for an address; a query that is being embedded for another sender needs none. */
  function isAllowed({ client, query }: WantedVector): boolean {
    if (client === '' || running.has(query)) return true
    return requestsOf.add(client, 1) <= SEMANTIC_LIMITS.requestsPerAddress
  }

  return {
    async find(wanted) {
      const { index, query, waits } = wanted
      const cached = fromCache(query)
      if (cached !== undefined) {
        counts.cached++
        return cached
      }
      if (isBusy(query)) return byWords('skipped')
      if (waits && !(await pause(index, query))) return byWords('typing')
      // Other queries may have begun meanwhile.
      if (isBusy(query)) return byWords('skipped')
      return isAllowed(wanted) ? askInTime(query) : byWords('limited')
    },
    note,
    counts,
    get isResting() {
      return performance.now() < restUntil
    },
  }
}

/** Without the text of a refusal, which may quote the query: logs hold no queries of readers. */
const reasonOf = (error: Error): string =>
  error instanceof EndpointError && error.status !== 0 ? `status ${error.status}` : error.message

/** The result, or `undefined` after `ms`; a failure after that time is ignored. */
export async function within<Result>(ms: number, result: Promise<Result>): Promise<Result | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), ms)
  // Without a receiver, a rejection after the time-out would end the process.
  result.catch(() => undefined)
  return Promise.race([result, late.promise]).finally(() => clearTimeout(timer))
}
