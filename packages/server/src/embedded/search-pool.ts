/**
 * The search workers: which of them gets the next piece of work, and what happens when one does not come back. Each
 * worker has one piece in hand and one waiting, so that it is never idle between two messages. A piece that passes its
 * deadline is refused and its worker ended; the one that waited behind it goes to another worker, and a new worker
 * opens what the old one had open. Work that waits too long for a worker is refused with 429.
 */
import { Worker } from 'node:worker_threads'
import type { IndexSettings } from '@docent/engine'
import { ServerError } from '../errors.ts'
import type { LIMITS, Limits } from '../limits.ts'
import type { Log } from '../log.ts'
import type { FromSearchWorker, ResultsOf, SearchWork, ToSearchWorker, WorkerFailure } from './search-messages.ts'
import type { ServedParts } from './tables.ts'
import { workerUrl } from './worker-url.ts'

/** How long (ms) an idle worker may take to end by itself, once it has begun. */
const ENDING_MS = 2000

/** In hand and waiting, for each worker. */
const DEPTH = 2

interface Job {
  id: number
  /** Called when the work is handed out, so that it names the snapshots of that moment. */
  prepare: () => SearchWork
  resolve: (results: ResultsOf<SearchWork>) => void
  reject: (error: Error) => void
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
  deadline: NodeJS.Timeout | undefined
  opening: Map<number, Opening>
}

interface OpenSnapshot {
  buffer: SharedArrayBuffer
  settings: IndexSettings
  parts: ServedParts
}

export type PoolLimits = Pick<Limits, 'softCutMs' | 'hardCutMs' | 'queueWaitMs' | 'queuedSearches'>

const overloaded = (): ServerError =>
  new ServerError('overloaded', 'Too many searches at the same time; try again', { retryAfter: 1 })

const tooSlow = (ms: number): ServerError =>
  new ServerError('query-too-slow', `The query took longer than ${ms} ms and was stopped`)

export class SearchPool {
  readonly #limits: PoolLimits
  readonly #log: Log
  readonly #members: Member[] = []
  readonly #snapshots = new Map<number, OpenSnapshot>()
  #queue: Job[] = []
  #lastJob = 0
  #closed = false

  constructor(workers: number, limits: PoolLimits | typeof LIMITS, log: Log) {
    this.#limits = limits
    this.#log = log
    for (let i = 0; i < workers; i++) this.#start()
  }

  #start(): Member {
    // None of the process's own flags: some of them (`--input-type`) do not go with a file.
    const worker = new Worker(workerUrl('search-worker'), { execArgv: [] })
    const begun = Promise.withResolvers<void>()
    const member: Member = { worker, ready: false, begun, jobs: [], deadline: undefined, opening: new Map() }
    worker.on('message', (message: FromSearchWorker) => this.#receive(member, message))
    worker.on('error', (error) => this.#crash(member, error as Error))
    this.#members.push(member)
    for (const [snapshot, open] of this.#snapshots) this.#postOpen(member, snapshot, open)
    return member
  }

  #post(member: Member, message: ToSearchWorker): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    member.worker.postMessage(message)
  }

  #postOpen(member: Member, snapshot: number, { buffer, settings, parts }: OpenSnapshot): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    // Whoever waits gets the failure; a restarted worker's openings have nobody waiting.
    promise.catch(() => undefined)
    member.opening.set(snapshot, { resolve, reject })
    this.#post(member, { type: 'open', snapshot, buffer, settings, parts })
    return promise
  }

  /** Resolves when every worker has opened the snapshot; throws when its bytes are damaged. */
  async open(
    snapshot: number,
    buffer: SharedArrayBuffer,
    settings: IndexSettings,
    parts: ServedParts = {},
  ): Promise<void> {
    const open = { buffer, settings, parts }
    this.#snapshots.set(snapshot, open)
    try {
      await Promise.all(this.#members.map((member) => this.#postOpen(member, snapshot, open)))
    } catch (error) {
      this.close(snapshot)
      throw error
    }
  }

  /** Work that was handed out before still finds the snapshot: messages keep their order. */
  close(snapshot: number): void {
    this.#snapshots.delete(snapshot)
    for (const member of this.#members) this.#post(member, { type: 'close', snapshot })
  }

  /** Answers one piece of work. Throws a `ServerError`: overloaded, too slow, or what the engine refuses. */
  run<Work extends SearchWork>(prepare: () => Work): Promise<ResultsOf<Work>> {
    if (this.#closed) return Promise.reject(new ServerError('closed', 'The server is shutting down'))
    if (this.#queue.length >= this.#limits.queuedSearches) return Promise.reject(overloaded())
    const { promise, resolve, reject } = Promise.withResolvers<ResultsOf<SearchWork>>()
    const job: Job = { id: ++this.#lastJob, prepare, resolve, reject, waiting: undefined }
    this.#queue.push(job)
    this.#dispatch()
    if (this.#queue.includes(job)) this.#startWaiting(job)
    // A worker answers each kind of work with its own kind of results.
    return promise as Promise<ResultsOf<Work>>
  }

  #startWaiting(job: Job): void {
    job.waiting = setTimeout(() => {
      this.#queue = this.#queue.filter((waiting) => waiting !== job)
      job.reject(overloaded())
    }, this.#limits.queueWaitMs)
  }

  /** The worker with the least in hand that is free of openings. */
  #freeMember(): Member | undefined {
    let free: Member | undefined
    for (const member of this.#members)
      if (member.ready && member.opening.size === 0 && member.jobs.length < (free?.jobs.length ?? DEPTH)) free = member
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
        this.#post(member, { type: 'work', job: job.id, work, softCutMs: this.#limits.softCutMs })
        member.jobs.push(job)
        if (member.jobs.length === 1) this.#startDeadline(member)
      } catch (error) {
        job.reject(error as Error)
      }
    }
  }

  #startDeadline(member: Member): void {
    clearTimeout(member.deadline)
    if (member.jobs.length === 0) return
    member.deadline = setTimeout(() => {
      this.#log({ level: 'warn', event: 'search-ended', message: 'A search did not end; its worker was replaced' })
      this.#fail(member, tooSlow(this.#limits.hardCutMs))
    }, this.#limits.hardCutMs)
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
    this.#queue.unshift(...waiting)
    for (const job of waiting) this.#startWaiting(job)
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
        this.#startDeadline(member)
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
