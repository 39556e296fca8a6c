/**
 * The search workers: which of them gets the next piece of work, and what happens when one does not come back. When the
 * piece that a worker is at takes long, those behind it are taken back and go to another worker, so that no query waits
 * for a slow one. A piece that passes its deadline is refused and its worker ended; a new worker opens what the old one had
 * open. Work that would wait too long for a worker is refused with 429, at once where that can be foreseen; but a few
 * pieces may always wait for as long as a search may take.
 */
import { tooSlow, PoolWorker } from './pool-worker.ts'
import type { IndexBytes, OpenSnapshot, ResultsOf, SearchWork } from './search-messages.ts'
import { SearchQueue } from './search-queue.ts'
import { createSearchCount, setSearchCount } from '../threads/yielding.ts'
import type { Log } from '../../system/log.ts'
import { ServerError, tooManySearches } from '../../wire/errors.ts'
import type { LIMITS, Limits } from '../../wire/limits.ts'

/** After this (ms) a piece in hand is slow: several times what a search takes, little for whoever waits behind it. */
const PATIENCE_MS = 25

/** How often (ms) times are looked at, while there is work: one timer for all is cheaper than one for each piece. */
const WATCH_MS = 10

export type PoolLimits = Pick<
  Limits,
  | 'softCutMs'
  | 'hardCutMs'
  | 'queueWaitMs'
  | 'foreseenWaitMs'
  | 'burstMs'
  | 'burstWaitMs'
  | 'queuedSearches'
  | 'waitingPerWorker'
>

export class SearchPool {
  readonly #limits: PoolLimits
  readonly #log: Log
  readonly #size: number
  /** None before there is something to open or to answer: a start has better things to do. */
  #members: PoolWorker[] = []
  readonly #queue = new SearchQueue()
  readonly #snapshots = new Map<number, OpenSnapshot>()
  /** A number for each base: the buffers that a worker gets are the same memory, but not the same objects. */
  readonly #bases = new WeakMap<SharedArrayBuffer, number>()
  #lastBase = 0
  #watching: NodeJS.Timeout | undefined
  /** How many pieces wait or are in the workers' hands, for threads that give way to them. */
  readonly searches = createSearchCount()
  #closed = false

  constructor(workers: number, limits: PoolLimits | typeof LIMITS, log: Log) {
    this.#size = workers
    this.#limits = limits
    this.#log = log
  }

  #startAll(): void {
    while (this.#members.length < this.#size) this.#members.push(this.#start())
  }

  #start(): PoolWorker {
    const member = new PoolWorker(this.#limits.softCutMs, {
      changed: () => this.#dispatch(),
      answered: (ms) => this.#queue.count(ms),
      crashed: (crashed, cause) => this.#crash(crashed, cause),
    })
    for (const [number, snapshot] of this.#snapshots) void member.open(number, snapshot)
    return member
  }

  /**
   * Resolves when every worker has opened the snapshot; throws when its bytes are damaged.
   */
  async open(
    number: number,
    bytes: IndexBytes,
    { settings, parts, replicas }: Pick<OpenSnapshot, 'settings' | 'parts' | 'replicas'>,
  ): Promise<void> {
    this.#startAll()
    const { buffer, delta } = bytes
    const base = this.#bases.get(buffer) ?? ++this.#lastBase
    this.#bases.set(buffer, base)
    const snapshot: OpenSnapshot = { base, buffer, delta, settings, parts, replicas }
    this.#snapshots.set(number, snapshot)
    try {
      await this.#openEverywhere(number, snapshot)
    } catch (error) {
      this.close(number)
      throw error
    }
  }

  /** Once searches run, the workers open it one after the other, so that the rest of them go on answering. */
  async #openEverywhere(number: number, snapshot: OpenSnapshot): Promise<void> {
    const members = [...this.#members]
    if (!members.some((member) => member.isReady)) {
      await Promise.all(members.map((member) => member.open(number, snapshot)))
      return
    }
    for (const member of members)
      // One that was replaced meanwhile has a successor, which opened everything when it started.
      if (this.#members.includes(member) && !this.#closed) await member.open(number, snapshot)
  }

  close(number: number): void {
    this.#snapshots.delete(number)
    for (const member of this.#members) member.close(number)
  }

  /**
   * Whether work that came now would be refused: it would find no place, or too many would wait too long for a worker.
   * A client whose own work fills the places that are open whatever time is foreseen gets no more in, so others find such
   * places.
   */
  isFull(own = 0): boolean {
    const { queuedSearches, foreseenWaitMs } = this.#limits
    const before = this.#queue.length
    if (before >= queuedSearches || (own > 0 && own >= this.#few)) return true
    if (before < this.#few) return false
    return this.#queue.foreseenMs(before, this.#size) > this.#longestWaitMs(performance.now(), foreseenWaitMs)
  }

  /** How many may wait, whatever time is foreseen. */
  get #few(): number {
    return this.#limits.waitingPerWorker * this.#size
  }

  /** How long a search may wait: so many ms, in a burst more. */
  #longestWaitMs(now: number, ms: number): number {
    const { burstMs, burstWaitMs } = this.#limits
    return this.#queue.waitedMs(now) < burstMs ? Math.max(burstWaitMs, ms) : ms
  }

  /** Answers one piece of work. Throws a `ServerError`: overloaded, too slow, or what the engine refuses. */
  run<Work extends SearchWork>(prepare: () => Work): Promise<ResultsOf<Work>> {
    if (this.#closed) return Promise.reject(new ServerError('closed', 'The server is shutting down'))
    if (this.isFull()) return Promise.reject(tooManySearches())
    this.#startAll()
    const { promise, resolve, reject } = Promise.withResolvers<ResultsOf<SearchWork>>()
    this.#queue.add({ prepare, resolve, reject, since: performance.now() })
    this.#dispatch()
    // A worker answers each kind of work with its own kind of results.
    return promise as Promise<ResultsOf<Work>>
  }

  /** The free worker with the least in hand. */
  #freeMember(): PoolWorker | undefined {
    let free: PoolWorker | undefined
    for (const member of this.#members)
      if (member.isFree && (free === undefined || member.load < free.load)) free = member
    return free
  }

  #dispatch(): void {
    while (this.#queue.length > 0) {
      const member = this.#freeMember()
      const job = member && this.#queue.next()
      if (member === undefined || job === undefined) break
      member.hand(job)
    }
    this.#watch()
  }

  /** Looks at the times soon, if there is work, and tells of it. */
  #watch(): void {
    const { waiting, running } = this.load
    setSearchCount(this.searches, waiting + running)
    if (waiting + running > 0 && !this.#closed) this.#watching ??= setTimeout(() => this.#look(), WATCH_MS)
  }

  #look(): void {
    this.#watching = undefined
    const { hardCutMs, queueWaitMs } = this.#limits
    const now = performance.now()
    for (const member of this.#members) {
      const ms = member.workingMs(now)
      // Ended at the second look at the earliest: where this thread was kept from its messages, the answer is among them.
      if (ms > hardCutMs && member.isSlow) {
        this.#log({ level: 'warn', event: 'search-ended', message: 'A search did not end; its worker was replaced' })
        this.#replace(member, tooSlow(hardCutMs))
      } else if (ms > PATIENCE_MS && !member.isSlow) this.#queue.putBack(member.slowDown())
    }
    // Where all workers open an index (one does, where there is one), that is over soon.
    if (this.#members.every(({ isOpening }) => isOpening)) this.#queue.beginAnew(now)
    const late = this.#queue.takeLate(now, this.#longestWaitMs(now, queueWaitMs), { count: this.#few, ms: hardCutMs })
    for (const job of late) job.reject(tooManySearches())
    this.#dispatch()
  }

  /** A worker that ended by itself is replaced; one that never began would not begin the next time either. */
  #crash(member: PoolWorker, cause: Error): void {
    this.#log({ level: 'error', event: 'search-worker-failed', message: `A search worker failed: ${cause.message}` })
    if (member.isReady) this.#replace(member, new Error('The search failed', { cause }))
    else member.rejectOpenings(cause)
  }

  /** Ends a worker: what it is at is refused with `error`, what waited behind it goes to the others. */
  #replace(member: PoolWorker, error: Error): void {
    if (this.#closed || !this.#members.includes(member)) return
    const successor = this.#start()
    successor.succeed(member)
    this.#members = this.#members.map((other) => (other === member ? successor : other))
    this.#queue.putBack(member.kill(error))
    this.#dispatch()
  }

  /** Pieces of work that wait, and that are in the workers' hands. */
  get load(): { waiting: number; running: number } {
    return { waiting: this.#queue.length, running: this.#members.reduce((sum, { load }) => sum + load, 0) }
  }

  /** Refuses what waits and ends the workers. */
  async end(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#watching)
    const closed = new ServerError('closed', 'The server is shutting down')
    for (const job of this.#queue.clear()) job.reject(closed)
    await Promise.all(this.#members.map((member) => member.end(closed)))
  }
}
