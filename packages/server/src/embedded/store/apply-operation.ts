/** Applies one operation of a batch within a transaction. */
import { patchRecord } from '../../backend/patch.ts'
import type { IndexRow } from '../database/index-table.ts'
import type { OpenTask } from '../database/task-table.ts'
import type { RecordCopies } from './copy-records.ts'
import { prepareRecord, type PreparedOperation } from './prepared.ts'
import { detach } from './replica-links.ts'
import type { Store } from './store.ts'
import { workOfPatch } from './turn-work.ts'
import { parseRecord } from '../database/stored-json.ts'

/** Thrown to roll back a transaction that exceeds a turn. */
export const TURN_EXCEEDED = new Error('The change exceeds a turn')

/** What a batch has in its turn: the remaining work for partial updates, and records for the replicas of deleted indexes. */
export interface BatchTurn {
  work: number
  copies?: RecordCopies
}

/** Throws `TURN_EXCEEDED` when a partial update takes more work than is left. */
export function applyOperation(store: Store, operation: PreparedOperation, task: OpenTask, turn?: BatchTurn): void {
  const row = store.findWritable(operation.index)
  switch (operation.action) {
    case 'save': {
      const target = row ?? store.create(operation.index, task.at)
      const { objectID, body } = operation.record
      store.records.put(target.id, objectID, body, task.task)
      touchRecords(store, target, task)
      return
    }
    case 'patch': {
      const { index, objectID, changes, createIfNotExists } = operation
      const json = row && store.records.readJson(row.id, objectID)
      if (turn !== undefined && (turn.work -= workOfPatch(json?.length ?? 0)) < 0) throw TURN_EXCEEDED
      const stored = json === undefined ? undefined : parseRecord(json)
      const patched = patchRecord(objectID, stored, changes, createIfNotExists)
      if (patched !== undefined) applyOperation(store, { action: 'save', index, record: prepareRecord(patched) }, task)
      return
    }
    case 'delete':
      if (row && store.records.delete(row.id, operation.objectID, task.task)) touchRecords(store, row, task)
      return
    case 'clear':
      if (row) clear(store, row, task)
      return
    case 'drop':
      if (row) drop(store, row, task, turn?.copies)
      store.served.delete(operation.index)
  }
}

/** Updates the row of the index once for each change, not for each record. */
function touchRecords({ indexes }: Store, row: IndexRow, { task }: OpenTask): void {
  if (row.records_task !== task) indexes.touchRecords(row.id, task)
}

function clear({ indexes, orphans }: Store, row: IndexRow, { task }: OpenTask): void {
  const id = indexes.reserveID()
  orphans.changeID(row, id)
  indexes.touchAllRecords(id, task)
}

function drop(store: Store, row: IndexRow, task: OpenTask, copies?: RecordCopies): void {
  for (const replica of store.indexes.replicasOf(row.id)) detach(store, replica, row, task, copies)
  store.orphans.removeIndex(row)
}
