/**
 * Atomic changes of records that exceed a turn, in three steps. The changes are staged in a table of their own, in turns; no reader
 * sees it. One transaction opens their task and commits them (`applying_task` of the index). Then they are applied to the records,
 * in turns again. Until that is done no build reads the index, so searches see the state before the change; only reads of single
 * records and browsing may see a part of it. If the process ends before the second step, nothing has changed; if it ends later,
 * the next start applies the rest.
 */
import { patchRecord } from '../../backend/patch.ts'
import type { OpenTask } from '../database/task-table.ts'
import { TURN_WORK } from '../database/turn.ts'
import type { Pause, RecordOperation } from './prepared.ts'
import type { Store } from './store.ts'
import { workOf, workOfPatch } from './turn-work.ts'
import { parseRecord } from '../database/stored-json.ts'

/** An index by its name, and the id that its records have. */
export type StagedIndex = readonly [name: string, id: number]

/** Stages the operations, calls `commit`, which calls `commitStaged` in a transaction, and applies the operations. */
export function* writeInTurns<Result>(
  store: Store,
  operations: readonly RecordOperation[],
  commit: (indexes: readonly StagedIndex[]) => Result,
): Generator<Pause, Result> {
  const names = [...new Set(operations.map(({ index }) => index))]
  for (const name of names) store.refuseReplica(name)
  store.checkPendingTasks(names)
  const indexes = store.transaction(() =>
    names.map((name): StagedIndex => [name, store.indexes.find(name)?.id ?? store.indexes.reserveID()]),
  )
  const ids = indexes.map(([, id]) => id)
  for (const id of ids) store.orphans.reserve(id)
  try {
    yield* stageAll(store, new Map(indexes), operations)
    return yield* commitInTurns(store, ids, () => commit(indexes))
  } finally {
    for (const id of ids) store.orphans.release(id)
  }
}

/** Calls `commit`, which calls `commitStaged` in a transaction, applies the staged changes, and releases the ids. */
export function* commitInTurns<Result>(
  store: Store,
  ids: readonly number[],
  commit: () => Result,
): Generator<Pause, Result> {
  const result = commit()
  try {
    yield* applyAll(store, ids)
  } catch (error) {
    store.needsRecovery = true
    throw error
  } finally {
    for (const id of ids) store.orphans.release(id)
  }
  return result
}

/** Removes the rows that an earlier change, refused while it was staged, has left. */
export function* clearStaged(store: Store, id: number): Generator<Pause, void> {
  while (store.transaction(() => store.staged.removeTurn(id))) yield {}
}

/** Commits the staged changes of an index, and creates a missing index. No effect when none are staged. */
export function commitStaged(store: Store, [name, id]: StagedIndex, { task, at }: OpenTask): void {
  store.refuseReplica(name)
  if (!store.staged.has(id)) return
  if (store.indexes.find(name) === undefined) store.indexes.setID(store.create(name, at).id, id)
  store.indexes.touchRecords(id, task)
  store.indexes.setApplying(id, task)
}

/** Applies the committed changes of an earlier process, or of a turn that failed. To be called before other changes. */
export function recoverStaged(store: Store): void {
  const ids = store.indexes.applying().filter((id) => !store.orphans.isReserved(id))
  for (const _ of applyAll(store, ids));
  store.needsRecovery = false
}

/** `ids` has the id of each index by name. No other change may write to these indexes before it ends. */
function* stageAll(
  store: Store,
  ids: ReadonlyMap<string, number>,
  operations: readonly RecordOperation[],
): Generator<Pause, void> {
  for (const id of ids.values()) yield* clearStaged(store, id)
  let done = 0
  const stageTurn = (): void => {
    for (let work = 0; work < TURN_WORK && done < operations.length; done++) {
      const operation = operations[done]
      const id = operation && ids.get(operation.index)
      if (operation !== undefined && id !== undefined) work += stage(store, id, operation)
    }
  }
  while (done < operations.length) {
    store.transaction(stageTurn)
    yield {}
  }
}

/** Stages one operation under the id of its index. Returns its work. */
function stage({ indexes, records, staged }: Store, id: number, operation: RecordOperation): number {
  if (operation.action === 'save') {
    staged.put(id, operation.record.objectID, operation.record.body)
    return workOf(operation)
  }
  const { objectID } = operation
  const before = staged.find(id, objectID)
  if (operation.action === 'delete') {
    const isKnown = before !== undefined || indexes.byID(id) !== undefined
    if (isKnown) staged.put(id, objectID, null)
    return workOf(operation)
  }
  const json = before === undefined ? records.readJson(id, objectID) : (before.body ?? undefined)
  const stored = json === undefined ? undefined : parseRecord(json)
  const patched = patchRecord(objectID, stored, operation.changes, operation.createIfNotExists)
  if (patched !== undefined) staged.put(id, objectID, JSON.stringify(patched))
  return workOfPatch(json?.length ?? 0)
}

function* applyAll(store: Store, ids: readonly number[]): Generator<Pause, void> {
  for (const id of ids) while (store.transaction(() => applyTurn(store, id))) yield {}
}

/** Applies one turn of committed changes; false when there are none left. */
function applyTurn({ indexes, records, staged }: Store, indexID: number): boolean {
  const task = indexes.byID(indexID)?.applying_task
  if (task === undefined || task === 0) return false
  const rows = staged.turn(indexID)
  for (const { object_id: objectID, body } of rows)
    if (body === null) records.delete(indexID, objectID, task)
    else records.put(indexID, objectID, body, task)
  const last = rows.at(-1)
  if (last === undefined) indexes.setApplying(indexID, 0)
  else staged.removeUpTo(indexID, last.position)
  return last !== undefined
}
