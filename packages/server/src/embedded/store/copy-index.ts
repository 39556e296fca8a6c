/** Copies and moves of indexes. */
import type { Receipt } from '../../backend/backend.ts'
import type { CopyScope } from '../../wire/operations.ts'
import type { IndexRow } from '../database/index-table.ts'
import { PART_KINDS } from '../database/part-table.ts'
import { copyRecords } from './copy-records.ts'
import { changeSorts, holderOf, settingsOf, storeSettings } from './index-settings.ts'
import type { Pause } from './prepared.ts'
import type { Store } from './store.ts'
import { checkAllParts } from './write-parts.ts'

/**
 * Copies the index, or only the parts in `scope`. The destination's old generation is served until the new one is built. Other
 * changes of the indexes `waiting` wait during the copy.
 */
export function* copyIndex(
  store: Store,
  source: string,
  destination: string,
  scope: readonly CopyScope[] | undefined,
  waiting: readonly string[] = [source],
): Generator<Pause, Receipt> {
  if (scope !== undefined || source === destination)
    return store.change([destination], (task) => {
      if (source !== destination) {
        const to = store.findOrCreate(destination, task.at)
        changeSorts(store.indexes, to, task.task, () => copyScope(store, source, to, scope ?? []))
      }
      return store.settle(destination, task)
    })
  store.refuseReplica(destination)
  store.checkPendingTasks([destination])
  const row = store.indexes.find(source)
  // Not so if the source has become a replica since the copy was requested.
  const doesWait = row === undefined || waiting.includes(holderOf(store.indexes, row).name)
  const copy = yield* copyRecords(store, source, doesWait)
  try {
    return store.change([destination], (task) => {
      store.refuseReplica(destination)
      const to = store.findOrCreate(destination, task.at)
      store.orphans.changeID(to, copy)
      copyScope(store, source, { ...to, id: copy }, ['settings', ...PART_KINDS])
      store.indexes.touchAllRecords(copy, task.task)
      return store.settle(destination, task)
    })
  } finally {
    store.orphans.release(copy)
  }
}

/** Copies settings, synonyms and rules. */
function copyScope(store: Store, source: string, to: IndexRow, scope: readonly CopyScope[]): void {
  const { indexes, parts } = store
  const from = indexes.find(source)
  if (scope.includes('settings')) storeSettings(indexes, to, from ? settingsOf(indexes, from) : {})
  for (const kind of PART_KINDS) {
    if (!scope.includes(kind)) continue
    parts.clear(to.id, kind)
    if (from) parts.copy(from.id, to.id, kind)
  }
  checkAllParts(store)
}

/**
 * Gives the source's row the destination's name and replicas. If the source is up to date in searches, this transaction serves it
 * under the new name; else, and if the destination has replicas, the old generations of the destination and of the source's
 * replicas are served until the build is done.
 */
export function moveIndex(store: Store, source: string, destination: string): Receipt {
  const { indexes, orphans, served, tasks } = store
  return store.change([source, destination], (task) => {
    const from = indexes.find(source)
    if (from === undefined || source === destination) {
      tasks.publishOne(task.task)
      return { taskID: task.task, at: task.at }
    }
    for (const name of [source, destination]) store.refuseReplica(name)
    const replaced = indexes.find(destination)
    const isPrimary = replaced !== undefined && indexes.replicasOf(replaced.id).length > 0
    const own = indexes.replicasOf(from.id)
    if (replaced) {
      indexes.relink(replaced.id, from.id)
      orphans.removeIndex(replaced)
    }
    const generation = served.find(source)
    served.delete(source)
    indexes.rename(from.id, destination)
    const receipt = store.settle(destination, task)
    if (!isPrimary && generation?.index_id === from.id && generation.task >= from.last_task) {
      served.put({ ...generation, name: destination, task: task.task })
      tasks.publish(from.id, task.task)
    } else if (generation !== undefined) for (const { name } of own) served.put({ ...generation, name })
    return receipt
  })
}
