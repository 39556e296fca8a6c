/**
 * The search workers: which of them gets the next piece of work, and what happens when one does not come back. Each
 * worker has one piece in hand and a few waiting, so that it is never idle between two messages. When the piece in hand
 * takes long, those behind it are taken back and go to another worker, so that no query waits for a slow one. A piece
 * that passes its deadline is refused and its worker ended; a new worker opens what the old one had open. Work that would
 * wait too long for a worker is refused with 429, at once where that can be foreseen.
 */
import { Worker } from 'node:worker_threads'
import type { IndexSettings } from '@docent/engine'
import { ServerError, tooManySearches } from '../errors.ts'
import type { LIMITS, Limits } from '../limits.ts'
import type { Log } from '../log.ts'
import type {
  FromSearchWorker,
  IndexBytes,
  ResultsOf,
  SearchWork,
  ToSearchWorker,
  WorkerFailure,
} from './search-messages.ts'
import type { ServedParts } from './tables.ts'
import { createTurns, offerTurn, takeTurn } from './turns.ts'
import { workerUrl } from './worker-url.ts'

/** How long (ms) an idle worker may take to end by itself, once it has begun. */
const ENDING_MS = 2000

/**
 * In hand and waiting, for each worker. Under load the pool's thread waits for a core like all others: until it comes to
 * hand out the next piece, some that wait with the workers keep them busy.
 */
const DEPTH = 4

/** After this (ms) a piece in hand is slow: several times what a search takes, little for whoever waits behind it. */
const PATIENCE_MS = 25

/** Weight of the latest piece in the mean time of a piece. */
const RECENT = 0.05

/** What a piece counts at most (ms) in that mean: one from hell tells nothing of the others. */
const COUNTED_MS = 100

interface Job {
  id: number
  /** Its number among those that its worker was handed. */
  turn: number
  /** Called when the work is handed out, so that it names the snapshots of that moment. */
  prepare: () => SearchWork
  resolve: (results: ResultsOf<SearchWork>) => void
  reject: (error: Error) => void
  /** From when on its waiting counts. */
  since: number
  /** Refuses the job when no worker took it in time. */
  waiting: NodeJS.Timeout | undefined
}

interface Opening {
  resolve: () => void
  reject: (error: Error) => void
}

interface Member {
  worker: Worker
  ready: boolean
  /** Resolved when it is ready. */
  begun: PromiseWithResolvers<void>
  jobs: Job[]
  turns: Int32Array<SharedArrayBuffer>
  lastTurn: number
  /** When the piece in hand was begun, as far as the pool knows. */
  started: number
  /** The piece in hand takes long: nothing is put behind it. */
  slow: boolean
  deadline: NodeJS.Timeout | undefined
  opening: Map<number, Opening>
}

interface OpenSnapshot extends IndexBytes {
  settings: IndexSettings
  parts: ServedParts
}

export type PoolLimits = Pick<Limits, 'softCutMs' | 'hardCutMs' | 'queueWaitMs' | 'foreseenWaitMs' | 'queuedSearches'>

const tooSlow = (ms: number): ServerError =>
  new ServerError('query-too-slow', `The query took longer than ${ms} ms and was stopped`)

export class SearchPool {
  readonly #limits: PoolLimits
  readonly #log: Log
  readonly #members: Member[] = []
  readonly #snapshots = new Map<number, OpenSnapshot>()
  /** A number for each base: the buffers that a worker gets are the same memory, but not the same objects. */
  readonly #bases = new WeakMap<SharedArrayBuffer, number>()
  #lastBase = 0
  #queue: Job[] = []
  #lastJob = 0
  /** Mean time (ms) of a piece. */
  #meanMs = 0
  #closed = false

  constructor(workers: number, limits: PoolLimits | typeof LIMITS, log: Log) {
    this.#limits = limits
    this.#log = log
    for (let i = 0; i < workers; i++) this.#start()
  }

  #start(): Member {
    // None of the process's own flags: some of them (`--input-type`) do not go with a file.
    const turns = createTurns()
    const worker = new Worker(workerUrl('search-worker'), { execArgv: [], workerData: turns })
    const member: Member = {
      worker,
      ready: false,
      begun: Promise.withResolvers<void>(),
      jobs: [],
      turns,
      lastTurn: 0,
      started: 0,
      slow: false,
      deadline: undefined,
      opening: new Map(),
    }
    worker.on('message', (message: FromSearchWorker) => this.#receive(member, message))
    worker.on('error', (error) => this.#crash(member, error as Error))
    this.#members.push(member)
    for (const [snapshot, open] of this.#snapshots) this.#postOpen(member, snapshot, open)
    return member
  }

  #post(member: Member, message: ToSearchWorker): void {
    member.worker.postMessage(message)
  }

  #postOpen(member: Member, snapshot: number, { buffer, delta, settings, parts }: OpenSnapshot): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    // Whoever waits gets the failure; a restarted worker's openings have nobody waiting.
    promise.catch(() => undefined)
    member.opening.set(snapshot, { resolve, reject })
    const base = this.#bases.get(buffer) ?? ++this.#lastBase
    this.#bases.set(buffer, base)
    this.#post(member, { type: 'open', snapshot, base, buffer, delta, settings, parts })
    return promise
  }

  /**
   * Resolves when every worker has opened the snapshot; throws when its bytes are damaged. Once searches run, the workers
   * open it one after the other, so that the rest of them go on answering.
   */
  async open(
    snapshot: number,
    { buffer, delta }: IndexBytes,
    settings: IndexSettings,
    parts: ServedParts = {},
  ): Promise<void> {
    const open = { buffer, delta, settings, parts }
    this.#snapshots.set(snapshot, open)
    try {
      await this.#openEverywhere(snapshot, open)
    } catch (error) {
      this.close(snapshot)
      throw error
    }
  }

  async #openEverywhere(snapshot: number, open: OpenSnapshot): Promise<void> {
    const members = [...this.#members]
    if (!members.some((member) => member.ready)) {
      await Promise.all(members.map((member) => this.#postOpen(member, snapshot, open)))
      return
    }
    for (const member of members)
      // One that was replaced meanwhile has a successor, which opened everything when it started.
      if (this.#members.includes(member) && !this.#closed) await this.#postOpen(member, snapshot, open)
  }

  /** Work that was handed out before still finds the snapshot: messages keep their order. */
  close(snapshot: number): void {
    this.#snapshots.delete(snapshot)
    for (const member of this.#members) this.#post(member, { type: 'close', snapshot })
  }

  /**
   * Whether work that came now would be refused: it would find no place, or wait too long for a worker. `arriving` is how
   * many pieces have been let in before it and are not here yet.
   */
  isFull(arriving = 0): boolean {
    const { queuedSearches, foreseenWaitMs } = this.#limits
    const before = this.#queue.length + arriving
    const foreseenMs = (before * this.#meanMs) / this.#members.length
    return before >= queuedSearches || foreseenMs > foreseenWaitMs
  }

  /** Answers one piece of work. Throws a `ServerError`: overloaded, too slow, or what the engine refuses. */
  run<Work extends SearchWork>(prepare: () => Work): Promise<ResultsOf<Work>> {
    if (this.#closed) return Promise.reject(new ServerError('closed', 'The server is shutting down'))
    if (this.isFull()) return Promise.reject(tooManySearches())
    const { promise, resolve, reject } = Promise.withResolvers<ResultsOf<SearchWork>>()
    const job: Job = {
      id: ++this.#lastJob,
      turn: 0,
      prepare,
      resolve,
      reject,
      since: performance.now(),
      waiting: undefined,
    }
    this.#queue.push(job)
    this.#dispatch()
    if (this.#queue.includes(job)) this.#startWaiting(job)
    // A worker answers each kind of work with its own kind of results.
    return promise as Promise<ResultsOf<Work>>
  }

  #startWaiting(job: Job): void {
    const waited = performance.now() - job.since
    job.waiting = setTimeout(
      () => {
        // Where all workers open an index (one does, where there is one), that is over soon.
        if (this.#members.every(({ opening }) => opening.size > 0)) {
          job.since = performance.now()
          this.#startWaiting(job)
          return
        }
        this.#queue = this.#queue.filter((waiting) => waiting !== job)
        job.reject(tooManySearches())
      },
      Math.max(0, this.#limits.queueWaitMs - waited),
    )
  }

  /** The worker with the least in hand that is free of openings and of a slow piece. */
  #freeMember(): Member | undefined {
    let free: Member | undefined
    for (const member of this.#members) {
      const isFree = member.ready && member.opening.size === 0 && !member.slow
      if (isFree && member.jobs.length < (free?.jobs.length ?? DEPTH)) free = member
    }
    return free
  }

  #dispatch(): void {
    for (;;) {
      const member = this.#queue.length > 0 ? this.#freeMember() : undefined
      const job = member && this.#queue.shift()
      if (member === undefined || job === undefined) return
      clearTimeout(job.waiting)
      try {
        const work = job.prepare()
        job.turn = ++member.lastTurn
        offerTurn(member.turns, job.turn)
        this.#post(member, { type: 'work', job: job.id, turn: job.turn, work, softCutMs: this.#limits.softCutMs })
        member.jobs.push(job)
        if (member.jobs.length === 1) this.#watch(member)
      } catch (error) {
        job.reject(error as Error)
      }
    }
  }

  /** Begins the time of the piece in hand, if there is one. */
  #watch(member: Member): void {
    clearTimeout(member.deadline)
    member.slow = false
    member.started = performance.now()
    if (member.jobs.length > 0 && !this.#closed)
      member.deadline = setTimeout(() => this.#becomeSlow(member), PATIENCE_MS)
  }

  #becomeSlow(member: Member): void {
    member.slow = true
    const [, ...behind] = member.jobs
    const taken = behind.filter((job) => takeTurn(member.turns, job.turn))
    member.jobs = member.jobs.filter((job) => !taken.includes(job))
    this.#requeue(taken)
    member.deadline = setTimeout(
      () => {
        this.#log({ level: 'warn', event: 'search-ended', message: 'A search did not end; its worker was replaced' })
        this.#fail(member, tooSlow(this.#limits.hardCutMs))
      },
      Math.max(0, this.#limits.hardCutMs - PATIENCE_MS),
    )
    this.#dispatch()
  }

  /** What comes back from a worker goes before all that waits. */
  #requeue(jobs: readonly Job[]): void {
    this.#queue.unshift(...jobs)
    for (const job of jobs) this.#startWaiting(job)
  }

  /** A worker that ended by itself is replaced; one that never began would not begin the next time either. */
  #crash(member: Member, cause: Error): void {
    this.#log({ level: 'error', event: 'search-worker-failed', message: `A search worker failed: ${cause.message}` })
    if (member.ready) this.#fail(member, new Error('The search failed', { cause }))
    else for (const opening of member.opening.values()) opening.reject(cause)
  }

  /** Ends a worker: the piece in hand is refused with `error`, what waited behind it goes to the others. */
  #fail(member: Member, error: Error): void {
    const position = this.#members.indexOf(member)
    if (position === -1 || this.#closed) return
    this.#members.splice(position, 1)
    clearTimeout(member.deadline)
    void member.worker.terminate()
    const [inHand, ...waiting] = member.jobs
    const successor = this.#start()
    for (const [snapshot, opening] of member.opening) this.#handOver(successor, snapshot, opening)
    this.#requeue(waiting)
    inHand?.reject(error)
    this.#dispatch()
  }

  #handOver(successor: Member, snapshot: number, opening: Opening): void {
    if (successor.opening.has(snapshot)) successor.opening.set(snapshot, opening)
    else opening.resolve()
  }

  #receive(member: Member, message: FromSearchWorker): void {
    switch (message.type) {
      case 'ready':
        member.ready = true
        member.begun.resolve()
        break
      case 'opened': {
        const opening = member.opening.get(message.snapshot)
        member.opening.delete(message.snapshot)
        if (message.failure) opening?.reject(this.#errorOf(message.failure))
        else opening?.resolve()
        break
      }
      default: {
        // Pieces come back in the order in which they were handed out.
        const job = member.jobs.shift()
        if (message.type === 'done') job?.resolve(message.results)
        else job?.reject(this.#errorOf(message.failure))
        const ms = Math.min(performance.now() - member.started, COUNTED_MS)
        this.#meanMs += (ms - this.#meanMs) * RECENT
        this.#watch(member)
      }
    }
    this.#dispatch()
  }

  #errorOf({ code, message }: WorkerFailure): Error {
    if (code === undefined) return new Error(message)
    if (code === 'search_stopped') return tooSlow(this.#limits.softCutMs)
    if (code.startsWith('index_')) return new ServerError('storage-failed', message)
    return new ServerError('bad-request', message)
  }

  /** Pieces of work that wait, and that are in the workers' hands. */
  get load(): { waiting: number; running: number } {
    return { waiting: this.#queue.length, running: this.#members.reduce((sum, { jobs }) => sum + jobs.length, 0) }
  }

  /**
   * Lets an idle worker end by itself. Ending a thread from outside is for emergencies, and never while it starts: a
   * process was once seen to crash then.
   */
  async #end(member: Member): Promise<void> {
    const { worker } = member
    if (member.jobs.length > 0) {
      await worker.terminate()
      return
    }
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    this.#post(member, { type: 'end' })
    await Promise.race([member.begun.promise, ended])
    const patience = setTimeout(() => void worker.terminate(), ENDING_MS)
    await ended
    clearTimeout(patience)
  }

  /** Refuses what waits and ends the workers. */
  async end(): Promise<void> {
    this.#closed = true
    const closed = new ServerError('closed', 'The server is shutting down')
    for (const job of this.#queue) {
      clearTimeout(job.waiting)
      job.reject(closed)
    }
    for (const member of this.#members) {
      clearTimeout(member.deadline)
      for (const job of member.jobs) job.reject(closed)
      for (const opening of member.opening.values()) opening.reject(closed)
    }
    await Promise.all(this.#members.map((member) => this.#end(member)))
  }
}
