/**
 * Applies the tasks of the log while this server holds the lease: several groups (`task-groups.ts`) concurrently, so that a slow or
 * failing task does not delay tasks of other indexes.
 *
 * After a crash the server that takes over starts with the same first tasks of each index, groups at least the same ones, and writes
 * the same records with the same versions.
 */
import { type Log, messageOf } from '@docent/server/backend'
import { GroupAttempt, type GroupContext } from './apply-group.ts'
import { Cleaner } from './cleaner.ts'
import type { ClusterEventStore } from './event-store.ts'
import { HeadWriter } from './head-writer.ts'
import { LeaseKeeper, LeaseLost } from './lease.ts'
import { RecordAnalyst } from './record-analyst.ts'
import { TaskFailures, answerFor } from './task-failures.ts'
import { isLarge, readyGroups, type TaskGroup } from './task-groups.ts'

/** Maximum number of groups that are applied concurrently: a small one mostly waits for the cluster. */
const GROUPS_AT_A_TIME = 8
/** Maximum number of large groups among them: small ones always have a place, and memory has the records of at most two. */
const LARGE_AT_A_TIME = 2
/** Longest pause (ms) before the next attempt to take the lease after a failure. */
const LONGEST_PAUSE_MS = 5000

/** All in ms. */
export interface WorkerTimes {
  leaseMs: number
  graceMs: number
  retryMs: number
}

/** Times of the worker, in ms; tests take shorter ones. */
export const WORKER_TIMES: WorkerTimes = {
  /** Silence of a server after which another one applies the tasks: longer than pauses of a node for garbage collection. */
  leaseMs: 3000,
  /** Time for which unused data is kept for its last readers: twice the longest request. */
  graceMs: 20_000,
  /** The first pause before the next attempt for a failed task; it doubles with each failure. */
  retryMs: 250,
}

/** The parts of a server that the worker uses. */
export interface WorkerOptions extends Omit<GroupContext, 'analyst' | 'lease' | 'headWriter'> {
  times: WorkerTimes
  events: ClusterEventStore
}

/** Runs from its creation until `end`, also while another server has the lease. */
export class ApplyWorker {
  readonly #context: GroupContext
  readonly #log: Log
  readonly #times: WorkerTimes
  readonly #lease: LeaseKeeper
  readonly #cleaner: Cleaner
  readonly #failures: TaskFailures
  readonly #running = new Map<TaskGroup, Promise<void>>()
  /** Resolved at the end of a group, and of this server. */
  #woken = Promise.withResolvers<void>()
  #isEnded = false
  readonly #ended: Promise<void>

  constructor({ times, events, ...options }: WorkerOptions) {
    const { cluster, names, view, log } = options
    this.#log = log
    this.#times = times
    this.#failures = new TaskFailures(times.retryMs)
    const failing = () => this.#failures.list()
    this.#lease = new LeaseKeeper({ cluster, names, view, leaseMs: times.leaseMs, failing })
    const headWriter = new HeadWriter(cluster, names, view, this.#lease)
    this.#context = { ...options, analyst: new RecordAnalyst(), lease: this.#lease, headWriter }
    const checkLease = (): void => this.#lease.check()
    this.#cleaner = new Cleaner({ cluster, names, view, headWriter, events, log, checkLease, graceMs: times.graceMs })
    this.#ended = this.#run()
  }

  async #run(): Promise<void> {
    const { view } = this.#context
    let failures = 0
    while (!this.#isEnded) {
      let pauseMs = this.#times.leaseMs / 10
      // Read before the waiting tasks, so that no later change is missed.
      const { changed } = view
      this.#woken = Promise.withResolvers()
      try {
        if (await this.#lease.tryTake()) {
          // A head without acknowledgement may be lost with its last tasks: tasks applied to it would then precede the lost ones.
          if (!view.isHeadAcknowledged) await this.#context.headWriter.change(view.head.epoch, (head) => head)
          this.#startGroups()
          this.#cleaner.start()
        }
        failures = 0
      } catch (error) {
        if (!(error instanceof LeaseLost)) {
          pauseMs = Math.min(this.#times.retryMs * 2 ** failures++, LONGEST_PAUSE_MS)
          const message = `The lease could not be taken, which is tried again: ${messageOf(error)}`
          this.#log({ level: 'error', event: 'lease-failed', message })
        }
      }
      if (!this.#isEnded) await this.#rest(Math.min(pauseMs, this.#failures.nextMs() ?? pauseMs), changed)
    }
  }

  /** Waits until the view changes or a group ends, at most `ms`. */
  async #rest(ms: number, changed: Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    await Promise.race([promise, changed, this.#woken.promise])
    clearTimeout(timer)
  }

  #startGroups(): void {
    const { view } = this.#context
    this.#failures.forgetApplied(view.head)
    const busy = new Set([...this.#running.keys()].flatMap(({ names }) => [...names]))
    const ready = readyGroups(view.log.waiting, view.head.indexes, {
      busy,
      isResting: (task) => this.#failures.isResting(task),
      isAlone: (task) => this.#failures.isAlone(task),
    })
    let large = [...this.#running.keys()].filter(isLarge).length
    for (const group of ready) {
      if (this.#running.size >= GROUPS_AT_A_TIME) return
      if (isLarge(group) && large++ >= LARGE_AT_A_TIME) continue
      const applied = this.#apply(group).finally(() => {
        this.#running.delete(group)
        this.#woken.resolve()
      })
      this.#running.set(group, applied)
    }
  }

  /** Applies a group; counts a failure, or gives up its first task. Never throws. */
  async #apply(group: TaskGroup): Promise<void> {
    const attempt = new GroupAttempt(this.#context, group)
    try {
      await attempt.apply()
    } catch (error) {
      if (error instanceof LeaseLost) return
      const [first] = group.tasks
      if (first === undefined) return
      const { failures, isOver } = this.#failures.note(first, error)
      const task = { task: first.number, kind: first.kind, index: first.indexes.join(', ') }
      if (isOver && (await this.#giveUp(attempt, first, error))) {
        const message = `A task was given up, which cannot be applied: ${messageOf(error)}`
        this.#log({ level: 'error', event: 'task-given-up', message, ...task })
      } else if (Number.isInteger(Math.log2(failures))) {
        const message = `Applying a task failed, ${failures} times in a row, and is tried again: ${messageOf(error)}`
        this.#log({ level: 'error', event: 'task-failed', message, ...task })
      }
    }
  }

  /** Gives up the first task. Resolves with whether the head could be changed. */
  async #giveUp(attempt: GroupAttempt, first: TaskGroup['tasks'][number], error: unknown): Promise<boolean> {
    try {
      await attempt.giveUp(first, answerFor(error))
      return true
    } catch {
      return false
    }
  }

  /** Finishes the running groups, and releases the lease. */
  async end(): Promise<void> {
    this.#isEnded = true
    this.#woken.resolve()
    await this.#ended
    await Promise.all(this.#running.values())
    await this.#cleaner.end()
    await this.#lease.release()
    await this.#context.analyst.end()
  }
}
