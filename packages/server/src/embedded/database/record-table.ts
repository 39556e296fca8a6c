/** Records and their removals. */
import { hash } from 'node:crypto'
import type { SearchRecord } from '@docent/engine'
import { Statements } from './statements.ts'
import { TURN_BYTES, TURN_RECORDS } from './turn.ts'
import { parseRecord } from './stored-json.ts'

/** 20 bytes to compare bodies; not for security. */
export const recordDigest = (body: string): Uint8Array => hash('sha1', body, 'buffer')

/** Positions for the records of a new index, of which the last ones are added first: more than one index can have. */
const ROOM = 2 ** 28

/** Bodies are JSON texts. `task` is that of the last write, by which deltas find the changed records. */
export class RecordTable extends Statements {
  read(indexID: number, objectID: string): SearchRecord | undefined {
    const json = this.readJson(indexID, objectID)
    return json === undefined ? undefined : parseRecord(json)
  }

  readJson(indexID: number, objectID: string): string | undefined {
    const sql = 'SELECT body FROM records WHERE index_id = ? AND object_id = ?'
    return this.get<{ body: string }>(sql, indexID, objectID)?.body
  }

  put(indexID: number, objectID: string, body: string, task: number): void {
    this.run(
      `INSERT INTO records (index_id, object_id, body, digest, task) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (index_id, object_id) DO UPDATE SET body = excluded.body, digest = excluded.digest, task = excluded.task`,
      indexID,
      objectID,
      body,
      recordDigest(body),
      task,
    )
  }

  /**
   * Adds records, in their order, before all others of an index that is not served yet; their task is 0. A record that it has
   * already replaces the earlier one in its place.
   */
  putBefore(indexID: number, records: readonly { objectID: string; body: string }[]): void {
    const fresh = records.filter(({ objectID, body }) => {
      const sql = 'UPDATE records SET body = ?, digest = ? WHERE index_id = ? AND object_id = ?'
      return this.run(sql, body, recordDigest(body), indexID, objectID).changes === 0
    })
    const sql = `SELECT coalesce(
        (SELECT min(position) FROM records WHERE index_id = ?),
        coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'records'), 0) + ?) AS end`
    const end = this.get<{ end: number }>(sql, indexID, ROOM)?.end ?? ROOM
    for (const [i, { objectID, body }] of fresh.entries())
      this.run(
        'INSERT INTO records (position, index_id, object_id, body, digest, task) VALUES (?, ?, ?, ?, ?, 0)',
        end - fresh.length + i,
        indexID,
        objectID,
        body,
        recordDigest(body),
      )
  }

  delete(indexID: number, objectID: string, task: number): boolean {
    const { changes } = this.run('DELETE FROM records WHERE index_id = ? AND object_id = ?', indexID, objectID)
    if (changes === 0) return false
    this.run('INSERT OR REPLACE INTO removed (index_id, object_id, task) VALUES (?, ?, ?)', indexID, objectID, task)
    return true
  }

  /** The last position of one turn of records after `position`; `undefined` when there are none. */
  turnAfter(indexID: number, position: number): number | undefined {
    const rows = this.all<{ position: number; bytes: number }>(
      `SELECT position, octet_length(body) AS bytes FROM records
       WHERE index_id = ? AND position > ? ORDER BY position LIMIT ?`,
      indexID,
      position,
      TURN_RECORDS,
    )
    let bytes = 0
    const full = rows.find((row) => (bytes += row.bytes) >= TURN_BYTES)
    return (full ?? rows.at(-1))?.position
  }

  /** Removes one turn of the records and removals of a deleted index; false when there are none left. */
  removeTurn(indexID: number): boolean {
    const last = this.turnAfter(indexID, 0)
    if (last !== undefined)
      return this.run('DELETE FROM records WHERE index_id = ? AND position <= ?', indexID, last).changes > 0
    const sql = `DELETE FROM removed WHERE index_id = ? AND object_id IN (
      SELECT object_id FROM removed WHERE index_id = ? LIMIT ?)`
    return this.run(sql, indexID, indexID, TURN_RECORDS).changes > 0
  }

  /** The smallest id above `beyond` that has records or removals. */
  nextIndexID(beyond: number): number | undefined {
    const sql = `SELECT min(id) AS id FROM (
      SELECT min(index_id) AS id FROM records WHERE index_id > ?
      UNION ALL SELECT min(index_id) FROM removed WHERE index_id > ?)`
    return this.get<{ id: number | null }>(sql, beyond, beyond)?.id ?? undefined
  }

  /** Deletes the removals up to `task`: a base with that task does not contain the removed records. */
  forgetRemoved(indexID: number, task: number): void {
    this.run('DELETE FROM removed WHERE index_id = ? AND task <= ?', indexID, task)
  }

  /** Number of records that were written or removed after `task`, at most `limit`. */
  countChanged(indexID: number, task: number, limit: number): number {
    const sql = `SELECT count(*) AS n FROM (
        SELECT 1 FROM records WHERE index_id = ? AND task > ?
        UNION ALL SELECT 1 FROM removed WHERE index_id = ? AND task > ? LIMIT ?)`
    return this.get<{ n: number }>(sql, indexID, task, indexID, task, limit)?.n ?? 0
  }

  /** Copies the records between two positions to an index that is not served yet; their task is 0. */
  copy(fromID: number, toID: number, after: number, upTo: number): void {
    this.run(
      `INSERT INTO records (index_id, object_id, body, digest, task)
       SELECT ?, object_id, body, digest, 0 FROM records WHERE index_id = ? AND position > ? AND position <= ?
       ORDER BY position`,
      toID,
      fromID,
      after,
      upTo,
    )
  }

  count(indexID: number): number {
    return this.get<{ n: number }>('SELECT count(*) AS n FROM records WHERE index_id = ?', indexID)?.n ?? 0
  }

  /** Whether the index has more than `records` records, or its first `records` records have more than `bytes` bytes. */
  isLarger(indexID: number, records: number, bytes: number): boolean {
    const sql = `SELECT count(*) AS count, coalesce(sum(length), 0) AS length FROM (
      SELECT octet_length(body) AS length FROM records WHERE index_id = ? LIMIT ?)`
    const found = this.get<{ count: number; length: number }>(sql, indexID, records + 1)
    return found !== undefined && (found.count > records || found.length > bytes)
  }

  bytes(indexID: number): number {
    const sql = 'SELECT coalesce(sum(octet_length(body)), 0) AS n FROM records WHERE index_id = ?'
    return this.get<{ n: number }>(sql, indexID)?.n ?? 0
  }

  /** At most `limit` objectIDs after `objectID`, in their order; '' is before all. */
  objectIDsAfter(indexID: number, objectID: string, limit: number): string[] {
    const sql = 'SELECT object_id AS id FROM records WHERE index_id = ? AND object_id > ? ORDER BY object_id LIMIT ?'
    return this.all<{ id: string }>(sql, indexID, objectID, limit).map(({ id }) => id)
  }

  /** The digest of a record's body (`recordDigest`). */
  digest(indexID: number, objectID: string): Uint8Array | undefined {
    const sql = 'SELECT digest FROM records WHERE index_id = ? AND object_id = ?'
    return this.get<{ digest: Uint8Array }>(sql, indexID, objectID)?.digest
  }

  /**
   * Records that were added before `position`, the latest first, as JSON in UTF-8: at least one if there are any, at most `limit`,
   * and none after the one that exceeds `maxBytes`.
   */
  before(
    indexID: number,
    position: number,
    { limit, maxBytes }: { limit: number; maxBytes: number },
  ): { rows: { position: number; body: Uint8Array }[]; hasMore: boolean } {
    const sizes = this.all<{ position: number; bytes: number }>(
      `SELECT position, octet_length(body) AS bytes FROM records
       WHERE index_id = ? AND position < ? ORDER BY position DESC LIMIT ?`,
      indexID,
      position,
      limit + 1,
    )
    let bytes = 0
    const full = sizes.findIndex((row, i) => (bytes += row.bytes) > maxBytes || i === limit - 1)
    const last = full === -1 ? sizes.length - 1 : full
    const rows = this.all<{ position: number; body: Uint8Array }>(
      `SELECT position, CAST(body AS BLOB) AS body FROM records
       WHERE index_id = ? AND position < ? AND position >= ? ORDER BY position DESC`,
      indexID,
      position,
      sizes[last]?.position ?? position,
    )
    return { rows, hasMore: last < sizes.length - 1 }
  }
}
