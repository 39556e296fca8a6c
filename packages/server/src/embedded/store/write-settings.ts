/** Changes of an index's settings and links. */
import type { Receipt } from '../../backend/backend.ts'
import { withoutShared } from '../../backend/replicas.ts'
import { checkIndexes, checkSettings } from '../../wire/storage-limits.ts'
import type { IndexRow } from '../database/index-table.ts'
import { changeSettings, changeSorts } from './index-settings.ts'
import { withCopies, type RecordCopies } from './copy-records.ts'
import type { Pause } from './prepared.ts'
import { linkReplicas, replicasWithout } from './replica-links.ts'
import type { Store } from './store.ts'
import { checkAllParts } from './write-parts.ts'

type Changes = Readonly<Record<string, unknown>>

/** Replaces the named settings; a named `replicas` is the new list of the index's replicas. */
export function* updateSettings(
  store: Store,
  index: string,
  changes: Changes,
  forwards: boolean,
): Generator<Pause, Receipt> {
  const { indexes } = store
  store.checkPendingTasks([index])
  const primary = indexes.find(index)
  const { replicas } = changes
  if (primary === undefined || replicas === undefined) return change(store, index, changes, forwards)
  const detached = [{ primary, replicas: replicasWithout(indexes, primary, namesIn(replicas)) }]
  return yield* withCopies(store, detached, (copies) => change(store, index, changes, forwards, copies))
}

const namesIn = (replicas: unknown): string[] => (replicas ?? []) as string[]

function change(
  store: Store,
  index: string,
  { replicas, ...changes }: Changes,
  forwards: boolean,
  copies?: RecordCopies,
): Receipt {
  const { indexes, limits } = store
  return store.change([index], (task) => {
    const row = store.findOrCreate(index, task.at)
    changeSorts(indexes, row, task.task, () => {
      changeChecked(store, row, changes)
      // Forwarded before new replicas are linked, which start with the primary's settings.
      if (forwards)
        for (const replica of indexes.replicasOf(row.id)) changeChecked(store, replica, withoutShared(changes))
      if (replicas === undefined) return
      linkReplicas(store, store.indexRow(index), namesIn(replicas), task, copies)
      checkIndexes(indexes.count() - 1, limits)
      checkAllParts(store)
    })
    return store.settle(index, task)
  })
}

function changeChecked({ indexes, limits }: Store, row: IndexRow, changes: Changes): void {
  changeSettings(indexes, row, changes)
  checkSettings(indexes.byID(row.id)?.settings ?? '', limits)
}
