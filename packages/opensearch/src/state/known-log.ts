/**
 * The part of the log that a server knows: its end, and the tasks that are not applied. Entries are read in order, and the last one may
 * be lost with a primary until all copies have it (`TaskLog`); then the log is read again.
 */
import type { Cluster } from '../http/cluster.ts'
import { readDocuments } from '../http/documents.ts'
import { TASK_FACTS, type Head, type TaskFacts } from './documents.ts'
import { endOfApplied, isApplied, keepsApplied } from './head.ts'
import type { Names } from './names.ts'

/** Entries that are read in one request. */
const STEPS = 32
const TIMEOUT_MS = 5000

/** The log does not own the head: `View` reads it. */
export interface KnownLogOptions {
  cluster: Cluster
  names: Names
  /** Returns the known head. */
  head: () => Head
  /** Called when the known log has changed. */
  onChange: () => void
}

/** Knows facts of tasks only; their content is read when they are applied. */
export class KnownLog {
  readonly #options: KnownLogOptions
  /** Tasks that are not applied, in order. */
  #waiting: TaskFacts[] = []
  /** Whether tasks are missing in `#waiting`, because a head that was read was lost. */
  #isStale = false
  #end: number
  /** The last known entry, if it may still be lost. */
  #unsettled: TaskFacts | undefined

  constructor(options: KnownLogOptions) {
    this.#options = options
    this.#end = endOfApplied(options.head(), 0)
  }

  get #head(): Head {
    return this.#options.head()
  }

  /** Tasks that are not applied, in order; none until the log was read again after the loss of a head. */
  get waiting(): readonly TaskFacts[] {
    return this.#isStale ? [] : this.#waiting
  }

  /** Whether the log must be read again, because a head that was read was lost. */
  get isStale(): boolean {
    return this.#isStale
  }

  /** The last known number. */
  get end(): number {
    return this.#end
  }

  /**
   * The last known entry, if it may still be lost: another server has written it, and it is neither applied nor known to be on all
   * copies.
   */
  get unsettled(): TaskFacts | undefined {
    const task = this.#unsettled
    return task === undefined || isApplied(this.#head, task.number) ? undefined : task
  }

  /** Notes that all copies have a task. */
  noteSettled({ number }: TaskFacts): void {
    if (this.#unsettled?.number === number) this.#unsettled = undefined
  }

  /** Adds a task with the next number; others are known already. */
  noteTask(task: TaskFacts): void {
    if (task.number !== this.#end + 1) return
    this.#unsettled = task
    this.#end = endOfApplied(this.#head, task.number + task.span - 1)
    if (!isApplied(this.#head, task.number)) this.#waiting.push(task)
    this.#options.onChange()
  }

  /** Removes the tasks that are applied in a new head. The log is stale if the head before it was lost. */
  noteHead(head: Head, before: Head): void {
    this.#isStale ||= !keepsApplied(head, before)
    // The applied task may have replaced the known one, which was lost, and may have fewer numbers.
    if (this.#unsettled !== undefined && isApplied(head, this.#unsettled.number)) {
      this.#end = this.#unsettled.number - 1
      this.#unsettled = undefined
    }
    this.#end = endOfApplied(head, this.#end)
    this.#waiting = this.#waiting.filter(({ number }) => !isApplied(head, number))
  }

  /** Reads the log from the last known task to its end, and from the beginning if that task was lost. */
  async readOn(): Promise<void> {
    const last = this.unsettled
    const { tasks } = await this.#after(last === undefined ? this.#end : last.number - 1)
    if (last !== undefined && tasks[0]?.writer !== last.writer) return this.readAgain()
    for (const task of tasks) this.noteTask(task)
  }

  /** Reads the log again from the first waiting task, since a known entry may be lost or replaced by another. */
  async readAgain(): Promise<void> {
    const head = this.#head
    const { tasks, end } = await this.#after(head.published)
    if (keepsApplied(this.#head, head)) this.#isStale = false
    this.#end = endOfApplied(this.#head, end)
    this.#waiting = tasks.filter(({ number }) => !isApplied(this.#head, number))
    this.#unsettled = tasks.at(-1)
    this.#options.onChange()
  }

  /**
   * The tasks after a number that are not applied, and the last number of the log. Each request but the first reads the last task
   * again: if it was lost since, another may have its number, and the tasks after it follow that one.
   */
  async #after(number: number): Promise<{ tasks: TaskFacts[]; end: number }> {
    const tasks: TaskFacts[] = []
    for (let end = endOfApplied(this.#head, number); ;) {
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
        end = endOfApplied(this.#head, task.number + task.span - 1)
      }
      if (end === before) return { tasks, end }
    }
  }

  async #factsOf(numbers: readonly number[]): Promise<(TaskFacts | undefined)[]> {
    const { cluster, names } = this.#options
    const entries = numbers.map((number) => ({ index: names.tasks, id: String(number), attributes: TASK_FACTS }))
    const documents = await readDocuments(cluster, entries, { timeoutMs: TIMEOUT_MS })
    return documents.map((document) => document?.source as TaskFacts | undefined)
  }
}
