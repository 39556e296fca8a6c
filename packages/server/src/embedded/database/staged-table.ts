/** Changes of records that are staged before they take effect (`store/staged.ts`). */
import { SAVED_BYTES, TURN_WORK } from './turn.ts'
import { Statements } from './statements.ts'

/** Positions before the first changes of an index, for changes that are staged before them. */
const ROOM = 2 ** 32

interface StagedRow {
  position: number
  object_id: string
  /** `null` removes the record. */
  body: string | null
}

/** Rows are applied in the order of their positions; a body of `null` removes the record. */
export class StagedTable extends Statements {
  put(indexID: number, objectID: string, body: string | null): void {
    this.run('INSERT INTO staged (index_id, object_id, body) VALUES (?, ?, ?)', indexID, objectID, body)
  }

  /**
   * Stages changes, in their order, before all other changes of the index. A change of a record that is staged already takes the
   * place of the earlier one.
   */
  putBefore(indexID: number, changes: readonly { objectID: string; body: string | null }[]): void {
    const fresh = changes.filter(({ objectID, body }) => {
      const sql = 'UPDATE staged SET body = ? WHERE index_id = ? AND object_id = ?'
      return this.run(sql, body, indexID, objectID).changes === 0
    })
    const sql = `SELECT coalesce(
        (SELECT min(position) FROM staged WHERE index_id = ?),
        (SELECT coalesce(max(position), 0) FROM staged) + ?) AS end`
    const end = this.get<{ end: number }>(sql, indexID, ROOM)?.end ?? ROOM
    for (const [i, { objectID, body }] of fresh.entries())
      this.run(
        'INSERT INTO staged (position, index_id, object_id, body) VALUES (?, ?, ?, ?)',
        end - fresh.length + i,
        indexID,
        objectID,
        body,
      )
  }

  /** The staged body of a record; `undefined` when no change of it is staged. */
  find(indexID: number, objectID: string): { body: string | null } | undefined {
    const sql = 'SELECT body FROM staged WHERE index_id = ? AND object_id = ? ORDER BY position DESC LIMIT 1'
    return this.get(sql, indexID, objectID)
  }

  has(indexID: number): boolean {
    return this.get('SELECT 1 FROM staged WHERE index_id = ? LIMIT 1', indexID) !== undefined
  }

  /** The first turn of staged changes, in order. */
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

  /** Removes one turn of changes that were abandoned; false when there are none. */
  removeTurn(indexID: number): boolean {
    const last = this.turn(indexID).at(-1)
    if (last !== undefined) this.removeUpTo(indexID, last.position)
    return last !== undefined
  }

  /** Ids of all indexes with staged changes. */
  indexIDs(): number[] {
    return this.all<{ id: number }>('SELECT DISTINCT index_id AS id FROM staged').map(({ id }) => id)
  }
}
