/**
 * The terms of each index, cached in this server. They are read from the cluster once, before the first search of an index
 * (`terms-ahead.ts`) or with it; after a change only the terms of the changed records are read. Terms of removed records remain,
 * since they match no record.
 *
 *   first     all values of `search.words`, in parts that fit into an answer
 *   later     those of the documents with a later task: a short list in addition to the long one, until it is a tenth of it
 *
 * Each term has its number of records, which later changes make inexact: `changed` bounds the difference, and searches that need a
 * better number ask the cluster (`known-counts.ts`).
 *
 * For a million records the first list takes a node some seconds, longer than a search may take. A search during that time waits up
 * to a limit, and then uses the previous list (for typos only) or none.
 */
import { type CountedTerm, countsBeginning, hasTerm, type KnownTerms, openTerms } from '@docent/engine/planning'
import { setTimeout as pause } from 'node:timers/promises'
import { ClusterError, type Cluster } from '../http/cluster.ts'
import type { IndexTerms } from './known-patterns.ts'

/** Limits of the cached terms: those of the most recently searched indexes are kept. */
export const TERM_LIMITS = {
  indexes: 100,
  /** Bytes of all lists, for about 25 million terms. The latest list alone may exceed it. */
  bytes: 256 * 1024 * 1024,
} as const

/** Limits as `TERM_LIMITS`, with other values for tests. */
export type TermLimits = { readonly [name in keyof typeof TERM_LIMITS]: number }

/** Maximum number of terms in an answer; a cluster returns at most 65,535 values. */
const IN_ANSWER = 50_000
/** Values are distributed over parts by their hashes: the factor allows for uneven parts. */
const UNEVENNESS = 1.2
/** Highest number of parts: 200 million terms, more than the memory of a server holds. */
const MAX_PARTS = 4096
/** Length of the short list, as a share of the long one, at which both are merged. */
const SHORT_SHARE = 0.1
/**
 * Share of changed records from which a search causes all terms to be counted again. At 100,000 records reading them took a node
 * 2.5 CPU s, and writing this share 5.8.
 */
const CHANGED_SHARE = 0.1
/** Time for one part, in ms. */
const PART_MS = 60_000

interface TermList {
  /** All tasks up to this one are in it. */
  task: number
  lists: readonly KnownTerms[]
  /** Number of records of the index when it was read. */
  records: number
  /** As in `IndexTerms`. */
  changed: number
}

/** An index as its terms are read. */
export interface TermSource {
  /** OpenSearch's index. */
  target: string
  lastTask: number
}

interface Kept {
  list: TermList | undefined
  loading: { task: number; list: Promise<TermList> } | undefined
}

/** Above the limit of bytes, the least recently used lists are dropped; a search fetches them again. */
export class TermLists {
  readonly #cluster: Cluster
  readonly #signal: AbortSignal | undefined
  readonly #limits: TermLimits
  /** By target; the least recently used first. */
  readonly #kept = new Map<string, Kept>()

  /** No request is sent after the signal. */
  constructor(cluster: Cluster, { signal, limits = TERM_LIMITS }: { signal?: AbortSignal; limits?: TermLimits } = {}) {
    this.#cluster = cluster
    this.#signal = signal
    this.#limits = limits
  }

  /** Bytes of all lists. */
  get bytes(): number {
    return [...this.#kept.values()].reduce((sum, { list }) => sum + bytesOf(list), 0)
  }

  /** Removes the lists that were used longest ago, until the rest is within the limits. One list always stays. */
  #trim(): void {
    let { bytes } = this
    for (const [target, { list }] of this.#kept) {
      const isWithin = this.#kept.size <= this.#limits.indexes && bytes <= this.#limits.bytes
      if (isWithin || this.#kept.size === 1) return
      this.#kept.delete(target)
      bytes -= bytesOf(list)
    }
  }

  /** The terms of an index with its last task; after `waitMs`, or when they cannot be read, the terms known so far. */
  async of(source: TermSource, waitMs: number): Promise<IndexTerms> {
    const { target, lastTask } = source
    const kept = this.#kept.get(target) ?? { list: undefined, loading: undefined }
    this.#kept.delete(target)
    this.#kept.set(target, kept)
    this.#trim()
    if (isUpTo(lastTask, kept)) {
      this.#recount(source, kept)
      return termsAt(lastTask, kept)
    }
    // A failure to read terms is no failure of the search.
    const loaded = this.#load(source, kept).catch(() => undefined)
    if (waitMs === 0) return termsAt(lastTask, kept)
    const end = new AbortController()
    const waited = pause(waitMs, undefined, { signal: end.signal }).catch(() => undefined)
    try {
      await Promise.race([loaded, waited])
      this.#trim()
      return termsAt(lastTask, kept)
    } finally {
      end.abort()
    }
  }

  /**
   * Fetches the terms of an index before the first search, while the limits allow another list: no list of a searched index
   * is removed for it. Throws `ClusterError`.
   */
  async fetch(source: TermSource): Promise<void> {
    const { target, lastTask } = source
    const kept = this.#kept.get(target) ?? { list: undefined, loading: undefined }
    if (isUpTo(lastTask, kept)) return
    const isFull = this.#kept.size >= this.#limits.indexes || this.bytes >= this.#limits.bytes
    if (!this.#kept.has(target) && isFull) return
    this.#kept.set(target, kept)
    await this.#load(source, kept)
  }

  /** Removes the terms of all other indexes. */
  keepOnly(targets: ReadonlySet<string>): void {
    for (const target of this.#kept.keys()) if (!targets.has(target)) this.#kept.delete(target)
  }

  /** Reads the terms of an index, one request at a time, since each continues after the previous one. */
  async #load(source: TermSource, kept: Kept): Promise<TermList> {
    const { lastTask } = source
    while (kept.loading !== undefined && kept.loading.task < lastTask) await kept.loading.list.catch(() => undefined)
    return kept.loading?.list ?? this.#read(source, kept, kept.list)
  }

  #read(source: TermSource, kept: Kept, known: TermList | undefined): Promise<TermList> {
    const list = readTerms(this.#cluster, source, { known, signal: this.#signal })
      .then((read) => (kept.list = read))
      .finally(() => (kept.loading = undefined))
    kept.loading = { task: source.lastTask, list }
    // The rejection of a promise without a receiver must not end the process.
    list.catch(() => undefined)
    return list
  }

  /** Reads all terms again, beside the searches, if many records have changed since they were counted. */
  #recount({ target }: TermSource, kept: Kept): void {
    const { list, loading } = kept
    if (list === undefined || loading !== undefined || list.changed <= list.records * CHANGED_SHARE) return
    void this.#read({ target, lastTask: list.task }, kept, undefined)
  }
}

const bytesOf = (list: TermList | undefined): number =>
  list?.lists.reduce((sum, { dictionary }) => sum + dictionary.entries.byteLength + dictionary.blocks.byteLength, 0) ??
  0

const isUpTo = (task: number, { list }: Kept): boolean => list !== undefined && list.task >= task

const termsAt = (task: number, { list }: Kept): IndexTerms =>
  list && { lists: list.lists, isWhole: list.task >= task, changed: list.changed }

interface ReadOptions {
  /** The terms up to an earlier task. */
  known?: TermList | undefined
  /** Maximum number of terms in an answer. */
  size?: number
  /** Aborts with an error before the next request. */
  signal?: AbortSignal | undefined
}

/** The terms of an index up to its last task, which its latest state contains. */
export async function readTerms(
  cluster: Cluster,
  { target, lastTask: task }: TermSource,
  { known, size = IN_ANSWER, signal }: ReadOptions = {},
): Promise<TermList> {
  const ask = (part: number, parts: number): Promise<TermPart> => {
    signal?.throwIfAborted()
    return readPart(cluster, target, known?.task, { size, part, parts })
  }
  const { terms, written, records } = await readWords(ask, size)
  const [long, short] = known?.lists ?? []
  if (long === undefined || known === undefined) return { task, lists: [openTerms(terms)], records, changed: 0 }
  // Each record that was written without one more in the index has replaced another one.
  const removed = Math.max(0, known.records + written - records)
  const counted = { task, records, changed: known.changed + written + removed }
  const before = short === undefined ? [] : countsBeginning(short, '')
  const isKnown = (term: string): boolean => hasTerm(long, term) || (short !== undefined && hasTerm(short, term))
  const recent = [...before, ...terms.filter(({ term }) => !isKnown(term))]
  if (recent.length <= long.dictionary.termCount * SHORT_SHARE) return { ...counted, lists: [long, openTerms(recent)] }
  return { ...counted, lists: [openTerms([...countsBeginning(long, ''), ...recent])] }
}

interface TermPart {
  terms: CountedTerm[]
  /** Approximate number of terms of all parts. */
  count: number
  /** Number of the records that have the terms, and of all records. */
  written: number
  records: number
}

type Words = Pick<TermPart, 'terms' | 'written' | 'records'>

/** All terms, read in enough parts that each fits into an answer. Between parts the index may change. */
async function readWords(ask: (part: number, parts: number) => Promise<TermPart>, size: number): Promise<Words> {
  for (let parts = 1; ;) {
    const words: Words = { terms: [], written: 0, records: 0 }
    let tooMany = 0
    for (let part = 0; part < parts && tooMany === 0; part++) {
      const { terms, count, written, records } = await ask(part, parts)
      for (const term of terms) words.terms.push(term)
      words.written = Math.max(words.written, written)
      words.records = Math.max(words.records, records)
      if (terms.length >= size) tooMany = count
    }
    if (tooMany === 0) return words
    parts = Math.max(parts * 2, Math.ceil((tooMany * UNEVENNESS) / size))
    if (parts > MAX_PARTS) throw new ClusterError(0, 'unexpected_answer', 'The terms of an index have too many parts')
  }
}

/** A part of the terms of all records, or of those that were written after a task. */
async function readPart(
  cluster: Cluster,
  target: string,
  after: number | undefined,
  { size, part, parts }: { size: number; part: number; parts: number },
): Promise<TermPart> {
  const field = 'search.words'
  const terms = { field, size, shard_size: size }
  const body = {
    size: 0,
    track_total_hits: true,
    query: after === undefined ? { match_all: {} } : { range: { task: { gt: after } } },
    aggs: {
      words: {
        terms: {
          ...terms,
          ...(parts > 1 && { include: { partition: part, num_partitions: parts } }),
          // For few documents: the node need not number the terms of the whole index first.
          ...(after !== undefined && { execution_hint: 'map' }),
        },
      },
      count: { cardinality: { field } },
      all: { global: {} },
    },
  }
  const path = `/${encodeURIComponent(target)}/_search`
  const query = { request_cache: false, allow_partial_search_results: false }
  const { hits, aggregations } = (await cluster.request('POST', path, { body, query, timeoutMs: PART_MS })) as {
    hits: { total: { value: number } }
    aggregations: {
      words: { buckets: { key: string; doc_count: number }[] }
      count: { value: number }
      all: { doc_count: number }
    }
  }
  return {
    terms: aggregations.words.buckets.map(({ key, doc_count }) => ({ term: key, count: doc_count })),
    count: aggregations.count.value,
    written: hits.total.value,
    records: aggregations.all.doc_count,
  }
}
