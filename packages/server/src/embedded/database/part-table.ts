/** Synonyms and rules. */
import type { Rule, Synonym } from '@docent/engine'
import type { IndexPart, PartKind } from '../../wire/operations.ts'
import { Statements } from './statements.ts'
import { parseStored } from './stored-json.ts'

/** The values of the column `kind`. */
export const PART_KINDS: readonly PartKind[] = ['synonyms', 'rules']

/** Synonyms and rules that searches read, in the order of their addition. A kind without entries is absent. */
export interface ServedParts {
  synonyms?: Synonym[]
  rules?: Rule[]
}

/** Statement: the parts of one index as JSON of `ServedParts`, in the column `parts`. */
export const SERVED_PARTS = `
  SELECT json_group_object(kind, json(list)) AS parts FROM (
    SELECT kind, json_group_array(json(body) ORDER BY position) AS list
    FROM parts WHERE index_id = ? GROUP BY kind ORDER BY kind
  )`

/** An index has one part of a kind with an objectID; a saved part keeps the position of the one that it replaces. */
export class PartTable extends Statements {
  list(indexID: number, kind: string): IndexPart[] {
    const sql = 'SELECT body FROM parts WHERE index_id = ? AND kind = ? ORDER BY position'
    return this.all<{ body: string }>(sql, indexID, kind).map((row) =>
      parseStored<IndexPart>(row.body, 'A synonym or rule'),
    )
  }

  put(indexID: number, kind: string, part: IndexPart): void {
    this.run(
      `INSERT INTO parts (index_id, kind, object_id, body) VALUES (?, ?, ?, ?)
       ON CONFLICT (index_id, kind, object_id) DO UPDATE SET body = excluded.body`,
      indexID,
      kind,
      part.objectID,
      JSON.stringify(part),
    )
  }

  /** The number of parts, and the bytes of their JSON. */
  size(indexID: number, kind: string): { count: number; bytes: number } {
    const sql = `SELECT count(*) AS count, coalesce(sum(octet_length(body)), 0) AS bytes
      FROM parts WHERE index_id = ? AND kind = ?`
    return this.get(sql, indexID, kind) ?? { count: 0, bytes: 0 }
  }

  /** Bytes of the JSON of all parts of all indexes. Reads only the lengths: 30 ms for 160,000 parts of 400 bytes. */
  totalBytes(): number {
    return this.get<{ n: number }>('SELECT coalesce(sum(octet_length(body)), 0) AS n FROM parts')?.n ?? 0
  }

  delete(indexID: number, kind: string, objectID: string): void {
    this.run('DELETE FROM parts WHERE index_id = ? AND kind = ? AND object_id = ?', indexID, kind, objectID)
  }

  clear(indexID: number, kind: string): void {
    this.run('DELETE FROM parts WHERE index_id = ? AND kind = ?', indexID, kind)
  }

  /** Moves the parts of all kinds to another index. */
  give(fromID: number, toID: number): void {
    this.run('UPDATE parts SET index_id = ? WHERE index_id = ?', toID, fromID)
  }

  copy(fromID: number, toID: number, kind: string): void {
    this.run(
      `INSERT INTO parts (index_id, kind, object_id, body)
       SELECT ?, kind, object_id, body FROM parts WHERE index_id = ? AND kind = ? ORDER BY position`,
      toID,
      fromID,
      kind,
    )
  }
}
