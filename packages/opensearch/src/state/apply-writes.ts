/**
 * Applies lists of operations, of one task or of many in a row: the result of all of them is written once for each record.
 * Stored records are read first, for their positions and for partial updates.
 *
 * A record whose version is not below the number of a task was already written by that task, on a server that crashed. Partial updates
 * of the task skip it, so no number is incremented twice; it is written again as it is, because it may have been read from a primary
 * that fails before another copy has it. Other operations have the same result twice.
 */
import type { SearchRecord } from '@docent/engine'
import { badRequest, patchRecord, type WriteOperation } from '@docent/server/backend'
import { placeRecords, refuseReplica, type ApplyContext } from './apply-context.ts'
import { readRecords } from './generation.ts'
import type { IndexState, TaskFacts } from './documents.ts'
import type { Draft } from './draft.ts'
import type { PlacedRecord } from './record-lines.ts'

/** A task with its operations. */
export interface WriteTask {
  facts: TaskFacts
  operations: readonly WriteOperation[]
}

interface WorkingRecord {
  record: SearchRecord | undefined
  /** Whether the record exists. Only this and the position are read of a record that is replaced. */
  exists: boolean
  position: number
  /** The task that wrote the stored record; 0 for none, and for a record without partial updates. */
  stored: number
  /** The last of the tasks that changed it. */
  changed: number | undefined
}

type Working = Map<string, WorkingRecord>

/** All records that the tasks change, by the id of their index. */
type Workspace = Map<number, Working>

const nothing = (): WorkingRecord => ({ record: undefined, exists: false, position: 0, stored: 0, changed: undefined })

/** The stored records that the tasks name, by the id of the index. */
async function readNamed(context: ApplyContext, tasks: readonly WriteTask[]): Promise<Workspace> {
  const { cluster, draft } = context
  const named = new Map<string, { all: Set<string>; whole: Set<string> }>()
  for (const operation of tasks.flatMap(({ operations }) => operations)) {
    if (operation.action !== 'save' && operation.action !== 'patch') continue
    const ids = named.get(operation.index) ?? { all: new Set(), whole: new Set() }
    named.set(operation.index, ids)
    if (operation.action === 'patch') ids.whole.add(operation.objectID)
    ids.all.add(operation.action === 'patch' ? operation.objectID : operation.record.objectID)
  }
  const workspace: Workspace = new Map()
  for (const [name, { all, whole }] of named) {
    const index = draft.find(name)
    if (index === undefined) continue
    const found = await readRecords(cluster, draft.target(index), [...all], (objectID) => whole.has(objectID))
    const records: Working = new Map()
    for (const [objectID, { record, position, task }] of found)
      records.set(objectID, {
        record,
        exists: true,
        position,
        stored: whole.has(objectID) ? task : 0,
        changed: undefined,
      })
    workspace.set(index.id, records)
  }
  return workspace
}

function recordsOf(workspace: Workspace, { id }: IndexState): Working {
  const records = workspace.get(id) ?? new Map<string, WorkingRecord>()
  workspace.set(id, records)
  return records
}

/** Changes a record. @param next its new state; `undefined` for no change. */
function change(
  workspace: Workspace,
  index: IndexState,
  { objectID, task }: { objectID: string; task: number },
  next: (before: WorkingRecord) => SearchRecord | 'gone' | undefined,
): void {
  // Each operation takes a position, used or not, so that positions do not depend on the server that applies the task.
  const fresh = index.nextPosition++
  const records = recordsOf(workspace, index)
  const before = records.get(objectID) ?? nothing()
  if (before.stored >= task) {
    records.set(objectID, { ...before, changed: before.stored })
    return
  }
  const record = next(before)
  if (record === undefined) return
  const position = before.exists ? before.position : fresh
  records.set(
    objectID,
    record === 'gone' ? { ...nothing(), changed: task } : { record, exists: true, position, stored: 0, changed: task },
  )
}

/** @param at the time of the task (ISO 8601). */
function applyOperation(draft: Draft, workspace: Workspace, operation: WriteOperation, task: number, at: string): void {
  refuseReplica(draft, operation.index)
  const existing = draft.find(operation.index)
  const ensured = (): IndexState => existing ?? draft.create(operation.index, task, at)
  switch (operation.action) {
    case 'save': {
      const { record } = operation
      return change(workspace, ensured(), { objectID: record.objectID, task }, () => record)
    }
    case 'patch': {
      const { objectID, changes, createIfNotExists } = operation
      if (existing === undefined && !createIfNotExists) return
      return change(workspace, ensured(), { objectID, task }, ({ record }) =>
        patchRecord(objectID, record, changes, createIfNotExists),
      )
    }
    case 'delete':
      if (existing) change(workspace, existing, { objectID: operation.objectID, task }, () => 'gone')
      return
    case 'clear':
      if (!existing) return
      draft.renew(existing, task)
      workspace.set(existing.id, new Map())
      return
    case 'drop':
      // An earlier task has detached the replicas (`detachReplicas`), unless another server has added some since.
      if (existing && draft.replicasOf(existing).length > 0)
        throw badRequest(`Index ${existing.name} has replicas: take them off before it is deleted`)
      if (existing) workspace.delete(existing.id)
      draft.drop(operation.index)
  }
}

/** Changes the draft and writes the records. */
export async function applyWrites(context: ApplyContext, tasks: readonly WriteTask[]): Promise<void> {
  const { draft } = context
  const workspace = await readNamed(context, tasks)
  const touched = new Map<number, IndexState>()
  for (const { facts, operations } of tasks) {
    const at = new Date(facts.storedAt).toISOString()
    for (const operation of operations) {
      const task = facts.number + facts.indexes.indexOf(operation.index)
      applyOperation(draft, workspace, operation, task, at)
    }
    for (const [i, name] of facts.indexes.entries()) {
      const index = draft.find(name)
      if (index === undefined) continue
      draft.touch(index, facts.number + i, at)
      touched.set(index.id, index)
    }
  }
  for (const index of touched.values()) {
    if (draft.find(index.name) !== index) continue
    const writes = writesIn(recordsOf(workspace, index))
    // A crashed server may have written all records already; then they only have to become visible.
    if (writes.length === 0 && draft.isPresent(index)) context.written.add(draft.target(index))
    else await placeRecords(context, index, writes)
  }
}

function writesIn(records: Working): PlacedRecord[] {
  return [...records].flatMap(([objectID, { record, position, changed }]) =>
    changed === undefined ? [] : [{ objectID, json: record && JSON.stringify(record), position, task: changed }],
  )
}
