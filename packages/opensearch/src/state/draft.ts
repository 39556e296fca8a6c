/**
 * The changes of the head by a group of tasks: a copy of the indexes that the tasks change, and the garbage that they leave. All of
 * it, ids and positions included, depends only on the state of these indexes and on the tasks. So a server that applies the same
 * tasks again makes the same draft, independently of other indexes.
 */
import {
  FORMAT_WITH_AHEAD,
  FORMAT_WITH_REPLICAS,
  type FailedTask,
  type Garbage,
  type Head,
  type IndexState,
  type TaskFacts,
} from './documents.ts'
import { documentsOf, holderIn, isApplied, replicasIn, targetOf, withApplied } from './head.ts'
import type { Names } from './names.ts'
import { checkIndexes, LIMITS, type StorageLimits } from '@docent/server/backend'

/** Maximum number of stored failed tasks: clients read their errors soon. */
const MAX_FAILED = 100
/**
 * Ids per task: the id of an index is the number of its creating task times this, plus its position among the indexes of that
 * task. A task has fewer operations, and ids stay far below 2^53. Ids of format 3, which counted from 1, are below all of these.
 */
const IDS_OF_TASK = 1_000_000

/** Changes copies only; `HeadWriter` puts them into the head. */
export class Draft {
  readonly #names: Names
  readonly #ceilings: StorageLimits
  readonly #indexes: Map<string, IndexState>
  readonly #garbage: Garbage[] = []
  /** Number of indexes that each task has created. */
  readonly #created = new Map<number, number>()
  /** The generations that searches read until this draft is in the head. */
  readonly #present: ReadonlySet<string>

  constructor(head: Head, names: Names, ceilings: StorageLimits = LIMITS) {
    this.#names = names
    this.#ceilings = ceilings
    this.#indexes = new Map(head.indexes.map((index) => [index.name, { ...index }]))
    this.#present = new Set(head.indexes.map((index) => targetOf(names, index)))
  }

  target(index: IndexState): string {
    return targetOf(this.#names, this.holder(index))
  }

  /** The primary of a replica, else the index itself. */
  holder(index: IndexState): IndexState {
    return holderIn(this.list(), index)
  }

  /** The replicas of an index, ordered by name. */
  replicasOf(index: IndexState): IndexState[] {
    return replicasIn(this.list(), index)
  }

  find(name: string): IndexState | undefined {
    return this.#indexes.get(name)
  }

  list(): IndexState[] {
    return [...this.#indexes.values()]
  }

  /** Whether searches already read the index's generation. */
  isPresent(index: IndexState): boolean {
    return this.isTarget(this.target(index))
  }

  /** Whether searches already read this generation. */
  isTarget(target: string): boolean {
    return this.#present.has(target)
  }

  /** Throws a `ServerError` (400) at the limit of indexes. */
  create(name: string, task: number, at: string): IndexState {
    checkIndexes(this.#indexes.size, this.#ceilings)
    const place = this.#created.get(task) ?? 0
    this.#created.set(task, place + 1)
    const index: IndexState = {
      name,
      id: task * IDS_OF_TASK + place,
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

  /** Gives the index a new, empty generation; at most one in each task. */
  renew(index: IndexState, task: number): void {
    if (index.generation === task) return
    this.discard('generation', this.target(index))
    index.generation = task
  }

  /** Replaces a document of the index. The old one becomes garbage if no index uses it. */
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

  /**
   * The head with this draft's indexes instead of its own of these names, and with these tasks as applied. Returns the same head if
   * the tasks are applied already.
   */
  mergedInto(head: Head, { tasks, names }: { tasks: readonly TaskFacts[]; names: ReadonlySet<string> }): Head {
    if (tasks.every(({ number }) => isApplied(head, number))) return head
    const all = this.list()
    const changed = all
      .filter(({ name }) => names.has(name))
      .map((index) => {
        const { generation, entries, lastTask } = holderIn(all, index)
        return { ...index, generation, entries, lastTask: Math.max(index.lastTask, lastTask) }
      })
    const indexes = [...head.indexes.filter(({ name }) => !names.has(name)), ...changed]
    return withFormat({
      ...withApplied(head, tasks),
      nextIndexID: Math.max(head.nextIndexID, ...changed.map(({ id }) => id + 1)),
      indexes: indexes.sort((left, right) => (left.name < right.name ? -1 : 1)),
      garbage: [...head.garbage, ...this.#garbage],
    })
  }
}

/** The head with a task as given up, and garbage of the attempt. */
export function withFailed(head: Head, task: TaskFacts, error: string, garbage: readonly Garbage[]): Head {
  if (isApplied(head, task.number)) return head
  const failed: FailedTask[] = [{ number: task.number, span: task.span, error }, ...(head.failed ?? [])]
  return withFormat({
    ...withApplied(head, [task]),
    garbage: [...head.garbage, ...garbage],
    failed: failed.slice(0, MAX_FAILED),
  })
}

/** Sets the format that readers need: one of an earlier format would look for generations of replicas, or apply tasks again. */
function withFormat(head: Head): Head {
  const replicas = head.indexes.some(({ primary }) => primary !== undefined) ? FORMAT_WITH_REPLICAS : 0
  const ahead = head.ahead === undefined ? 0 : FORMAT_WITH_AHEAD
  return { ...head, format: Math.max(head.format, replicas, ahead) }
}
