/**
 * A server's view of the state: the head, the keys, the lease and the log. One cheap request, several times a second, shows
 * which of them have changed, and only those are read. So a server knows the changes of other servers within a fraction of a
 * second, and has no state of its own.
 *
 * Any copy of a shard may answer a read by id, and only some may have a write that is not acknowledged yet, so contents that are
 * older than the known ones are ignored. Such a write is lost if the primary fails before another copy has it: when a replacement of
 * the known contents is refused, those of the primary are read (`lookAtPrimary`); and nothing is built on an entry of the log that may
 * be lost (`TaskLog`).
 */
import type { Cluster } from '../http/cluster.ts'
import { isLater, isSame, readDocuments, type Sequence, type Stored } from '../http/documents.ts'
import { DocumentCache, type SizedDocument } from './document-cache.ts'
import {
  HEAD,
  KEYS,
  LEASE,
  TASK_FACTS,
  type FailedTask,
  type Head,
  type IndexState,
  type Lease,
  type StoredKey,
  type TaskFacts,
} from './documents.ts'
import { momentNow, msSince } from './elapsed.ts'
import { checkFormat, documentsOf, holderIn } from './head.ts'
import { KnownLog } from './known-log.ts'
import { type Known, readState, type State } from './known-state.ts'
import type { Names } from './names.ts'
import { unpackSized } from './packed.ts'

/** Interval (ms) of looks, with and without waiting tasks. Two looks and a small task take less than a second. */
const BUSY_MS = 50
const IDLE_MS = 250
/** Time-out of a look (ms). */
const LOOK_TIMEOUT_MS = 5000
/** Ceiling of the cached settings, synonyms and rules, as JSON (bytes): four indexes with the largest ones. */
const DOCUMENTS_BYTES = 64 * 1024 * 1024

/** One request at intervals until `close`; `look` waits for a further one. */
export class View {
  readonly log: KnownLog
  readonly #cluster: Cluster
  readonly #names: Names
  #head: Known<Head>
  /** The last acknowledged write of the head by this server. */
  #acknowledged: Sequence | undefined
  #byName: ReadonlyMap<string, IndexState>
  #keys: Known<{ keys: StoredKey[] }>
  #lease: Known<Lease>
  #looking: Promise<void> | undefined
  #next: Promise<void> | undefined
  #changed = Promise.withResolvers<void>()
  #timer: NodeJS.Timeout | undefined
  #closed = false
  #lookedAt = momentNow()
  readonly #documents = new DocumentCache(DOCUMENTS_BYTES)

  private constructor(cluster: Cluster, names: Names, known: State) {
    this.#cluster = cluster
    this.#names = names
    this.#head = known.head
    this.#keys = known.keys
    this.#lease = known.lease
    this.#byName = byName(known.head.source)
    const onChange = (): void => {
      this.#notify()
      this.#schedule()
    }
    this.log = new KnownLog({ cluster, names, head: () => this.head, onChange })
  }

  /** Reads the state for the first time, and from then on regularly. */
  static async open(cluster: Cluster, names: Names): Promise<View> {
    const view = new View(cluster, names, await readState(cluster, names))
    await view.look()
    view.#schedule()
    return view
  }

  get head(): Head {
    return this.#head.source
  }

  get headSequence(): Sequence {
    return this.#head.sequence
  }

  /** Whether the head is an acknowledged write of this server. Any other may be lost, also one whose write is in flight. */
  get isHeadAcknowledged(): boolean {
    return this.#acknowledged !== undefined && isSame(this.#acknowledged, this.#head.sequence)
  }

  get keys(): Known<{ keys: StoredKey[] }> {
    return this.#keys
  }

  get lease(): Known<Lease> {
    return this.#lease
  }

  /** Indexes whose tasks fail and are tried again, from the lease. */
  get failing(): readonly { name: string; failures: number }[] {
    return this.#lease.source.failing ?? []
  }

  /** Milliseconds since the last look that was answered. */
  get age(): number {
    return msSince(this.#lookedAt)
  }

  /** The primary of a replica, else the index itself. */
  holder(index: IndexState): IndexState {
    return holderIn(this.head.indexes, index)
  }

  find(name: string): IndexState | undefined {
    return this.#byName.get(name)
  }

  /** The failure of a task that was given up; `undefined` for any other. */
  failure(taskID: number): FailedTask | undefined {
    return this.head.failed?.find(({ number, span }) => taskID >= number && taskID < number + span)
  }

  /** Resolves with the next change of the view, or when it is closed. */
  get changed(): Promise<void> {
    return this.#changed.promise
  }

  /** Reads the changes now. A call during a look waits for the next look, which reads every write before the call. */
  look(): Promise<void> {
    if (this.#looking === undefined) {
      this.#looking = this.#lookOnce().finally(() => (this.#looking = undefined))
      return this.#looking
    }
    this.#next ??= this.#looking
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined
        return this.look()
      })
    return this.#next
  }

  async #lookOnce(): Promise<void> {
    const { state, tasks } = this.#names
    const begun = momentNow()
    const { unsettled } = this.log
    const [head, keys, lease, next, last] = await readDocuments(
      this.#cluster,
      [
        { index: state, id: HEAD, attributes: [] },
        { index: state, id: KEYS, attributes: [] },
        { index: state, id: LEASE },
        { index: tasks, id: String(this.log.end + 1), attributes: TASK_FACTS },
        ...(unsettled === undefined ? [] : [{ index: tasks, id: String(unsettled.number), attributes: TASK_FACTS }]),
      ],
      { timeoutMs: LOOK_TIMEOUT_MS },
    )
    const isNew = (seen: Stored<unknown> | undefined, known: Known<unknown>): seen is Stored<unknown> =>
      seen !== undefined && isLater(seen.sequence, known.sequence)
    if (isNew(lease, this.#lease)) this.noteLease(lease.source as Lease, lease.sequence)
    const stale = [...(isNew(head, this.#head) ? [HEAD] : []), ...(isNew(keys, this.#keys) ? [KEYS] : [])]
    for (const document of await readDocuments(
      this.#cluster,
      stale.map((id) => ({ index: state, id })),
      { timeoutMs: LOOK_TIMEOUT_MS },
    )) {
      if (document?.id === HEAD) this.#noteHead(document.source as Head, document.sequence)
      if (document?.id === KEYS) this.noteKeys((document.source as { keys: StoredKey[] }).keys, document.sequence)
    }
    const isLost = unsettled !== undefined && (last?.source as TaskFacts | undefined)?.writer !== unsettled.writer
    if (this.log.isStale || isLost) await this.log.readAgain()
    else if (next !== undefined) await this.log.readOn()
    this.#lookedAt = begun
  }

  /**
   * Reads the head, the keys and the lease from the primary, and forgets contents that were read from a former primary and lost with
   * it.
   */
  async lookAtPrimary(): Promise<void> {
    const known = { head: this.#head, keys: this.#keys, lease: this.#lease }
    const { head, keys, lease } = await readState(this.#cluster, this.#names, {
      ofPrimary: true,
      timeoutMs: LOOK_TIMEOUT_MS,
    })
    // Contents that have become known during the request are later.
    const wasLost = (seen: Known<unknown>, before: Known<unknown>, now: Known<unknown>): boolean =>
      now === before && isLater(before.sequence, seen.sequence)
    if (wasLost(keys, known.keys, this.#keys)) this.#keys = keys
    if (wasLost(lease, known.lease, this.#lease)) this.#lease = lease
    if (wasLost(head, known.head, this.#head)) this.#setHead(head)
    else this.#noteHead(head.source, head.sequence)
    this.noteKeys(keys.source.keys, keys.sequence)
    this.noteLease(lease.source, lease.sequence)
    if (this.log.isStale) await this.log.readAgain()
  }

  /** Notes a head that this server has written, after the cluster has acknowledged the write. */
  noteWrittenHead(head: Head, sequence: Sequence): void {
    this.#acknowledged = sequence
    this.#noteHead(head, sequence)
  }

  #noteHead(head: Head, sequence: Sequence): void {
    if (!isLater(sequence, this.#head.sequence)) return
    checkFormat(head)
    this.#setHead({ source: head, sequence })
  }

  #setHead({ source: head, sequence }: Known<Head>): void {
    const before = this.head
    this.#head = { source: head, sequence }
    this.#byName = byName(head)
    this.log.noteHead(head, before)
    this.#forgetDocuments()
    this.#notify()
  }

  noteKeys(keys: StoredKey[], sequence: Sequence): void {
    if (!isLater(sequence, this.#keys.sequence)) return
    this.#keys = { source: { keys }, sequence }
    this.#notify()
  }

  noteLease(lease: Lease, sequence: Sequence): void {
    if (!isLater(sequence, this.#lease.sequence)) return
    this.#lease = { source: lease, sequence }
    this.#notify()
  }

  /** An unpacked document with settings or parts, cached while an index names it. */
  async document<Value>(id: string): Promise<Value> {
    return (await this.#documents.get(id, () => this.#readPacked(id))) as Value
  }

  async #readPacked(id: string): Promise<SizedDocument> {
    const [document] = await readDocuments(this.#cluster, [{ index: this.#names.state, id }])
    if (document === undefined) throw new Error(`The document ${id} is not in ${this.#names.state}`)
    return unpackSized((document.source as { packed: string }).packed)
  }

  #forgetDocuments(): void {
    if (this.#documents.bytes > 0) this.#documents.retain(new Set(this.head.indexes.flatMap(documentsOf)))
  }

  #notify(): void {
    const changed = this.#changed
    this.#changed = Promise.withResolvers()
    changed.resolve()
  }

  #schedule(): void {
    if (this.#closed) return
    clearTimeout(this.#timer)
    const wait = this.log.isStale || this.log.waiting.length > 0 ? BUSY_MS : IDLE_MS
    // After a failure the next look tries again.
    this.#timer = setTimeout(
      () =>
        void this.look()
          .catch(() => undefined)
          .finally(() => this.#schedule()),
      wait,
    )
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#notify()
  }
}

const byName = (head: Head): ReadonlyMap<string, IndexState> =>
  new Map(head.indexes.map((index) => [index.name, index]))
