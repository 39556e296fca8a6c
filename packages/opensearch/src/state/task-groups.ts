/**
 * The groups of waiting tasks that may be applied now. Tasks of one index are applied in order; an index and its replicas count as
 * one; a task of several indexes waits for the earlier tasks of all of them, and later tasks of each wait for it.
 *
 * Consecutive lists of operations are applied together: one refresh makes all of them visible. A group is the longest run from its
 * first task within the limits. It depends only on the head and the log, so a server that takes over groups at least the same tasks
 * (more may wait by then), and writes at least the same records with the same versions before any change becomes visible.
 */
import type { IndexState, TaskFacts } from './documents.ts'

/** Limits of a group: operations, and bytes of its documents in the log (about 64 MB of records). One task is always allowed. */
const GROUP_OPERATIONS = 20_000
const GROUP_BYTES = 16 * 1024 * 1024
/** Maximum number of operations of a small group. */
const SMALL_OPERATIONS = 1000

/** Tasks that are applied together. */
export interface TaskGroup {
  /** At least one, in order. */
  tasks: TaskFacts[]
  /** All indexes that they may touch, replicas included. */
  names: ReadonlySet<string>
}

/** The state of the worker that decides which groups may begin. */
export interface GroupOptions {
  /** Indexes of groups that are being applied. */
  busy: ReadonlySet<string>
  /** Whether a task must not be applied yet, nor any later one of its indexes. */
  isResting: (task: TaskFacts) => boolean
  /** Whether a task must not be applied together with others. */
  isAlone: (task: TaskFacts) => boolean
}

interface OpenGroup extends TaskGroup {
  operations: number
  bytes: number
  isOpen: boolean
}

/** The groups that may be applied now, concurrently, in the order of their first tasks. */
export function readyGroups(
  waiting: readonly TaskFacts[],
  indexes: readonly IndexState[],
  { busy, isResting, isAlone }: GroupOptions,
): TaskGroup[] {
  const familyOf = families(indexes)
  const groups: OpenGroup[] = []
  /** The group of each index by name; `undefined` if its tasks have to wait. */
  const owners = new Map<string, OpenGroup | undefined>([...busy].map((name) => [name, undefined]))
  for (const task of waiting) {
    const names = new Set(task.indexes.flatMap(familyOf))
    const taken = [...names].filter((name) => owners.has(name))
    if (taken.length === 0 && !isResting(task)) {
      const group: OpenGroup = { tasks: [], names, operations: 0, bytes: 0, isOpen: true }
      add(group, task)
      if (task.kind !== 'write' || isAlone(task)) group.isOpen = false
      groups.push(group)
      for (const name of names) owners.set(name, group)
      continue
    }
    const [owner, ...others] = new Set(taken.map((name) => owners.get(name)))
    const isWithin = owner !== undefined && others.length === 0 && [...names].every((name) => owner.names.has(name))
    if (isWithin && owner.isOpen && fits(owner, task)) {
      add(owner, task)
      continue
    }
    // Later tasks of these indexes wait for this one.
    for (const name of names) {
      const group = owners.get(name)
      if (group !== undefined) group.isOpen = false
      else owners.set(name, undefined)
    }
  }
  return groups
}

function add(group: OpenGroup, task: TaskFacts): void {
  group.tasks.push(task)
  group.operations += task.operations
  group.bytes += task.bytes
  group.isOpen = group.operations <= GROUP_OPERATIONS && group.bytes <= GROUP_BYTES
}

const fits = ({ operations, bytes }: OpenGroup, task: TaskFacts): boolean =>
  task.kind === 'write' && operations + task.operations <= GROUP_OPERATIONS && bytes + task.bytes <= GROUP_BYTES

/** An index with its primary and all replicas of it, by name. */
function families(indexes: readonly IndexState[]): (name: string) => string[] {
  const holders = new Map<string, number>()
  const members = new Map<number, string[]>()
  for (const { name, id, primary = id } of indexes) {
    holders.set(name, primary)
    members.set(primary, [...(members.get(primary) ?? []), name])
  }
  return (name) => members.get(holders.get(name) ?? -1) ?? [name]
}

const SMALL_KINDS: ReadonlySet<TaskFacts['kind']> = new Set(['write', 'save-parts', 'delete-part'])

/** Whether a group may take long: many operations, or a task that may read or write a whole index. */
export const isLarge = ({ tasks }: TaskGroup): boolean =>
  tasks.some(({ kind }) => !SMALL_KINDS.has(kind)) ||
  tasks.reduce((sum, { operations }) => sum + operations, 0) > SMALL_OPERATIONS
