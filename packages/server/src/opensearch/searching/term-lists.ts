/**
 * The terms of each index, kept in this server: which there are is asked of the cluster when an index is searched for the
 * first time, and after a change only what the records have that it wrote. Terms of removed records stay: they find nothing.
 *
 *   first     all values of `search.words`, in parts that fit into an answer
 *   later     those of the documents with a later task; they are a short list beside the long one, until it is a tenth of it
 *
 * Of a million records the first list takes a node some seconds, longer than a search may. Who searches meanwhile waits a while, and is then
 * answered by the list before, or without typos where there is none.
 */
import { hasTerm, type KnownTerms, openTerms, termsBeginning } from '@docent/engine'
import { setTimeout as pause } from 'node:timers/promises'
import type { Cluster } from '../http/cluster.ts'
import type { IndexTerms } from './known-patterns.ts'

/** Indexes whose terms are kept: those that were searched last. */
const KEPT = 100
/** Terms in an answer; a cluster gives 65,535 values at most. */
const IN_ANSWER = 50_000
/** Values are spread over parts by their hashes: room for those that get more. */
const ROOM = 1.2
/** Share of the long list from which on the two are made one. */
const SHORT_SHARE = 0.1
/** Time for one part, in ms. */
const PART_MS = 60_000

interface TermList {
  /** All tasks up to this one are in it. */
  task: number
  lists: readonly KnownTerms[]
}

interface Kept {
  list: TermList | undefined
  loading: { task: number; list: Promise<TermList> } | undefined
}

export class TermLists {
  readonly #cluster: Cluster
  /** By target; the least recently used first. */
  readonly #kept = new Map<string, Kept>()

  constructor(cluster: Cluster) {
    this.#cluster = cluster
  }

  /** The terms of an index as its last task has left it; what is known after `waitMs` otherwise. Throws `ClusterError`. */
  async of(target: string, lastTask: number, waitMs: number): Promise<IndexTerms> {
    const kept = this.#kept.get(target) ?? { list: undefined, loading: undefined }
    this.#kept.delete(target)
    this.#kept.set(target, kept)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT) break
      this.#kept.delete(oldest)
    }
    if (kept.list !== undefined && kept.list.task >= lastTask) return kept.list.lists
    const end = new AbortController()
    const waited = pause(waitMs, undefined, { signal: end.signal }).catch(() => undefined)
    try {
      return ((await Promise.race([this.#load(target, lastTask, kept), waited])) ?? kept.list)?.lists
    } finally {
      end.abort()
    }
  }

  /** One at a time for each index, since the next one begins where it ends. */
  async #load(target: string, task: number, kept: Kept): Promise<TermList> {
    while (kept.loading !== undefined && kept.loading.task < task) await kept.loading.list.catch(() => undefined)
    if (kept.loading === undefined) {
      const list = readTerms(this.#cluster, target, task, kept.list)
        .then((read) => (kept.list = read))
        .finally(() => (kept.loading = undefined))
      kept.loading = { task, list }
      // Who waited for it may have gone.
      list.catch(() => undefined)
    }
    return kept.loading.list
  }
}

/** The terms of an index up to `task`, which its latest state holds, from those that were `known`; so many in an answer. */
export async function readTerms(
  cluster: Cluster,
  target: string,
  task: number,
  known: TermList | undefined,
  size = IN_ANSWER,
): Promise<TermList> {
  const found = await readWords(cluster, target, known?.task, size)
  const [long, short] = known?.lists ?? []
  if (long === undefined) return { task, lists: [openTerms(found.sort())] }
  const added = found.filter((term) => !hasTerm(long, term))
  const recent = short === undefined ? added : [...new Set([...added, ...termsBeginning(short, '')])]
  if (recent.length <= long.dictionary.termCount * SHORT_SHARE) {
    return { task, lists: [long, openTerms(recent.sort())] }
  }
  return { task, lists: [openTerms([...termsBeginning(long, ''), ...recent].sort())] }
}

/** The terms of all records, or of those that were written after a task. */
async function readWords(cluster: Cluster, target: string, after: number | undefined, size: number): Promise<string[]> {
  for (let parts = 1; ;) {
    const words: string[] = []
    let tooMany = 0
    for (let part = 0; part < parts && tooMany === 0; part++) {
      const { buckets, count } = await readPart(cluster, target, after, { size, part, parts })
      for (const { key } of buckets) words.push(key)
      if (buckets.length >= size) tooMany = count
    }
    if (tooMany === 0) return words
    parts = Math.max(parts * 2, Math.ceil((tooMany * ROOM) / size))
  }
}

async function readPart(
  cluster: Cluster,
  target: string,
  after: number | undefined,
  { size, part, parts }: { size: number; part: number; parts: number },
): Promise<{ buckets: { key: string }[]; count: number }> {
  const field = 'search.words'
  const terms = { field, size, shard_size: size }
  const body = {
    size: 0,
    track_total_hits: false,
    query: after === undefined ? { match_all: {} } : { range: { task: { gt: after } } },
    aggs: {
      words: {
        terms: {
          ...terms,
          ...(parts > 1 && { include: { partition: part, num_partitions: parts } }),
          // Of a few documents: without numbering the terms of the whole index first.
          ...(after !== undefined && { execution_hint: 'map' }),
        },
      },
      count: { cardinality: { field } },
    },
  }
  const path = `/${encodeURIComponent(target)}/_search`
  const query = { request_cache: false, allow_partial_search_results: false }
  const { aggregations } = (await cluster.request('POST', path, { body, query, timeoutMs: PART_MS })) as {
    aggregations: { words: { buckets: { key: string }[] }; count: { value: number } }
  }
  return { buckets: aggregations.words.buckets, count: aggregations.count.value }
}
