/**
 * Looks after copies of shards that do not come, and removes what nothing names any more: old generations, documents of settings and parts, tasks that were published a
 * while ago, old events. Each only after the readers that may still be at it have come to their end: their view is renewed several
 * times a second, and requests of searches are over long before `graceMs`.
 */
import type { Log } from '@docent/server/backend'
import type { Cluster } from '../http/cluster.ts'
import { PRIMARY_WAIT, replaceDocument } from '../http/documents.ts'
import type { ClusterEventStore } from './event-store.ts'
import { documentsOf, targetOf } from './head.ts'
import type { Garbage, Head } from './head.ts'
import type { LeaseKeeper } from './lease.ts'
import type { Names } from './names.ts'
import { HEAD } from './open-state.ts'
import { probeCopies } from './probe-copies.ts'
import type { View } from './view.ts'

/** Between two looks at what is old; and how long a published task stays, far beyond any writer's pause. */
const OLD_EVERY_MS = 600_000
/** Between two looks at copies that do not come (ms): they take some seconds where all is well. */
const COPIES_EVERY_MS = 20_000
const LOG_KEPT_MS = 3_600_000
/** Pieces of a task that never came. */
const CHUNKS_KEPT_MS = 86_400_000

const chunksOf = (items: readonly Garbage[], kind: Garbage['kind']): string[] =>
  items.filter((item) => item.kind === kind).map(({ name }) => name)

export interface JanitorOptions {
  cluster: Cluster
  names: Names
  view: View
  lease: LeaseKeeper
  events: ClusterEventStore
  log: Log
  /** ms */
  graceMs: number
}

export class Janitor {
  readonly #options: JanitorOptions
  #lookedAt = performance.now()
  #probedAt = performance.now()

  constructor(options: JanitorOptions) {
    this.#options = options
  }

  /** To be called while the lease is held and no task is being applied. */
  async tidy(): Promise<void> {
    await this.#removeGarbage()
    this.#probe()
    if (performance.now() - this.#lookedAt < OLD_EVERY_MS) return
    this.#lookedAt = performance.now()
    await this.#trimLog()
    await this.#options.events.expire()
  }

  /** Tasks do not wait for it, and what it finds is told elsewhere. */
  #probe(): void {
    const { cluster, names } = this.#options
    if (performance.now() - this.#probedAt < COPIES_EVERY_MS) return
    this.#probedAt = performance.now()
    probeCopies(cluster, names).catch(() => undefined)
  }

  async #removeGarbage(): Promise<void> {
    const { cluster, names, view, lease, log, graceMs } = this.#options
    const { head, headSequence } = view
    const now = Date.now()
    const due = head.garbage.filter(({ at }) => now - at > graceMs)
    if (due.length === 0) return
    lease.check()
    const named = this.#namedBy(head)
    const gone = due.filter(({ name }) => !named.has(name))
    const generations = chunksOf(gone, 'generation')
    if (generations.length > 0)
      await cluster.request('DELETE', `/${generations.join(',')}`, { query: { ignore_unavailable: true } })
    const documents = [
      ...chunksOf(gone, 'state').map((id) => ({ delete: { _index: names.state, _id: id } })),
      ...chunksOf(gone, 'chunks').map((id) => ({ delete: { _index: names.tasks, _id: id } })),
    ]
    if (documents.length > 0)
      await cluster.request('POST', '/_bulk', { body: documents, query: { timeout: PRIMARY_WAIT } })
    const next = { ...head, garbage: head.garbage.filter((item) => !due.includes(item)) }
    const written = await replaceDocument(cluster, names.state, HEAD, next, headSequence)
    if (written !== undefined) view.noteHead(next, written)
    const message = `${gone.length} generations and documents were removed that nothing uses any more`
    log({ level: 'info', event: 'garbage-removed', message, generations: generations.length })
  }

  #namedBy(head: Head): Set<string> {
    const generations = head.indexes.map((index) => targetOf(this.#options.names, index))
    return new Set([...generations, ...head.indexes.flatMap(documentsOf)])
  }

  async #trimLog(): Promise<void> {
    const now = Date.now()
    const before = (field: string, value: number): object => ({ range: { [field]: { lt: value } } })
    const published = [before('number', this.#options.view.head.published), before('storedAt', now - LOG_KEPT_MS)]
    const pieces = [before('storedAt', now - CHUNKS_KEPT_MS)]
    await this.#options.cluster.request('POST', `/${this.#options.names.tasks}/_delete_by_query`, {
      query: { conflicts: 'proceed', refresh: true },
      body: {
        query: {
          bool: {
            should: [
              { bool: { filter: published } },
              { bool: { filter: pieces, must_not: { exists: { field: 'number' } } } },
            ],
          },
        },
      },
      timeoutMs: 60_000,
    })
  }
}
