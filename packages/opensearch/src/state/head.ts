/**
 * The head: one document that names the data that searches read. It has the indexes, the generation, settings and parts of each, and
 * the applied tasks. It is replaced by one compare-and-set, so all changes of a task, of one or more indexes, become visible in one
 * step. Taking the lease also changes it, so a server that has lost the lease can no longer replace it.
 *
 * Settings and parts are separate immutable documents, which the head names by their ids.
 */
import { ServerError, linksFrom, linksTo, type PartKind, type ReplicaLinks } from '@docent/server/backend'
import { STATE_FORMAT, type Head, type IndexState, type TaskFacts, type TaskRange } from './documents.ts'
import type { Names } from './names.ts'

/** The documents of an index's parts. */
export const PART_KINDS: readonly PartKind[] = ['synonyms', 'rules']

/** The ids of the documents that an index names. */
export const documentsOf = (index: IndexState): string[] =>
  [index.settings, index.synonyms, index.rules].filter((id) => id !== undefined)

/** The generation with the records of an index; for a replica, that of its primary. */
export const targetOf = (names: Names, { id, primary = id, generation }: IndexState): string =>
  names.generation(primary, generation)

/** The primary of a replica, else the index itself. */
export const holderIn = (indexes: readonly IndexState[], index: IndexState): IndexState =>
  indexes.find(({ id }) => id === index.primary) ?? index

/** The replicas of an index, by name. */
export const replicasIn = (indexes: readonly IndexState[], { id }: IndexState): IndexState[] =>
  indexes.filter(({ primary }) => primary === id).sort((one, other) => (one.name < other.name ? -1 : 1))

/** The links of an index to its primary or replicas. */
export function linksIn(indexes: readonly IndexState[], index: IndexState): ReplicaLinks {
  if (index.primary !== undefined) return linksFrom(holderIn(indexes, index).name, index.virtual === true)
  return linksTo(replicasIn(indexes, index).map(({ name, virtual }) => ({ name, isVirtual: virtual === true })))
}

/** Whether a task is applied or given up. */
export const isApplied = ({ published, ahead = [] }: Head, number: number): boolean =>
  number <= published || ahead.some(([first, last]) => number >= first && number <= last)

/** Whether all tasks that are applied in a head are applied in another one: not if a head with more of them was lost. */
export function keepsApplied(head: Head, { published, ahead = [] }: Head): boolean {
  const isCovered = ([first, last]: TaskRange): boolean =>
    last <= head.published ||
    (head.ahead ?? []).some(([from, to]) => from <= Math.max(first, head.published + 1) && last <= to)
  return [[0, published] satisfies TaskRange, ...ahead].every(isCovered)
}

/** The last of the consecutive applied tasks after `number`; `number` itself without any. */
export function endOfApplied({ published, ahead = [] }: Head, number: number): number {
  const end = Math.max(number, published)
  return ahead.find(([first, last]) => end + 1 >= first && end < last)?.[1] ?? end
}

/** The head with these tasks as applied. */
export function withApplied(head: Head, tasks: readonly Pick<TaskFacts, 'number' | 'span'>[]): Head {
  const added = tasks.map(({ number, span }): TaskRange => [number, number + span - 1])
  const ranges: TaskRange[] = []
  let { published } = head
  for (const [first, last] of [...(head.ahead ?? []), ...added].toSorted(([one], [other]) => one - other)) {
    const before = ranges.at(-1)
    if (first <= published + 1) published = Math.max(published, last)
    else if (before !== undefined && first <= before[1] + 1)
      ranges.splice(-1, 1, [before[0], Math.max(before[1], last)])
    else ranges.push([first, last])
  }
  const { ahead: _before, ...rest } = head
  return { ...rest, published, ...(ranges.length > 0 && { ahead: ranges }) }
}

/** Throws `newer-database` for state that this Docent cannot read. */
export function checkFormat(head: Head): void {
  if (head.format <= STATE_FORMAT) return
  throw new ServerError(
    'newer-database',
    `The cluster's state was written by a newer Docent (format ${head.format}, this one knows ${STATE_FORMAT}); it was left untouched`,
  )
}
