/**
 * The changes of a replacement of all records (`replace-records.ts`) in the writing thread. One that fits a turn is one transaction;
 * a larger one is begun, staged part by part, and committed or abandoned. The records of a new index are not staged: they are
 * written under an id that no index has yet, and the commit creates the index with this id. So they are written once
 * (`npm run bench -- all index-mdn` measures it).
 *
 * New records are added from the last of the source to its first, so that the first of them is the latest: where no other criterion
 * decides, searches show the latest first.
 */
import type { ReplaceReceipt } from '../../backend/backend.ts'
import { checkSettings } from '../../wire/storage-limits.ts'
import type { OpenTask } from '../database/task-table.ts'
import { applyOperation } from './apply-operation.ts'
import type { Pause, PreparedRecord, RecordChange } from './prepared.ts'
import { clearStaged, commitInTurns, commitStaged } from './staged.ts'
import type { Store } from './store.ts'

/** The end of a replacement. */
interface ReplacementEnd {
  index: string
  /** The wanted settings as JSON. */
  settings: string
  /** Numbers of records; `total` after the change. */
  counts: Pick<ReplaceReceipt, 'added' | 'changed' | 'removed' | 'total'>
}

/** Makes all changes of a replacement in one transaction. */
export function replaceInOneTurn(
  store: Store,
  { changes, ...end }: ReplacementEnd & { changes: readonly RecordChange[] },
): ReplaceReceipt {
  const { index } = end
  return store.change([index], (task) => {
    store.refuseReplica(index)
    store.findOrCreate(index, task.at)
    for (const { objectID, body } of changes.toReversed())
      applyOperation(
        store,
        body === null ? { action: 'delete', index, objectID } : { action: 'save', index, record: { objectID, body } },
        task,
      )
    return settle(store, end, task)
  })
}

/** Begins a replacement in several turns. Returns the id under which its changes are staged. */
export function* beginReplacement(store: Store, index: string): Generator<Pause, number> {
  store.refuseReplica(index)
  store.checkPendingTasks([index])
  const id = store.transaction(() => store.indexes.find(index)?.id ?? store.indexes.reserveID())
  store.orphans.reserve(id)
  yield* clearStaged(store, id)
  return id
}

/** Stages the next changes of the source, before all earlier ones of the replacement. */
export function stageReplacement(store: Store, id: number, changes: readonly RecordChange[]): void {
  refuseUnknown(store, id)
  const ordered = changes.toReversed()
  store.transaction(() => {
    if (isNew(store, id)) store.records.putBefore(id, ordered.flatMap(savedRecord))
    else store.staged.putBefore(id, ordered)
  })
}

/** Whether the id belongs to an index that the replacement will create. */
const isNew = ({ indexes }: Store, id: number): boolean => indexes.byID(id) === undefined

/** A new index has nothing to remove. */
const savedRecord = ({ objectID, body }: RecordChange): PreparedRecord[] => (body === null ? [] : [{ objectID, body }])

/** Puts the staged changes in place, in one step for searches. */
export function* commitReplacement(
  store: Store,
  { id, ...end }: ReplacementEnd & { id: number },
): Generator<Pause, ReplaceReceipt> {
  refuseUnknown(store, id)
  if (isNew(store, id)) return createWith(store, id, end)
  return yield* commitInTurns(store, [id], () =>
    store.change([end.index], (task) => {
      commitStaged(store, [end.index, id], task)
      return settle(store, end, task)
    }),
  )
}

/** Creates the index with the records that were written under the id. */
function createWith(store: Store, id: number, end: ReplacementEnd): ReplaceReceipt {
  try {
    return store.change([end.index], (task) => {
      store.refuseReplica(end.index)
      store.orphans.changeID(store.findOrCreate(end.index, task.at), id)
      store.indexes.touchAllRecords(id, task.task)
      return settle(store, end, task)
    })
  } finally {
    store.orphans.release(id)
  }
}

/** Removes the changes of a replacement that is not committed; the records of a new index are orphans and removed later. */
export function* abandonReplacement(store: Store, id: number): Generator<Pause, void> {
  if (!store.indexes.applying().includes(id)) yield* clearStaged(store, id)
  store.orphans.release(id)
}

/** A thread that has replaced a failed one has no reservations: staged changes may have been removed. */
function refuseUnknown({ orphans }: Store, id: number): void {
  if (!orphans.isReserved(id)) throw new Error('The thread that writes has failed')
}

function settle(store: Store, { index, settings, counts }: ReplacementEnd, task: OpenTask): ReplaceReceipt {
  checkSettings(settings, store.limits)
  store.indexes.setSettings(store.findOrCreate(index, task.at).id, settings)
  return { ...counts, ...store.settle(index, task) }
}
