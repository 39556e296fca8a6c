/**
 * Failed tasks: the number of failures, and whether and when they are tried again. After an outage of the cluster a task is tried
 * without a limit. A task that the engine or the cluster refuses for its content is tried alone, a few times, and then given up. A
 * task with an unknown failure (a thread, memory, a defect) is tried without a limit, with growing pauses, because the write was
 * acknowledged and the next version may apply it.
 */
import { EngineError } from '@docent/engine'
import { ServerError } from '@docent/server/backend'
import { isOutage, ClusterError } from '../http/cluster-error.ts'
import { LeaseLost } from './lease.ts'
import type { Head, TaskFacts } from './documents.ts'
import { isApplied } from './head.ts'

/** Number of attempts for a task that was refused for its content, and for one with an unknown failure of the cluster. */
const REFUSED_TRIES = 2
const FAILED_TRIES = 6
/** Longest pause (ms) before the next attempt for a failed task. */
const LONGEST_PAUSE_MS = 5000
/** Number of failures in a row from which an index counts as failing; a short outage causes fewer. */
const FAILING_FROM = 3

/** Maximum number of attempts for a task with this failure. A task that is given up was acknowledged, but is not applied. */
export function triesFor(error: unknown): number {
  if (error instanceof EngineError) return REFUSED_TRIES
  // 429 and 5xx depend on the current state, not on the task.
  if (error instanceof ServerError) return error.status < 429 ? REFUSED_TRIES : Number.POSITIVE_INFINITY
  if (error instanceof LeaseLost || !(error instanceof ClusterError)) return Number.POSITIVE_INFINITY
  const { status } = error
  // An outage, overload, or a missing permission: a later attempt may succeed.
  if (isOutage(error) || status === 429 || status === 408 || status === 401 || status === 403)
    return Number.POSITIVE_INFINITY
  return status === 400 || status === 413 ? REFUSED_TRIES : FAILED_TRIES
}

/** The reason for clients, without the cluster's messages. */
export function answerFor(error: unknown): string {
  if (error instanceof EngineError || error instanceof ServerError) return error.message
  return error instanceof ClusterError && error.status === 400
    ? 'The search cluster refused the changes of the task; the log of the servers says why'
    : 'The task could not be applied; the log of the servers says why'
}

interface Failure {
  task: TaskFacts
  failures: number
  /** `performance.now()`, ms. */
  restsUntil: number
  isAlone: boolean
}

/** In memory of the holder of the lease; a new holder begins to count again. Pauses are ms. */
export class TaskFailures {
  readonly #firstPauseMs: number
  /** By the number of the first task of the failed group. */
  readonly #failures = new Map<number, Failure>()

  constructor(firstPauseMs: number) {
    this.#firstPauseMs = firstPauseMs
  }

  /** Counts a failure of the group that begins with this task. Returns its failures, and whether the task is to be given up. */
  note(task: TaskFacts, error: unknown): { failures: number; isOver: boolean } {
    const failures = (this.#failures.get(task.number)?.failures ?? 0) + 1
    const tries = triesFor(error)
    const pauseMs = Math.min(this.#firstPauseMs * 2 ** (failures - 1), LONGEST_PAUSE_MS)
    // Applied alone from now on, to find the task that fails.
    const isAlone = tries !== Number.POSITIVE_INFINITY
    this.#failures.set(task.number, { task, failures, restsUntil: performance.now() + pauseMs, isAlone })
    return { failures, isOver: failures >= tries }
  }

  /** Removes the failures of tasks that any server has applied. */
  forgetApplied(head: Head): void {
    for (const number of this.#failures.keys()) if (isApplied(head, number)) this.#failures.delete(number)
  }

  isResting({ number }: TaskFacts): boolean {
    return (this.#failures.get(number)?.restsUntil ?? 0) > performance.now()
  }

  isAlone({ number }: TaskFacts): boolean {
    return this.#failures.get(number)?.isAlone ?? false
  }

  /** Time (ms) until the next attempt for a resting task; `undefined` if none rests. */
  nextMs(): number | undefined {
    const now = performance.now()
    const waits = [...this.#failures.values()].map(({ restsUntil }) => restsUntil - now).filter((ms) => ms > 0)
    return waits.length === 0 ? undefined : Math.ceil(Math.min(...waits))
  }

  /** Indexes whose tasks have failed several times in a row, by name. */
  list(): { name: string; failures: number }[] {
    const failing = [...this.#failures.values()].filter(({ failures }) => failures >= FAILING_FROM)
    const byName = new Map(
      failing.flatMap(({ task, failures }) => task.indexes.map((name) => [name, failures] as const)),
    )
    return [...byName].map(([name, failures]) => ({ name, failures })).sort((a, b) => (a.name < b.name ? -1 : 1))
  }
}
