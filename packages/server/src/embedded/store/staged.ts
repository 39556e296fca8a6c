/**
 * Changes of records that are too much for one turn of the thread that writes, made so that they still are one step: first
 * they are staged beside the records, a turn's worth at a time, where nobody sees them; then one transaction takes their
 * task and says that they hold; then they are put in place, in turns again. While that lasts, searches see all of what was
 * before, since no build reads the index; only who reads single records or browses may meet a part of them. A process that
 * ends before the one transaction has changed nothing, and one that ends after it goes on at its next start.
 */
import type { SearchRecord } from '@docent/engine'
import { patchRecord } from '../../backend/patch.ts'
import { Statements } from '../database/statements.ts'
import type { PreparedOperation, Store } from './store.ts'
import type { Pause } from './writer.ts'

/** What one turn does: operations, each counted by its bytes too. About 100 ms. */
export const TURN_WORK = 4000
const SAVED_BYTES = 2048
/** A partial update reads, changes and writes the record as JSON. */
const PATCHED_BYTES = 512

/** Operations on records: those on whole indexes are quick, however much they remove. */
export type RecordOperation = Extract<PreparedOperation, { action: 'save' | 'patch' | 'delete' }>

/** How much work a partial update is, by the length of its record's JSON before it. */
export const workOfPatch = (length: number): number => 1 + length / PATCHED_BYTES

/** How much work an operation is, as far as that is known without looking at what is stored. */
export const workOf = (operation: PreparedOperation): number =>
  operation.action === 'save' ? 1 + operation.record.body.length / SAVED_BYTES : 1

interface StagedRow {
  position: number
  object_id: string
  /** `null` removes the record. */
  body: string | null
}

export class StagedTable extends Statements {
  put(indexID: number, objectID: string, body: string | null): void {
    this.run('INSERT INTO staged (index_id, object_id, body) VALUES (?, ?, ?)', indexID, objectID, body)
  }

  /** What a record is to become; `undefined` when nothing is staged for it. */
  find(indexID: number, objectID: string): { body: string | null } | undefined {
    const sql = 'SELECT body FROM staged WHERE index_id = ? AND object_id = ? ORDER BY position DESC LIMIT 1'
    return this.get(sql, indexID, objectID)
  }

  has(indexID: number): boolean {
    return this.get('SELECT 1 FROM staged WHERE index_id = ? LIMIT 1', indexID) !== undefined
  }

  /** A turn's worth, in order. */
  turn(indexID: number): StagedRow[] {
    const sql = `SELECT position, octet_length(body) AS bytes FROM staged WHERE index_id = ? ORDER BY position LIMIT ?`
    const sizes = this.all<{ position: number; bytes: number | null }>(sql, indexID, TURN_WORK)
    let work = 0
    const full = sizes.find(({ bytes }) => (work += 1 + (bytes ?? 0) / SAVED_BYTES) >= TURN_WORK)
    const last = (full ?? sizes.at(-1))?.position ?? 0
    return this.all(
      'SELECT position, object_id, body FROM staged WHERE index_id = ? AND position <= ? ORDER BY position',
      indexID,
      last,
    )
  }

  removeUpTo(indexID: number, position: number): void {
    this.run('DELETE FROM staged WHERE index_id = ? AND position <= ?', indexID, position)
  }

  /** The ids of all indexes for which something is staged. */
  indexIDs(): number[] {
    return this.all<{ id: number }>('SELECT DISTINCT index_id AS id FROM staged').map(({ id }) => id)
  }
}

type Tables = Pick<Store, 'transaction' | 'indexes' | 'records' | 'staged'>

/** Stages one operation under the id that its index has or is to have. How much work it was. */
function stage({ indexes, records, staged }: Tables, id: number, operation: RecordOperation): number {
  if (operation.action === 'save') {
    staged.put(id, operation.record.objectID, operation.record.body)
    return workOf(operation)
  }
  const { objectID } = operation
  const before = staged.find(id, objectID)
  const isKnown = before !== undefined || indexes.byID(id) !== undefined
  if (operation.action === 'delete') {
    if (isKnown) staged.put(id, objectID, null)
    return workOf(operation)
  }
  const json = before === undefined ? records.readJson(id, objectID) : (before.body ?? undefined)
  const stored = json === undefined ? undefined : (JSON.parse(json) as SearchRecord)
  const patched = patchRecord(objectID, stored, operation.changes, operation.createIfNotExists)
  if (patched !== undefined) staged.put(id, objectID, JSON.stringify(patched))
  return workOfPatch(json?.length ?? 0)
}

/** Stages all operations; `ids` has the id of each index. Nothing else writes to these indexes during that. */
export function* stageAll(
  tables: Tables,
  ids: ReadonlyMap<string, number>,
  operations: readonly RecordOperation[],
): Generator<Pause, void> {
  // Of one that was refused in its middle.
  for (const id of ids.values()) while (tables.transaction(() => dropTurn(tables, id))) yield {}
  let done = 0
  const stageTurn = (): void => {
    for (let work = 0; work < TURN_WORK && done < operations.length; done++) {
      const operation = operations[done]
      const id = operation && ids.get(operation.index)
      if (operation !== undefined && id !== undefined) work += stage(tables, id, operation)
    }
  }
  while (done < operations.length) {
    tables.transaction(stageTurn)
    yield {}
  }
}

/** Removes a turn's worth of what is staged and will not hold. False when there is nothing. */
export function dropTurn({ staged }: Tables, indexID: number): boolean {
  const last = staged.turn(indexID).at(-1)
  if (last !== undefined) staged.removeUpTo(indexID, last.position)
  return last !== undefined
}

/** Puts a turn's worth of what is staged and holds in place. False when all of it is. */
function applyTurn({ indexes, records, staged }: Tables, indexID: number): boolean {
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

/** Puts all that holds in place. */
export function* applyAll(tables: Tables, ids: Iterable<number>): Generator<Pause, void> {
  for (const id of ids) while (tables.transaction(() => applyTurn(tables, id))) yield {}
}
