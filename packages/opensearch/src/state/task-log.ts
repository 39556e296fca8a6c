/**
 * The log of tasks: every change is one document, whose id is the task's number. A server takes number n+1 by creating the
 * document n+1, which only one server can; so numbers have no gaps, the log has one order for all servers, and a change is
 * stored completely or not at all. A task with several numbers (one for each index of a list of operations) is one document,
 * and the next document has the number after them.
 *
 * A server that takes number n+1 has read all tasks up to n. So it can check a condition without a lock: if no task up to n changes
 * the state that it has read, no task before its own does (`isStillRight`).
 *
 * A task that was read from a primary is lost if the primary fails before the other copies have it. So number n+1 is taken, and a task
 * is applied, only when all copies have the task n, or that task: the log has no gaps after a failure, and only its last tasks,
 * which were not acknowledged, can be lost.
 *
 * Documents of applied tasks are removed after a while. A server that was paused for as long could create such a number
 * again: a server whose view is older than `STALE_MS` reads the end of the log again, before and after.
 */
import { randomUUID } from 'node:crypto'
import { tooMany, WriteGate, parseReplica, type Limits } from '@docent/server/backend'
import type { Cluster } from '../http/cluster.ts'
import { createDocument, durableUpTo, readDocuments, type DocumentName } from '../http/documents.ts'
import { TASK_FACTS, type Change, type TaskFacts } from './documents.ts'
import { momentNow, msSince } from './elapsed.ts'
import { isApplied } from './head.ts'
import type { Names } from './names.ts'
import { packJson, unpack } from './packed.ts'
import type { View } from './view.ts'

/** Maximum age (ms) of a view for an append: far below the time for which applied tasks are kept. */
const STALE_MS = 60_000
/** Maximum number of attempts of a server to take a number. */
const MAX_TRIES = 100
/** Pause (ms) before it is checked again whether all copies have a task. */
const UNSETTLED_MS = 50
/** Factor of the limit of waiting tasks of all indexes to that of one. */
const INDEXES_FULL = 4

const namesIn = (change: Change): string[] => {
  if (change.kind === 'write') return [...new Set(change.operations.map((operation) => operation.index))]
  if (change.kind === 'settings') {
    const replicas = (change.changes['replicas'] ?? []) as string[]
    return [change.index, ...replicas.map((entry) => parseReplica(entry).name)]
  }
  if (change.kind === 'copy' || change.kind === 'move') return [change.destination, change.source]
  return [change.index]
}

const operationsIn = (change: Change): number => {
  if (change.kind === 'write') return change.operations.length
  return change.kind === 'replace' ? change.added + change.changed + change.removed : 1
}

/** `append` resolves when the cluster has acknowledged the entry; it throws 429 when too many tasks wait. */
export class TaskLog {
  readonly #cluster: Cluster
  readonly #names: Names
  readonly #view: View
  readonly #limits: Limits
  readonly #gate: WriteGate
  /** The last append. Appends of one server run one at a time, so that they do not compete for numbers. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(cluster: Cluster, names: Names, view: View, limits: Limits) {
    this.#cluster = cluster
    this.#names = names
    this.#view = view
    this.#limits = limits
    this.#gate = new WriteGate(limits)
  }

  /**
   * Resolves with the task of the change when it is durable. `isStillRight` is called when all earlier tasks are known; if it returns
   * false, nothing is written and the result is `undefined`. Throws 429 when too many tasks wait to be applied, or too many changes or
   * bytes wait to be written.
   */
  append(change: Change, isStillRight: () => boolean = () => true): Promise<TaskFacts | undefined> {
    const json = JSON.stringify(change)
    const indexes = namesIn(change)
    return this.#gate.pass(indexes, Buffer.byteLength(json), () => {
      const appended = this.#last.then(() => this.#append({ change, json, indexes }, isStillRight))
      this.#last = appended.catch(() => undefined)
      return appended
    })
  }

  async #append(
    { change, json, indexes }: { change: Change; json: string; indexes: string[] },
    isStillRight: () => boolean,
  ): Promise<TaskFacts | undefined> {
    const packed = await packJson(json)
    const writer = randomUUID()
    if (this.#view.age > STALE_MS) await this.#view.look()
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const view = this.#view
      if (view.log.unsettled !== undefined) {
        await this.#settle(view.log.unsettled)
        // A further task may have become known in the meantime.
        if (view.log.unsettled !== undefined) continue
      }
      if (!isStillRight()) return undefined
      this.#checkWaiting(indexes)
      const seen = momentNow()
      const facts: TaskFacts = {
        number: view.log.end + 1,
        span: change.kind === 'write' ? Math.max(1, indexes.length) : 1,
        indexes,
        kind: change.kind,
        operations: operationsIn(change),
        bytes: packed.length,
        storedAt: seen.wall,
        writer,
      }
      const { taken, isAcknowledged } = await this.#take(facts, packed)
      view.log.noteTask(taken)
      if (taken.writer !== writer) {
        await view.log.readOn()
        continue
      }
      if (isAcknowledged) view.log.noteSettled(taken)
      else if (!(await this.#isKept(taken))) continue
      if (msSince(seen) > STALE_MS) {
        await view.look()
        if (isApplied(view.head, facts.number)) continue
      }
      return facts
    }
    throw tooMany('writers at the same time')
  }

  /** Checks whether all copies have a task, and pauses if they do not yet. If it is lost, the log is read again. */
  async #settle(task: TaskFacts): Promise<'settled' | 'waiting' | 'lost'> {
    const upTo = await durableUpTo(this.#cluster, this.#names.tasks)
    const name = { index: this.#names.tasks, id: String(task.number), attributes: ['writer'] }
    const [entry] = await readDocuments(this.#cluster, [name], { ofPrimary: true })
    if (entry === undefined || (entry.source as { writer: string }).writer !== task.writer) {
      await this.#view.log.readAgain()
      return 'lost'
    }
    if (entry.sequence.seqNo > upTo) {
      await new Promise((resolve) => setTimeout(resolve, UNSETTLED_MS))
      return 'waiting'
    }
    this.#view.log.noteSettled(task)
    return 'settled'
  }

  /** Throws 429 when too many tasks wait, of one of the indexes or of all. */
  #checkWaiting(indexes: readonly string[]): void {
    const { waiting } = this.#view.log
    const { pendingTasks } = this.#limits
    const isFull = (name: string): boolean =>
      waiting.reduce((count, task) => count + Number(task.indexes.includes(name)), 0) >= pendingTasks
    const isAllFull = waiting.length >= pendingTasks * INDEXES_FULL
    if (isAllFull || (waiting.length >= pendingTasks && indexes.some(isFull))) throw tooMany('tasks are waiting')
  }

  /** Whether an own task whose creation was not acknowledged is kept: resolves when all copies have it, or when it is lost. */
  async #isKept(task: TaskFacts): Promise<boolean> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const state = await this.#settle(task)
      if (state !== 'waiting') return state === 'settled'
    }
    throw tooMany('writers at the same time')
  }

  /** The task that has the number: the writer's own, or that of a faster one; and whether its creation was acknowledged. */
  async #take(facts: TaskFacts, packed: string): Promise<{ taken: TaskFacts; isAcknowledged: boolean }> {
    const id = String(facts.number)
    const read = async (): Promise<TaskFacts | undefined> => {
      const name = { index: this.#names.tasks, id, attributes: TASK_FACTS }
      const [document] = await readDocuments(this.#cluster, [name], { ofPrimary: true })
      return document?.source as TaskFacts | undefined
    }
    try {
      const created = await createDocument(this.#cluster, this.#names.tasks, id, { ...facts, packed })
      if (created !== undefined) return { taken: facts, isAcknowledged: true }
    } catch (error) {
      // The answer may have been lost although the document was created.
      const taken = await read().catch(() => undefined)
      if (taken?.writer === facts.writer) return { taken, isAcknowledged: false }
      throw error
    }
    const taken = await read()
    if (taken === undefined) throw new Error(`Task ${id} is taken and not there`)
    return { taken, isAcknowledged: false }
  }

  /**
   * The changes of waiting tasks. `undefined` if not all copies have all of them, or one of them is lost: then the log is read again after
   * a pause.
   */
  async read(tasks: readonly TaskFacts[]): Promise<Change[] | undefined> {
    const upTo = await durableUpTo(this.#cluster, this.#names.tasks)
    const names = tasks.map(({ number }): DocumentName => ({
      index: this.#names.tasks,
      id: String(number),
      attributes: ['writer', 'packed'],
    }))
    const documents = await readDocuments(this.#cluster, names)
    const changes: Promise<Change>[] = []
    for (const [i, task] of tasks.entries()) {
      const { sequence, source } = documents[i] ?? {}
      const { writer, packed } = (source ?? {}) as { writer?: string; packed?: string }
      if (sequence === undefined || sequence.seqNo > upTo || packed === undefined || writer !== task.writer) {
        await Promise.all(changes)
        await new Promise((resolve) => setTimeout(resolve, UNSETTLED_MS))
        await this.#view.log.readAgain()
        return undefined
      }
      changes.push(unpack<Change>(packed))
    }
    return Promise.all(changes)
  }
}
