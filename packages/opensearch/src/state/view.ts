/**
 * A server's view of the state: the head, the keys, the lease and the waiting tasks. One cheap request, several times a second, shows
 * which of them have changed, and only those are read. So a server knows the changes of other servers within a fraction of a
 * second, and has no state of its own.
 *
 * Any copy of a shard may answer a read by id, and only some may have a write that is not acknowledged yet, so contents that are
 * older than the known ones are ignored. Such a write is lost if the primary fails before another copy has it: when a replacement of
 * the known contents is refused, those of the primary are read (`lookAtPrimary`); and nothing is built on an entry of the log that may
 * be lost (`TaskLog`).
 */
import type { Cluster } from '../http/cluster.ts'
import { isLater, isSame, readDocuments } from '../http/documents.ts'
import type { Sequence, Stored } from '../http/documents.ts'
import { DocumentCache, type SizedDocument } from './document-cache.ts'
import { HEAD, KEYS, LEASE, TASK_FACTS } from './documents.ts'
import type { FailedTask, Head, IndexState, Lease, StoredKey, TaskFacts } from './documents.ts'
import { momentNow, msSince } from './elapsed.ts'
import { checkFormat, documentsOf, endOfApplied, holderIn, isApplied, keepsApplied } from './head.ts'
import type { Names } from './names.ts'
import { unpackSized } from './packed.ts'

/** Interval (ms) of looks, with and without waiting tasks. Two looks and a small task take less than a second. */
const BUSY_MS = 50
const IDLE_MS = 250
/** Timeout of a look (ms). */
const LOOK_TIMEOUT_MS = 5000
/** Ceiling of the cached settings, synonyms and rules, as JSON (bytes): four indexes with the largest ones. */
const DOCUMENTS_BYTES = 64 * 1024 * 1024
/** Entries of the log that are read in one request. */
const STEPS = 32

interface Known<Source> {
  source: Source
  sequence: Sequence
}

export class View {
  readonly #cluster: Cluster
  readonly #names: Names
  #head: Known<Head>
  /** The last acknowledged write of the head by this server. */
  #acknowledged: Sequence | undefined
  #byName: ReadonlyMap<string, IndexState>
  #keys: Known<{ keys: StoredKey[] }>
  #lease: Known<Lease>
  /** Tasks that are not applied, in order. */
  #waiting: TaskFacts[] = []
  /** Whether tasks are missing in `#waiting`, because a head that was read was lost. */
  #isLogStale = false
  /** The last known number of the log. */
  #end: number
  /** The last known entry, if it may still be lost. */
  #unsettled: TaskFacts | undefined
  #looking: Promise<void> | undefined
  #next: Promise<void> | undefined
  #changed = Promise.withResolvers<void>()
  #timer: NodeJS.Timeout | undefined
  #closed = false
  #lookedAt = momentNow()
  readonly #documents = new DocumentCache(DOCUMENTS_BYTES)

  private constructor(
    cluster: Cluster,
    names: Names,
    known: { head: Known<Head>; keys: Known<{ keys: StoredKey[] }>; lease: Known<Lease> },
  ) {
    this.#cluster = cluster
    this.#names = names
    this.#head = known.head
    this.#keys = known.keys
    this.#lease = known.lease
    this.#byName = byName(known.head.source)
    this.#end = endOfApplied(known.head.source, 0)
  }

  /** Reads the state for the first time, and from then on regularly. */
  static async open(cluster: Cluster, names: Names): Promise<View> {
    const ids = [HEAD, KEYS, LEASE]
    const [head, keys, lease] = await readDocuments(
      cluster,
      ids.map((id) => ({ index: names.state, id })),
    )
    if (head === undefined || keys === undefined || lease === undefined)
      throw new Error(`The state in ${names.state} has lost a document`)
    const view = new View(cluster, names, {
      head: head as Stored<Head>,
      keys: keys as Stored<{ keys: StoredKey[] }>,
      lease: lease as Stored<Lease>,
    })
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

  /** Tasks that are not applied, in order; none until the log was read again after the loss of a head. */
  get waiting(): readonly TaskFacts[] {
    return this.#isLogStale ? [] : this.#waiting
  }

  /** The last known number of the log. */
  get end(): number {
    return this.#end
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

  /** The failure of an abandoned task; `undefined` for any other. */
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
    const { unsettled } = this
    const [head, keys, lease, next, last] = await readDocuments(
      this.#cluster,
      [
        { index: state, id: HEAD, attributes: [] },
        { index: state, id: KEYS, attributes: [] },
        { index: state, id: LEASE },
        { index: tasks, id: String(this.#end + 1), attributes: TASK_FACTS },
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
    if (this.#isLogStale || isLost) await this.walkAgain()
    else if (next !== undefined) await this.walk()
    this.#lookedAt = begun
  }

  /**
   * Reads the head, the keys and the lease from the primary, and forgets contents that were read from a former primary and lost with
   * it.
   */
  async lookAtPrimary(): Promise<void> {
    const known = { head: this.#head, keys: this.#keys, lease: this.#lease }
    const names = [HEAD, KEYS, LEASE].map((id) => ({ index: this.#names.state, id }))
    const [head, keys, lease] = await readDocuments(this.#cluster, names, {
      ofPrimary: true,
      timeoutMs: LOOK_TIMEOUT_MS,
    })
    if (head === undefined || keys === undefined || lease === undefined)
      throw new Error(`The state in ${this.#names.state} has lost a document`)
    // Contents that have become known during the request are later.
    const wasLost = (seen: Stored<unknown>, before: Known<unknown>, now: Known<unknown>): boolean =>
      now === before && isLater(before.sequence, seen.sequence)
    if (wasLost(keys, known.keys, this.#keys)) this.#keys = keys as Stored<{ keys: StoredKey[] }>
    if (wasLost(lease, known.lease, this.#lease)) this.#lease = lease as Stored<Lease>
    if (wasLost(head, known.head, this.#head)) this.#setHead(head as Stored<Head>)
    else this.#noteHead(head.source as Head, head.sequence)
    this.noteKeys((keys.source as { keys: StoredKey[] }).keys, keys.sequence)
    this.noteLease(lease.source as Lease, lease.sequence)
    if (this.#isLogStale) await this.walkAgain()
  }

  /** Reads the log from the last known task to its end, and from the beginning if that task was lost. */
  async walk(): Promise<void> {
    const last = this.unsettled
    const { tasks } = await this.#logAfter(last === undefined ? this.#end : last.number - 1)
    if (last !== undefined && tasks[0]?.writer !== last.writer) return this.walkAgain()
    for (const task of tasks) this.noteTask(task)
  }

  /** Reads the log again from the first waiting task, since a known entry may be lost or replaced by another. */
  async walkAgain(): Promise<void> {
    const { head } = this
    const { tasks, end } = await this.#logAfter(head.published)
    if (keepsApplied(this.head, head)) this.#isLogStale = false
    this.#end = endOfApplied(this.head, end)
    this.#waiting = tasks.filter(({ number }) => !isApplied(this.head, number))
    this.#unsettled = tasks.at(-1)
    this.#notify()
    this.#schedule()
  }

  /**
   * The tasks after a number that are not applied, and the last number of the log. Each request but the first reads the last task
   * again: if it was lost since, another may have its number, and the tasks after it follow that one.
   */
  async #logAfter(number: number): Promise<{ tasks: TaskFacts[]; end: number }> {
    const tasks: TaskFacts[] = []
    for (let end = endOfApplied(this.head, number); ;) {
      const last = tasks.at(-1)
      const next = Array.from({ length: STEPS }, (_, i) => end + 1 + i)
      const found = await this.#factsOf(last === undefined ? next : [last.number, ...next])
      if (last !== undefined && found[0]?.writer !== last.writer)
        return { tasks: tasks.slice(0, -1), end: last.number - 1 }
      const before = end
      for (const task of found) {
        // Only the first number of a task is that of a document.
        if (task?.number !== end + 1) continue
        tasks.push(task)
        end = endOfApplied(this.head, task.number + task.span - 1)
      }
      if (end === before) return { tasks, end }
    }
  }

  async #factsOf(numbers: readonly number[]): Promise<(TaskFacts | undefined)[]> {
    const { tasks } = this.#names
    const names = numbers.map((number) => ({ index: tasks, id: String(number), attributes: TASK_FACTS }))
    const documents = await readDocuments(this.#cluster, names, { timeoutMs: LOOK_TIMEOUT_MS })
    return documents.map((document) => document?.source as TaskFacts | undefined)
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
    this.#isLogStale ||= !keepsApplied(head, this.head)
    this.#head = { source: head, sequence }
    this.#byName = byName(head)
    // The applied task may have replaced the known one, which was lost, and may have fewer numbers.
    if (this.#unsettled !== undefined && isApplied(head, this.#unsettled.number)) {
      this.#end = this.#unsettled.number - 1
      this.#unsettled = undefined
    }
    this.#end = endOfApplied(head, this.#end)
    this.#waiting = this.#waiting.filter(({ number }) => !isApplied(head, number))
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

  /**
   * The last known entry of the log, if it may still be lost: another server has written it, and it is neither applied nor known to
   * be on all copies.
   */
  get unsettled(): TaskFacts | undefined {
    const task = this.#unsettled
    return task === undefined || isApplied(this.head, task.number) ? undefined : task
  }

  /** Notes that all copies have a task. */
  noteSettled({ number }: TaskFacts): void {
    if (this.#unsettled?.number === number) this.#unsettled = undefined
  }

  /** Adds a task with the next number; others are known already. */
  noteTask(task: TaskFacts): void {
    if (task.number !== this.#end + 1) return
    this.#unsettled = task
    this.#end = endOfApplied(this.head, task.number + task.span - 1)
    if (!isApplied(this.head, task.number)) this.#waiting.push(task)
    this.#notify()
    this.#schedule()
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
    const wait = this.#waiting.length > 0 ? BUSY_MS : IDLE_MS
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
