/**
 * Applies the tasks of the log while this server holds the lease, in their order, and puts the head in place that names
 * the outcome. Lists of operations that wait in a row are applied together: one refresh makes all of them visible.
 *
 * Why a server that dies in the middle costs nothing: whoever takes over begins after the last published task, as it did,
 * and takes at least the same tasks together, because more wait by then, and a group is the longest run from its start
 * that is small enough. So it writes at least the same records with the same versions before anything becomes visible.
 *
 * A cluster that cannot be asked is waited for. A task that is refused for what it is, by the engine or by the cluster, is
 * tried alone, a few times, and then given up: the head says so, and those after it go on. What fails here for an unknown
 * reason (a thread, memory, a defect) is tried without an end: the write was acknowledged, and the next version may apply it.
 */
import { EngineError } from '@docent/engine'
import { ServerError, type StorageLimits, type Log } from '@docent/server/backend'
import { applyChange } from './apply-changes.ts'
import type { ApplyContext, Copies } from './apply-context.ts'
import { applyWrites } from './apply-writes.ts'
import type { WriteTask } from './apply-writes.ts'
import { isOutage } from '../http/cluster-error.ts'
import { ClusterError } from '../http/cluster.ts'
import type { Cluster } from '../http/cluster.ts'
import { replaceDocument } from '../http/documents.ts'
import { Draft } from './draft.ts'
import type { ClusterEventStore } from './event-store.ts'
import { countRecords, refresh } from './generation.ts'
import type { Head } from './head.ts'
import { Janitor } from './janitor.ts'
import { LeaseKeeper, LeaseLost } from './lease.ts'
import type { Names } from './names.ts'
import { HEAD } from './open-state.ts'
import { RecordAnalyst } from './record-analyst.ts'
import type { TaskFacts, TaskLog } from './task-log.ts'
import type { View } from './view.ts'

/** A group's operations, and the bytes of its documents in the log: about 64 MB of records. The first always counts. */
const GROUP_OPERATIONS = 20_000
const GROUP_BYTES = 16 * 1024 * 1024
/** The longest pause (ms) before a task that failed is tried again. */
const LONGEST_PAUSE_MS = 5000

/** How often a task is tried that was refused for what it is, and one that the cluster answers with an unknown failure. */
const REFUSED_TRIES = 2
const FAILED_TRIES = 6

/** All in ms. */
export interface WorkerTimes {
  leaseMs: number
  graceMs: number
  retryMs: number
}

export const WORKER_TIMES: WorkerTimes = {
  /** How long a server is silent before another one applies the tasks: a pause for a node's memory is shorter. */
  leaseMs: 3000,
  /** How long what nothing names any more stays for readers that are still at it: twice the longest request. */
  graceMs: 20_000,
  /** Before a task that failed is tried again, at first: it doubles. */
  retryMs: 250,
}

export interface WorkerOptions {
  cluster: Cluster
  names: Names
  view: View
  taskLog: TaskLog
  copies: Copies
  ceilings: StorageLimits
  log: Log
  times: WorkerTimes
  events: ClusterEventStore
}

/** How many of the waiting tasks are applied together. */
export function groupedTasks(waiting: readonly TaskFacts[]): TaskFacts[] {
  const group: TaskFacts[] = []
  let operations = 0
  let bytes = 0
  for (const task of waiting) {
    operations += task.operations
    bytes += task.bytes
    const fits = task.kind === 'write' && operations <= GROUP_OPERATIONS && bytes <= GROUP_BYTES
    if (!fits && group.length > 0) break
    group.push(task)
    if (!fits) break
  }
  return group
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** How often a task is tried that fails like this: a task that ends so was acknowledged, and is not applied. */
export function triesFor(error: unknown): number {
  if (error instanceof EngineError) return REFUSED_TRIES
  // 429 and 5xx speak of the moment, not of the task.
  if (error instanceof ServerError) return error.status < 429 ? REFUSED_TRIES : Number.POSITIVE_INFINITY
  if (!(error instanceof ClusterError)) return Number.POSITIVE_INFINITY
  const { status } = error
  // Away, too busy, or not allowed to: a matter of time, or of the operator.
  if (isOutage(error) || status === 429 || status === 408 || status === 401 || status === 403)
    return Number.POSITIVE_INFINITY
  return status === 400 || status === 413 ? REFUSED_TRIES : FAILED_TRIES
}

/** Nothing of the cluster's own words. */
function answerFor(error: unknown): string {
  if (error instanceof EngineError || error instanceof ServerError) return error.message
  return error instanceof ClusterError && error.status === 400
    ? 'The search cluster refused what the task would have made; the log of the servers says why'
    : 'The task could not be applied; the log of the servers says why'
}

export class ApplyWorker {
  readonly #options: WorkerOptions
  readonly #lease: LeaseKeeper
  readonly #janitor: Janitor
  readonly #analyst = new RecordAnalyst()
  readonly #stop = new AbortController()
  #ended: Promise<void>
  #pauseMs: number
  /** The first of the tasks that could not be applied, and how often they were tried. */
  #failing: { task: number; tried: number } | undefined
  /** Of the tasks that are or were being applied. */
  #draft: Draft | undefined

  constructor(options: WorkerOptions) {
    const { cluster, names, view, times, log, events } = options
    this.#options = options
    this.#pauseMs = times.retryMs
    this.#lease = new LeaseKeeper(cluster, names, view, times.leaseMs)
    this.#janitor = new Janitor({ cluster, names, view, lease: this.#lease, events, log, graceMs: times.graceMs })
    this.#ended = this.#run()
  }

  async #run(): Promise<void> {
    const { view } = this.#options
    while (!this.#stop.signal.aborted) {
      let pauseMs = this.#options.times.leaseMs / 10
      // Taken before the look at what waits: what comes meanwhile is not slept over.
      const { changed } = view
      try {
        if (await this.#lease.tryTake()) {
          while (view.waiting.length > 0 && !this.#stop.signal.aborted) await this.#applyNext()
          await this.#janitor.tidy()
        }
        this.#pauseMs = this.#options.times.retryMs
      } catch (error) {
        pauseMs = this.#pauseMs
        if (!(error instanceof LeaseLost)) this.#tellFailure(error)
        this.#pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
      }
      await this.#rest(pauseMs, changed)
    }
  }

  #tellFailure(error: unknown): void {
    const [task] = this.#options.view.waiting
    this.#options.log({
      level: 'error',
      event: 'task-failed',
      message: `Applying a task failed and is tried again: ${messageOf(error)}`,
      ...(task && { task: task.number, kind: task.kind }),
    })
  }

  /** Until something changes, at most so many ms. */
  async #rest(ms: number, changed: Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    this.#stop.signal.addEventListener('abort', () => resolve(), { once: true })
    await Promise.race([promise, changed])
    clearTimeout(timer)
  }

  /** Applies what comes next, or gives it up. Throws what is to be tried again. */
  async #applyNext(): Promise<void> {
    const [first] = this.#options.view.waiting
    try {
      await this.#applyGroup()
      this.#failing = undefined
    } catch (error) {
      const tries = first === undefined ? 0 : triesFor(error)
      if (first === undefined || tries === Number.POSITIVE_INFINITY) throw error
      const tried = this.#failing?.task === first.number ? this.#failing.tried + 1 : 1
      this.#failing = { task: first.number, tried }
      if (tried < tries) throw error
      await this.#giveUp(first, error)
    }
  }

  async #applyGroup(): Promise<void> {
    const { cluster, names, view, copies, ceilings, log, taskLog } = this.#options
    // Alone, so that it is known which one fails. What the others have written before is what they write again.
    const isAlone = this.#failing !== undefined && this.#failing.task === view.waiting[0]?.number
    const group = isAlone ? view.waiting.slice(0, 1) : groupedTasks(view.waiting)
    const last = group.at(-1)
    if (last === undefined) return
    const check = (): void => this.#lease.check()
    check()
    const [before, sequence] = [view.head, view.headSequence]
    const changes = await taskLog.read(group)
    const lost = group.find((_, i) => changes[i] === undefined)
    if (lost !== undefined) {
      await taskLog.fill(lost)
      await view.walkAgain()
      return
    }
    const draft = new Draft(before, names, ceilings)
    this.#draft = draft
    const analyst = this.#analyst
    const written = new Set<string>()
    const context: ApplyContext = { cluster, names, view, copies, ceilings, analyst, log, check, draft, written }
    const writes: WriteTask[] = []
    for (const [i, facts] of group.entries()) {
      const change = changes[i]
      if (change?.kind === 'write') writes.push({ facts, operations: change.operations })
      else if (change !== undefined) await applyChange(context, change, facts)
    }
    if (writes.length > 0) await applyWrites(context, writes)
    await this.#showRecords(context)
    const published = last.number + last.span - 1
    await this.#publish(draft.head(before, published), sequence)
  }

  /** The head goes on without the task; what it has begun to write is removed. */
  async #giveUp({ number, span, kind }: TaskFacts, error: unknown): Promise<void> {
    const { names, view, log } = this.#options
    const [before, sequence] = [view.head, view.headSequence]
    const draft = new Draft(before, names)
    const attempt = this.#draft
    const begun = attempt?.list().map((index) => attempt.target(index)) ?? []
    for (const target of new Set(begun)) if (!draft.isTarget(target)) draft.discard('generation', target)
    draft.fail({ number, span, error: answerFor(error) })
    await this.#publish(draft.head(before, number + span - 1), sequence)
    this.#failing = undefined
    const message = `A task was given up, which cannot be applied: ${messageOf(error)}`
    log({ level: 'error', event: 'task-given-up', message, task: number, kind })
  }

  /** Refreshes what was written and counts it. */
  async #showRecords({ cluster, written, draft, check }: ApplyContext): Promise<void> {
    const holders = draft.list().filter(({ primary }) => primary === undefined)
    const indexes = holders.filter((index) => written.has(draft.target(index)))
    const targets = indexes.map((index) => draft.target(index))
    check()
    await refresh(cluster, targets)
    await Promise.all(
      indexes.map(async (index) => {
        index.entries = await countRecords(cluster, draft.target(index))
      }),
    )
  }

  async #publish(head: Head, sequence: Parameters<View['noteHead']>[1]): Promise<void> {
    const { cluster, names, view } = this.#options
    this.#lease.check()
    const written = await replaceDocument(cluster, names.state, HEAD, head, sequence)
    if (written === undefined) {
      // By another holder; or by this very call, whose answer was lost.
      await view.look()
      if (view.head.published < head.published) throw new LeaseLost('Another server has put a head in place')
      return
    }
    view.noteHead(head, written)
  }

  /** Finishes what it is at, and gives the lease away. */
  async end(): Promise<void> {
    this.#stop.abort()
    await this.#ended
    await this.#lease.release()
    await this.#analyst.end()
  }
}
