/**
 * Removes unused data: old generations, documents of settings and parts, old applied tasks, old events. Each is removed only after
 * its last readers have ended: their view is renewed several times a second, and searches end long before `graceMs`. The time
 * counts from the first sight of the garbage by this server, by its monotonic clock, because wall clocks may be set and differ
 * between servers.
 */
import type { Log } from '@docent/server/backend'
import type { Cluster } from '../http/cluster.ts'
import { PRIMARY_WAIT } from '../http/documents.ts'
import type { Garbage, Head } from './documents.ts'
import type { ClusterEventStore } from './event-store.ts'
import { documentsOf, targetOf } from './head.ts'
import type { HeadWriter } from './head-writer.ts'
import type { Names } from './names.ts'
import type { View } from './view.ts'

/** Interval (ms) of the removals of old tasks and events. */
const OLD_EVERY_MS = 600_000
/** Time (ms) for which an applied task stays in the log: far longer than any pause of a writer. */
const LOG_KEPT_MS = 3_600_000
/** Time (ms) for which pieces of a task that was never created are kept. */
const CHUNKS_KEPT_MS = 86_400_000
/** Maximum number of ranges of applied tasks in one removal: a query has at most 1024 clauses. */
const RANGES = 500

const namesOf = (items: readonly Garbage[], kind: Garbage['kind']): string[] =>
  items.filter((item) => item.kind === kind).map(({ name }) => name)

/** The parts of a server that removal uses. */
export interface CleanerOptions {
  cluster: Cluster
  names: Names
  view: View
  headWriter: HeadWriter
  events: ClusterEventStore
  log: Log
  /** Throws when the lease is lost. */
  checkLease: () => void
  /** ms */
  graceMs: number
}

/** At most one removal runs at a time; garbage that remains waits for the next `start`. */
export class Cleaner {
  readonly #options: CleanerOptions
  #removedAt = performance.now()
  /** Time of the first sight of garbage (ms of `performance.now`), by name. */
  #seen = new Map<string, number>()
  #cleaning: Promise<void> | undefined

  constructor(options: CleanerOptions) {
    this.#options = options
  }

  /** Starts to remove due garbage, concurrently with tasks. To be called while the lease is held. Failures are logged. */
  start(): void {
    this.#cleaning ??= this.#clean()
      .catch((error: unknown) => {
        const message = `Old data could not be removed, which is tried again: ${String(error)}`
        this.#options.log({ level: 'warn', event: 'cleaning-failed', message })
      })
      .finally(() => (this.#cleaning = undefined))
  }

  /** Resolves when no removal is running. */
  async end(): Promise<void> {
    await this.#cleaning
  }

  async #clean(): Promise<void> {
    await this.#removeGarbage()
    if (performance.now() - this.#removedAt < OLD_EVERY_MS) return
    this.#removedAt = performance.now()
    await this.#trimLog()
    await this.#options.events.expire()
  }

  async #removeGarbage(): Promise<void> {
    const { cluster, names, view, headWriter, checkLease, log, graceMs } = this.#options
    const { head } = view
    const now = performance.now()
    this.#seen = new Map(head.garbage.map(({ name }) => [name, this.#seen.get(name) ?? now]))
    const due = head.garbage.filter(({ name }) => now - (this.#seen.get(name) ?? now) > graceMs)
    if (due.length === 0) return
    checkLease()
    const named = this.#namedBy(head)
    const gone = due.filter(({ name }) => !named.has(name))
    const generations = namesOf(gone, 'generation')
    if (generations.length > 0)
      await cluster.request('DELETE', `/${generations.join(',')}`, { query: { ignore_unavailable: true } })
    const documents = [
      ...namesOf(gone, 'state').map((id) => ({ delete: { _index: names.state, _id: id } })),
      ...namesOf(gone, 'chunks').map((id) => ({ delete: { _index: names.tasks, _id: id } })),
    ]
    if (documents.length > 0)
      await cluster.request('POST', '/_bulk', { body: documents, query: { timeout: PRIMARY_WAIT } })
    const isDue = new Set(due.map(({ name }) => name))
    await headWriter.change(head.epoch, (current) => ({
      ...current,
      garbage: current.garbage.filter(({ name }) => !isDue.has(name)),
    }))
    const message = `${gone.length} generations and documents were removed that nothing uses any more`
    log({ level: 'info', event: 'garbage-removed', message, generations: generations.length })
  }

  #namedBy(head: Head): Set<string> {
    const generations = head.indexes.map((index) => targetOf(this.#options.names, index))
    return new Set([...generations, ...head.indexes.flatMap(documentsOf)])
  }

  async #trimLog(): Promise<void> {
    const { cluster, names, view } = this.#options
    const { published, ahead = [] } = view.head
    const older = (ms: number): object => ({ range: { storedAt: { lt: Date.now() - ms } } })
    const applied = [
      { range: { number: { lt: published } } },
      ...ahead.slice(0, RANGES).map(([first, last]) => ({ range: { number: { gte: first, lte: last } } })),
    ]
    await cluster.request('POST', `/${names.tasks}/_delete_by_query`, {
      query: { conflicts: 'proceed', refresh: true },
      body: {
        query: {
          bool: {
            should: [
              { bool: { filter: [{ bool: { should: applied } }, older(LOG_KEPT_MS)] } },
              { bool: { filter: [older(CHUNKS_KEPT_MS)], must_not: { exists: { field: 'number' } } } },
            ],
          },
        },
      },
      timeoutMs: 60_000,
    })
  }
}
