/**
 * Tasks that could not be applied: how often, whether they are tried again, and when. A cluster that cannot be asked is
 * waited for. A task that is refused for its content, by the engine or by the cluster, is tried alone, a few times, and
 * then given up. A failure with an unknown reason (a thread, memory, a defect) is tried without an end, later and later:
 * the write was acknowledged, and the next version may apply it.
 */
import { EngineError } from '@docent/engine'
import { ServerError } from '@docent/server/backend'
import { isOutage, ClusterError } from '../http/cluster-error.ts'
import { LeaseLost } from './lease.ts'
import type { Head, TaskFacts } from './documents.ts'
import { isApplied } from './head.ts'

/** How often a task is tried that was refused for its content, and one that the cluster answers with an unknown failure. */
const REFUSED_TRIES = 2
const FAILED_TRIES = 6
/** The longest pause (ms) before a task that failed is tried again. */
const LONGEST_PAUSE_MS = 5000
/** From this number of failures in a row on an index counts as failing: a short loss of the cluster is none. */
const FAILING_FROM = 3

/** How often a task with this failure is tried. One that is given up was acknowledged, and is not applied. */
export function triesFor(error: unknown): number {
  if (error instanceof EngineError) return REFUSED_TRIES
  // 429 and 5xx concern the moment, not the task.
  if (error instanceof ServerError) return error.status < 429 ? REFUSED_TRIES : Number.POSITIVE_INFINITY
  if (error instanceof LeaseLost || !(error instanceof ClusterError)) return Number.POSITIVE_INFINITY
  const { status } = error
  // Away, too busy, or without a permission: time or the operator solves it.
  if (isOutage(error) || status === 429 || status === 408 || status === 401 || status === 403)
    return Number.POSITIVE_INFINITY
  return status === 400 || status === 413 ? REFUSED_TRIES : FAILED_TRIES
}

/** The reason as a client may read it, without a word of the cluster's. */
export function answerFor(error: unknown): string {
  if (error instanceof EngineError || error instanceof ServerError) return error.message
  return error instanceof ClusterError && error.status === 400
    ? 'The search cluster refused what the task would have made; the log of the servers says why'
    : 'The task could not be applied; the log of the servers says why'
}

interface Failure {
  task: TaskFacts
  failures: number
  /** `performance.now()`, ms. */
  restsUntil: number
  isAlone: boolean
}

export class TaskFailures {
  readonly #firstPauseMs: number
  /** By the first task of the group that failed. */
  readonly #failures = new Map<number, Failure>()

  constructor(firstPauseMs: number) {
    this.#firstPauseMs = firstPauseMs
  }

  /** Notes that a group failed that begins with this task. Its failures so far, and whether it is to be given up. */
  note(task: TaskFacts, error: unknown): { failures: number; isOver: boolean } {
    const failures = (this.#failures.get(task.number)?.failures ?? 0) + 1
    const tries = triesFor(error)
    const pauseMs = Math.min(this.#firstPauseMs * 2 ** (failures - 1), LONGEST_PAUSE_MS)
    // Alone, so that it is known which one fails.
    const isAlone = tries !== Number.POSITIVE_INFINITY
    this.#failures.set(task.number, { task, failures, restsUntil: performance.now() + pauseMs, isAlone })
    return { failures, isOver: failures >= tries }
  }

  /** Forgets tasks that this server or another one has applied by now. */
  forgetApplied(head: Head): void {
    for (const number of this.#failures.keys()) if (isApplied(head, number)) this.#failures.delete(number)
  }

  isResting({ number }: TaskFacts): boolean {
    return (this.#failures.get(number)?.restsUntil ?? 0) > performance.now()
  }

  isAlone({ number }: TaskFacts): boolean {
    return this.#failures.get(number)?.isAlone ?? false
  }

  /** Until (ms) the first resting task is to be tried again; `undefined` where none rests. */
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
