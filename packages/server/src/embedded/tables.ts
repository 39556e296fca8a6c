/**
 * Rows of the database and the statements over them, one class for each table. Nothing here opens a transaction: a
 * change that spans tables is put together in `store.ts`.
 */
import { hash } from 'node:crypto'
import type { Rule, SearchRecord, Synonym } from '@docent/engine'
import type { IndexPart } from '../backend.ts'
import { Statements } from './statements.ts'

export interface IndexRow {
  id: number
  name: string
  /** JSON of what was set. */
  settings: string
  created_at: string
  updated_at: string
  last_task: number
  records_task: number
  /** Last change of all records at once, which no delta takes over. */
  cleared_task: number
  /** Of a replica: the index whose records it has. */
  primary_id: number | null
  /** 1 for a virtual replica. */
  is_virtual: 0 | 1
}

/** The index whose records, builds and tasks are those of this one: of a replica its primary, else itself. */
export const holderID = ({ id, primary_id }: IndexRow): number => primary_id ?? id

export interface ServedRow {
  name: string
  index_id: number
  generation: number
  /** Generation of the base, which is also the last task that it holds; the same as `generation` without a delta. */
  base: number
  /** Position of the latest record in the base: those beyond were added since. */
  base_position: number
  task: number
  settings: string
  /** JSON of `ServedParts`. */
  parts: string
  /** JSON of `ServedReplicas`. */
  replicas: string
  entries: number
  bytes: number
  build_ms: number
}

/** A record, and what tells whether another has the same body. */
interface DigestRow {
  position: number
  object_id: string
  digest: Uint8Array
}

/** Replicas of one index, by name. */
export const REPLICAS_OF = 'SELECT * FROM indexes WHERE primary_id = ? ORDER BY name'

export class IndexTable extends Statements {
  find(name: string): IndexRow | undefined {
    return this.get('SELECT * FROM indexes WHERE name = ?', name)
  }

  byID(id: number): IndexRow | undefined {
    return this.get('SELECT * FROM indexes WHERE id = ?', id)
  }

  list(): IndexRow[] {
    return this.all('SELECT * FROM indexes ORDER BY name')
  }

  /** The replicas of an index, by name. */
  replicasOf(id: number): IndexRow[] {
    return this.all(REPLICAS_OF, id)
  }

  /** Makes a replica of the index, or with `null` an index with records of its own. */
  link(id: number, primaryID: number | null, isVirtual: boolean): void {
    this.run('UPDATE indexes SET primary_id = ?, is_virtual = ? WHERE id = ?', primaryID, isVirtual ? 1 : 0, id)
  }

  /** The replicas of one index become those of another. */
  relink(fromID: number, toID: number): void {
    this.run('UPDATE indexes SET primary_id = ? WHERE primary_id = ?', toID, fromID)
  }

  create(name: string, at: string): IndexRow {
    this.run(
      `INSERT INTO indexes (name, settings, created_at, updated_at, last_task, records_task) VALUES (?, '{}', ?, ?, 0, 0)`,
      name,
      at,
      at,
    )
    const row = this.find(name)
    if (row === undefined) throw new Error(`The row of ${name} was just written`)
    return row
  }

  touch(id: number, task: number, at: string): void {
    this.run('UPDATE indexes SET last_task = ?, updated_at = ? WHERE id = ?', task, at, id)
  }

  touchRecords(id: number, task: number): void {
    this.run('UPDATE indexes SET records_task = ? WHERE id = ?', task, id)
  }

  /** For a change of all records at once. */
  touchAllRecords(id: number, task: number): void {
    this.run('UPDATE indexes SET records_task = ?, cleared_task = ? WHERE id = ?', task, task, id)
  }

  setSettings(id: number, settings: string): void {
    this.run('UPDATE indexes SET settings = ? WHERE id = ?', settings, id)
  }

  rename(id: number, name: string): void {
    this.run('UPDATE indexes SET name = ? WHERE id = ?', name, id)
  }

  delete(id: number): void {
    this.run('DELETE FROM indexes WHERE id = ?', id)
  }

  /** The index whose oldest task has waited longest, or whose served generation is missing or behind. */
  nextUnserved(): IndexRow | undefined {
    return this.get(
      `SELECT * FROM indexes AS i WHERE i.primary_id IS NULL AND NOT EXISTS (
         SELECT 1 FROM served AS s WHERE s.name = i.name AND s.index_id = i.id AND s.task >= i.last_task
       ) ORDER BY (SELECT coalesce(min(t.id), i.last_task) FROM tasks AS t WHERE t.index_id = i.id) LIMIT 1`,
    )
  }
}

/** 20 bytes; not a secret, only a change mark. */
export const recordDigest = (body: string): Uint8Array => hash('sha1', body, 'buffer')

export class RecordTable extends Statements {
  read(indexID: number, objectID: string): SearchRecord | undefined {
    const row = this.get<{ body: string }>(
      'SELECT body FROM records WHERE index_id = ? AND object_id = ?',
      indexID,
      objectID,
    )
    return row && (JSON.parse(row.body) as SearchRecord)
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

  delete(indexID: number, objectID: string, task: number): boolean {
    const { changes } = this.run('DELETE FROM records WHERE index_id = ? AND object_id = ?', indexID, objectID)
    if (changes === 0) return false
    this.run('INSERT OR REPLACE INTO removed (index_id, object_id, task) VALUES (?, ?, ?)', indexID, objectID, task)
    return true
  }

  clear(indexID: number): void {
    this.run('DELETE FROM records WHERE index_id = ?', indexID)
    this.forgetRemoved(indexID, Number.MAX_SAFE_INTEGER)
  }

  /** Lets go of what tells a delta which records are gone, where the base is as new as `task`. */
  forgetRemoved(indexID: number, task: number): void {
    this.run('DELETE FROM removed WHERE index_id = ? AND task <= ?', indexID, task)
  }

  /** How many records were written or removed after `task`; counts no further than `limit`. */
  countChanged(indexID: number, task: number, limit: number): number {
    const sql = `SELECT count(*) AS n FROM (
        SELECT 1 FROM records WHERE index_id = ? AND task > ?
        UNION ALL SELECT 1 FROM removed WHERE index_id = ? AND task > ? LIMIT ?)`
    return this.get<{ n: number }>(sql, indexID, task, indexID, task, limit)?.n ?? 0
  }

  copy(fromID: number, toID: number, task: number): void {
    this.run(
      `INSERT INTO records (index_id, object_id, body, digest, task)
       SELECT ?, object_id, body, digest, ? FROM records WHERE index_id = ? ORDER BY position`,
      toID,
      task,
      fromID,
    )
  }

  count(indexID: number): number {
    return this.get<{ n: number }>('SELECT count(*) AS n FROM records WHERE index_id = ?', indexID)?.n ?? 0
  }

  bytes(indexID: number): number {
    const sql = 'SELECT coalesce(sum(octet_length(body)), 0) AS n FROM records WHERE index_id = ?'
    return this.get<{ n: number }>(sql, indexID)?.n ?? 0
  }

  /** At most `limit` records that were added after `position`, the latest last; positions begin at 1. */
  digestsAfter(indexID: number, position: number, limit: number): DigestRow[] {
    return this.all(
      'SELECT position, object_id, digest FROM records WHERE index_id = ? AND position > ? ORDER BY position LIMIT ?',
      indexID,
      position,
      limit,
    )
  }

  /** At most `limit` records that were added before `position`, the latest first, as JSON in UTF-8. */
  before(indexID: number, position: number, limit: number): { position: number; body: Uint8Array }[] {
    return this.all(
      `SELECT position, CAST(body AS BLOB) AS body FROM records WHERE index_id = ? AND position < ? ORDER BY position DESC LIMIT ?`,
      indexID,
      position,
      limit,
    )
  }
}

/** Synonyms and rules that searches read, in the order of their adding. A kind without any is absent. */
export interface ServedParts {
  synonyms?: Synonym[]
  rules?: Rule[]
}

/** The parts of one index as the text of `ServedParts`, in a row with `parts`. */
export const SERVED_PARTS = `
  SELECT json_group_object(kind, json(list)) AS parts FROM (
    SELECT kind, json_group_array(json(body) ORDER BY position) AS list
    FROM parts WHERE index_id = ? GROUP BY kind ORDER BY kind
  )`

export class PartTable extends Statements {
  list(indexID: number, kind: string): IndexPart[] {
    const sql = 'SELECT body FROM parts WHERE index_id = ? AND kind = ? ORDER BY position'
    return this.all<{ body: string }>(sql, indexID, kind).map((row) => JSON.parse(row.body) as IndexPart)
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

  delete(indexID: number, kind: string, objectID: string): void {
    this.run('DELETE FROM parts WHERE index_id = ? AND kind = ? AND object_id = ?', indexID, kind, objectID)
  }

  clear(indexID: number, kind: string): void {
    this.run('DELETE FROM parts WHERE index_id = ? AND kind = ?', indexID, kind)
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

export class TaskTable extends Statements {
  /** The next task's number. Belongs to no index yet. */
  open(): number {
    return this.run('INSERT INTO tasks (index_id, opened_at) VALUES (0, ?)', Date.now()).lastID
  }

  assign(task: number, indexID: number): void {
    this.run('UPDATE tasks SET index_id = ? WHERE id = ?', indexID, task)
  }

  publish(indexID: number, upTo: number): void {
    this.run('DELETE FROM tasks WHERE index_id = ? AND id <= ?', indexID, upTo)
  }

  publishOne(task: number): void {
    this.run('DELETE FROM tasks WHERE id = ?', task)
  }

  isPending(task: number): boolean {
    return this.get('SELECT 1 FROM tasks WHERE id = ?', task) !== undefined
  }

  pending(indexID: number): number {
    return this.get<{ n: number }>('SELECT count(*) AS n FROM tasks WHERE index_id = ?', indexID)?.n ?? 0
  }

  allPending(): number {
    return this.get<{ n: number }>('SELECT count(*) AS n FROM tasks')?.n ?? 0
  }

  /** When the oldest task that waits was opened, in ms since 1970; `undefined` when none waits. */
  oldest(): number | undefined {
    return this.get<{ opened_at: number }>('SELECT opened_at FROM tasks ORDER BY id LIMIT 1')?.opened_at
  }

  /** The last number that was given out; 0 before the first. */
  last(): number {
    return this.get<{ seq: number }>(`SELECT seq FROM sqlite_sequence WHERE name = 'tasks'`)?.seq ?? 0
  }
}

export class ServedTable extends Statements {
  find(name: string): ServedRow | undefined {
    return this.get('SELECT * FROM served WHERE name = ?', name)
  }

  list(): ServedRow[] {
    return this.all('SELECT * FROM served ORDER BY name')
  }

  put(row: ServedRow): void {
    this.run(
      `INSERT OR REPLACE INTO served
         (name, index_id, generation, base, base_position, task, settings, parts, replicas, entries, bytes, build_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      row.name,
      row.index_id,
      row.generation,
      row.base,
      row.base_position,
      row.task,
      row.settings,
      row.parts,
      row.replicas,
      row.entries,
      row.bytes,
      row.build_ms,
    )
  }

  delete(name: string): void {
    this.run('DELETE FROM served WHERE name = ?', name)
  }
}
