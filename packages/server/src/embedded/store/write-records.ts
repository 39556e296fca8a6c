/** Changes of records. A change within a turn is one transaction; a larger one is staged first (`staged.ts`). */
import type { BatchReceipt, Receipt, WriteReceipt } from '../../backend/backend.ts'
import { readEncodedBatch, type EncodedBatch } from '../../backend/encoded-batch.ts'
import { badRequest } from '../../wire/errors.ts'
import { objectIDOf } from '../../wire/read-records.ts'
import { TURN_WORK } from '../database/turn.ts'
import { TURN_EXCEEDED, applyOperation, type BatchTurn } from './apply-operation.ts'
import { withCopies, type Detached, type RecordCopies } from './copy-records.ts'
import { isRecordOperation, prepareOperation, type Pause, type PreparedOperation } from './prepared.ts'
import { commitStaged, writeInTurns } from './staged.ts'
import type { Store } from './store.ts'
import { workOfAll } from './turn-work.ts'

/** Maximum work of the partial updates in a batch that also clears or deletes an index: other writes wait for it. About a second. */
const MIXED_WORK = 10 * TURN_WORK

/** Writes operations; each index gets a task of its own. */
export function* write(store: Store, operations: readonly PreparedOperation[]): Generator<Pause, WriteReceipt> {
  if (!operations.every(isRecordOperation))
    return yield* withCopies(store, droppedPrimaries(store, operations), (copies) =>
      writeMixed(store, operations, copies),
    )
  if (workOfAll(operations) <= TURN_WORK)
    try {
      return writeInOneTurn(store, operations, { work: TURN_WORK })
    } catch (error) {
      if (error !== TURN_EXCEEDED) throw error
    }
  return yield* writeInTurns(store, operations, (indexes) =>
    store.change(
      indexes.map(([name]) => name),
      ({ task: first, at }) => {
        const tasks = indexes.map((index, i) => {
          const task = { task: i === 0 ? first : store.tasks.open(), at }
          commitStaged(store, index, task)
          return { index: index[0], taskID: store.settle(index[0], task).taskID }
        })
        return { tasks, at }
      },
    ),
  )
}

/** Writes operations of which some concern a whole index: in one turn, so that all of them take effect at once. */
function writeMixed(store: Store, operations: readonly PreparedOperation[], copies: RecordCopies): WriteReceipt {
  try {
    return writeInOneTurn(store, operations, { work: MIXED_WORK, copies })
  } catch (error) {
    if (error !== TURN_EXCEEDED) throw error
    throw badRequest(
      'The batch clears or deletes an index and has partial updates of too many large records: send the updates in a batch of their own',
    )
  }
}

/** The indexes with replicas that the operations delete. */
function droppedPrimaries({ indexes }: Store, operations: readonly PreparedOperation[]): Detached[] {
  const names = new Set(operations.filter(({ action }) => action === 'drop').map(({ index }) => index))
  const rows = [...names].flatMap((name) => indexes.find(name) ?? [])
  return rows.map((primary) => ({ primary, replicas: indexes.replicasOf(primary.id) }))
}

/** Throws `TURN_EXCEEDED` when partial updates take more work than the turn has. */
function writeInOneTurn(store: Store, operations: readonly PreparedOperation[], turn: BatchTurn): WriteReceipt {
  // An index at the limit of waiting tasks can still be deleted.
  const limited = new Set(operations.filter(({ action }) => action !== 'drop').map(({ index }) => index))
  return store.change([...limited], ({ task: first, at }) => {
    const tasks = new Map<string, number>()
    for (const operation of operations) {
      const task = tasks.get(operation.index) ?? (tasks.size === 0 ? first : store.tasks.open())
      tasks.set(operation.index, task)
      applyOperation(store, operation, { task, at }, turn)
    }
    for (const [index, task] of tasks) store.settle(index, { task, at })
    if (tasks.size === 0) store.tasks.publishOne(first)
    return { tasks: [...tasks].map(([index, taskID]) => ({ index, taskID })), at }
  })
}

/** As `write`, of an encoded batch. Also throws the errors of `readEncodedBatch`. */
export function* writeBatch(store: Store, batch: EncodedBatch): Generator<Pause, BatchReceipt> {
  const operations = readEncodedBatch(batch)
  if (batch.index === undefined) yield { indexes: [...new Set(operations.map(({ index }) => index))] }
  const receipt = yield* write(store, operations.map(prepareOperation))
  return { ...receipt, objectIDs: operations.map(objectIDOf) }
}

/**
 * Unknown objectIDs are skipped. Throws a `ServerError` for a replica. Without objectIDs it is a task that changes
 * nothing.
 */
export function* deleteRecords(store: Store, index: string, objectIDs: readonly string[]): Generator<Pause, Receipt> {
  const operations = objectIDs.map((objectID) => ({ action: 'delete' as const, index, objectID }))
  if (operations.length === 0)
    return store.change([index], (task) => {
      store.refuseReplica(index)
      return store.settle(index, task)
    })
  const { tasks, at } = yield* write(store, operations)
  return { taskID: tasks[0]?.taskID ?? 0, at }
}
