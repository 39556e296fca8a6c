/**
 * The head that is to come: a copy of the present one that the changes of a group of tasks are made to, and then put in its
 * place as a whole. Everything in it follows from the present head and the tasks alone, names and positions too: whoever
 * applies the same tasks again comes to the same draft.
 */
import { checkIndexes, LIMITS, type StorageLimits } from '@docent/server/backend'
import type { FailedTask, Garbage, Head, IndexState } from './head.ts'
import { documentsOf, holderIn, replicasIn, STATE_FORMAT, targetOf } from './head.ts'
import type { Names } from './names.ts'

/** Failed tasks that are remembered: who asks for one does so soon. */
const MOST_FAILED = 100

export class Draft {
  readonly #names: Names
  readonly #ceilings: StorageLimits
  readonly #indexes: Map<string, IndexState>
  readonly #garbage: Garbage[]
  readonly #failed: FailedTask[]
  /** The generations that searches read until this draft is the head. */
  readonly #present: ReadonlySet<string>
  #nextIndexID: number

  constructor(head: Head, names: Names, ceilings: StorageLimits = LIMITS) {
    this.#names = names
    this.#ceilings = ceilings
    this.#indexes = new Map(head.indexes.map((index) => [index.name, { ...index }]))
    this.#garbage = [...head.garbage]
    this.#failed = [...(head.failed ?? [])]
    this.#nextIndexID = head.nextIndexID
    this.#present = new Set(head.indexes.map((index) => targetOf(names, index)))
  }

  target(index: IndexState): string {
    return targetOf(this.#names, this.holder(index))
  }

  /** Of a replica its primary, else the index itself. */
  holder(index: IndexState): IndexState {
    return holderIn(this.list(), index)
  }

  /** By name. */
  replicasOf(index: IndexState): IndexState[] {
    return replicasIn(this.list(), index)
  }

  find(name: string): IndexState | undefined {
    return this.#indexes.get(name)
  }

  list(): IndexState[] {
    return [...this.#indexes.values()]
  }

  /** Whether the index's generation is what searches read already. */
  isPresent(index: IndexState): boolean {
    return this.isTarget(this.target(index))
  }

  /** Whether searches read this generation already. */
  isTarget(target: string): boolean {
    return this.#present.has(target)
  }

  /** Throws a `ServerError` (400) when there are as many as there may be. */
  create(name: string, task: number, at: string): IndexState {
    checkIndexes(this.#indexes.size, this.#ceilings)
    const index: IndexState = {
      name,
      id: this.#nextIndexID++,
      generation: task,
      entries: 0,
      nextPosition: 1,
      createdAt: at,
      updatedAt: at,
      lastTask: task,
      buildMs: 0,
    }
    this.#indexes.set(name, index)
    return index
  }

  touch(index: IndexState, task: number, at: string): void {
    index.lastTask = task
    index.updatedAt = at
  }

  /** The index goes on with an empty generation. One task makes one at most. */
  renew(index: IndexState, task: number): void {
    if (index.generation === task) return
    this.discard('generation', this.target(index))
    index.generation = task
  }

  /** Names another document; the one before goes when no index names it. */
  setDocument(index: IndexState, kind: 'settings' | 'synonyms' | 'rules', id: string | undefined): void {
    const before = index[kind]
    if (before !== undefined && before !== id) this.discard('state', before)
    if (id === undefined) delete index[kind]
    else index[kind] = id
  }

  drop(name: string): void {
    const index = this.#indexes.get(name)
    if (index === undefined) return
    this.#indexes.delete(name)
    if (index.primary === undefined) this.discard('generation', this.target(index))
    for (const id of documentsOf(index)) this.discard('state', id)
  }

  rename(index: IndexState, name: string): void {
    this.drop(name)
    this.#indexes.delete(index.name)
    index.name = name
    this.#indexes.set(name, index)
  }

  discard(kind: Garbage['kind'], name: string): void {
    this.#garbage.push({ kind, name, at: Date.now() })
  }

  /** Remembers a task that is given up. */
  fail(task: FailedTask): void {
    this.#failed.unshift(task)
    this.#failed.splice(MOST_FAILED)
  }

  head(before: Head, published: number): Head {
    const all = this.list()
    const indexes = all.map((index) => {
      const { generation, entries, lastTask } = holderIn(all, index)
      return { ...index, generation, entries, lastTask: Math.max(index.lastTask, lastTask) }
    })
    // A Docent that knows nothing of replicas would look for their generations.
    const format = indexes.some(({ primary }) => primary !== undefined) ? STATE_FORMAT : before.format
    return {
      ...before,
      format,
      published,
      nextIndexID: this.#nextIndexID,
      indexes: indexes.sort((left, right) => (left.name < right.name ? -1 : 1)),
      garbage: this.#garbage,
      failed: this.#failed,
    }
  }
}
