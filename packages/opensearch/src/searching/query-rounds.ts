/**
 * A query takes one or a few searches of the cluster: typos are searched for only if the typed words find too few records. A query is
 * a generator that yields the searches of one round and receives their answers. The generators of all queries of a list run
 * concurrently, so that each round is one request.
 */
import { setImmediate as nextEvents } from 'node:timers/promises'
import { EngineError } from '@docent/engine'
import { type Cluster, ClusterError } from '../http/cluster.ts'
import type { StoredDocument } from '../records/document.ts'

/** One search in an OpenSearch index. */
export interface ClusterSearch {
  target: string
  body: object
}

/** The parts of an aggregation's answer that are read; which are present depends on its kind. */
export interface Aggregation {
  value?: number | null
  doc_count?: number
  buckets?: ({ key: string; doc_count: number } & Record<string, unknown>)[]
  count?: number
  min?: number
  max?: number
  avg?: number
  sum?: number
}

/** A hit of the cluster; `sort` has the values for the next page (`search_after`). */
export interface FoundHit {
  _source: StoredDocument
  sort?: unknown[]
  /** For the first hit of a group: the value of the attribute of the group. */
  fields?: Record<string, string[]>
}

/** The answer to a search. */
export interface ClusterAnswer {
  timed_out: boolean
  hits: { total: { value: number }; hits: FoundHit[] }
  aggregations?: Record<string, Aggregation>
  suggest?: Record<string, { options: { text: string; score: number }[] }[]>
}

/** The steps of a query: yields searches, and receives the answers in the same order. */
export type Steps<Result> = Generator<readonly ClusterSearch[], Result, readonly ClusterAnswer[]>

interface Failure {
  status: number
  error: { type?: string; reason?: string }
}

/** The steps of several queries as those of one: each round has the searches of all of them. */
export function* sideBySide<Result>(all: readonly Steps<Result>[]): Steps<Result[]> {
  const results = new Map<Steps<Result>, Result>()
  let open = all.map((steps) => ({ steps, next: steps.next() }))
  for (;;) {
    for (const { steps, next } of open) if (next.done === true) results.set(steps, next.value)
    open = open.filter(({ next }) => next.done !== true)
    if (open.length === 0) return all.map((steps) => results.get(steps) as Result)
    const rounds = open.map(({ next }) => next.value as readonly ClusterSearch[])
    let answers: readonly ClusterAnswer[]
    try {
      answers = yield rounds.flat()
    } catch (error) {
      open = open.map(({ steps }) => ({ steps, next: steps.throw(error) }))
      continue
    }
    let at = 0
    open = open.map(({ steps }, i) => {
      const own = answers.slice(at, at + (rounds[i]?.length ?? 0))
      at += own.length
      return { steps, next: steps.next(own) }
    })
  }
}

interface OpenQuery<Result> {
  at: number
  steps: Steps<Result>
  searches: readonly ClusterSearch[]
}

/**
 * Runs the steps of queries concurrently. Throws `ClusterError`. After `deadlineMs` in total it throws `search_stopped` into the
 * steps, which may end with the answer of an earlier round.
 */
export async function runSteps<Result>(
  cluster: Cluster,
  all: readonly Steps<Result>[],
  deadlineMs: number,
): Promise<Result[]> {
  const end = performance.now() + deadlineMs
  const results: Result[] = []
  const open: OpenQuery<Result>[] = []

  /** Continues a query; `undefined` begins it. */
  async function advance(
    { at, steps }: Pick<OpenQuery<Result>, 'at' | 'steps'>,
    answers?: readonly ClusterAnswer[] | 'stopped',
  ): Promise<void> {
    // Ranking takes tens of ms for a large page: other requests pass between two queries, and their number cannot exceed the deadline.
    if (at > 0) await nextEvents()
    const isLate = answers === 'stopped' || (at > 0 && performance.now() > end)
    const next = isLate ? steps.throw(stopped()) : answers === undefined ? steps.next() : steps.next(answers)
    if (next.done === true) results[at] = next.value
    else open.push({ at, steps, searches: next.value })
  }

  for (const [at, steps] of all.entries()) await advance({ at, steps })
  while (open.length > 0) {
    const round = open.splice(0)
    const answers = await ask(
      cluster,
      round.flatMap(({ searches }) => searches),
      end - performance.now(),
    )
    let taken = 0
    for (const query of round) {
      const from = taken
      taken += query.searches.length
      await advance(query, answers === 'stopped' ? answers : answers.slice(from, taken))
    }
  }
  return results
}

/** Minimum remaining time (ms) for a request. */
const LEAST_MS = 20

/** Share of the remaining time that nodes may take. After it they answer that they timed out, whereas no answer counts as an outage. */
const SHARE_OF_NODES = 0.9

/** Answers to all searches by one request. */
async function ask(
  cluster: Cluster,
  searches: readonly ClusterSearch[],
  leftMs: number,
): Promise<ClusterAnswer[] | 'stopped'> {
  if (leftMs < LEAST_MS) return 'stopped'
  const timeoutMs = Math.ceil(leftMs)
  const timeout = `${Math.ceil(leftMs * SHARE_OF_NODES)}ms`
  const [only] = searches
  if (only === undefined) return []
  if (searches.length === 1) {
    const path = `/${encodeURIComponent(only.target)}/_search`
    const answer = await cluster.request('POST', path, { body: { ...only.body, timeout }, timeoutMs })
    return checked([answer as ClusterAnswer])
  }
  const body = searches.flatMap(({ target, body }) => [{ index: target }, { ...body, timeout }])
  const { responses } = (await cluster.request('POST', '/_msearch', { body, timeoutMs })) as {
    responses: (ClusterAnswer | Failure)[]
  }
  return checked(responses)
}

function checked(answers: readonly (ClusterAnswer | Failure)[]): ClusterAnswer[] | 'stopped' {
  const found = answers.map((answer) => {
    if (!('error' in answer)) return answer
    throw new ClusterError(answer.status, answer.error.type ?? 'unknown', `_msearch: ${answer.error.reason ?? ''}`)
  })
  // A part of an answer would have wrong counts.
  return found.some(({ timed_out }) => timed_out) ? 'stopped' : found
}

function stopped(): EngineError {
  return new EngineError('search_stopped', 'The search was stopped before it was done.')
}
