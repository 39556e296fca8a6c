/**
 * Rows of the database and the statements over them, one class for each table. Nothing here opens a transaction: a
 * change that spans tables is put together in `store.ts`.
 */
import { hash } from 'node:crypto'
import type { Rule, SearchRecord, Synonym } from '@docent/engine'
import type { IndexPart } from '../wire/operations.ts'
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
  /** The task of staged changes that hold and are being put in place; 0 for none. Until then no build reads the index. */
  applying_task: number
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
export interface DigestRow {
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

  count(): number {
    return this.get<{ n: number }>('SELECT count(*) AS n FROM indexes')?.n ?? 0
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

  /** An id that no index has or had. */
  reserveID(): number {
    const { lastID } = this.run(
      `INSERT INTO indexes (name, settings, created_at, updated_at, last_task, records_task) VALUES ('', '', '', '', 0, 0)`,
    )
    this.delete(lastID)
    return lastID
  }

  setID(id: number, to: number): void {
    this.run('UPDATE indexes SET id = ? WHERE id = ?', to, id)
  }

  setSettings(id: number, settings: string): void {
    this.run('UPDATE indexes SET settings = ? WHERE id = ?', settings, id)
  }

  setApplying(id: number, task: number): void {
    this.run('UPDATE indexes SET applying_task = ? WHERE id = ?', task, id)
  }

  /** Ids of indexes whose staged changes hold and are not in place yet. */
  applying(): number[] {
    return this.all<{ id: number }>('SELECT id FROM indexes WHERE applying_task <> 0').map(({ id }) => id)
  }

  rename(id: number, name: string): void {
    this.run('UPDATE indexes SET name = ? WHERE id = ?', name, id)
  }

  delete(id: number): void {
    this.run('DELETE FROM indexes WHERE id = ?', id)
  }

  /** Ids of indexes whose served generation is missing or behind; first that whose oldest task has waited longest. */
  unserved(): number[] {
    return this.all<{ id: number }>(
      `SELECT i.id FROM indexes AS i WHERE i.applying_task = 0 AND i.primary_id IS NULL AND NOT EXISTS (
         SELECT 1 FROM served AS s WHERE s.name = i.name AND s.index_id = i.id AND s.task >= i.last_task
       ) ORDER BY (SELECT coalesce(min(t.id), i.last_task) FROM tasks AS t WHERE t.index_id = i.id)`,
    ).map(({ id }) => id)
  }
}

/** 20 bytes; not a secret, only a change mark. */
export const recordDigest = (body: string): Uint8Array => hash('sha1', body, 'buffer')

/** What is copied or removed in one turn of the thread that writes: some 50 ms. */
const TURN_RECORDS = 2000
const TURN_BYTES = 4 * 1024 * 1024

export class RecordTable extends Statements {
  read(indexID: number, objectID: string): SearchRecord | undefined {
    const json = this.readJson(indexID, objectID)
    return json === undefined ? undefined : (JSON.parse(json) as SearchRecord)
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

  delete(indexID: number, objectID: string, task: number): boolean {
    const { changes } = this.run('DELETE FROM records WHERE index_id = ? AND object_id = ?', indexID, objectID)
    if (changes === 0) return false
    this.run('INSERT OR REPLACE INTO removed (index_id, object_id, task) VALUES (?, ?, ?)', indexID, objectID, task)
    return true
  }

  /** The position up to which records after `position` are a turn's worth; `undefined` when there are none. */
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

  /** Removes a turn's worth of what an index that is gone has left. False when it has left nothing. */
  sweep(indexID: number): boolean {
    const last = this.turnAfter(indexID, 0)
    if (last !== undefined)
      return this.run('DELETE FROM records WHERE index_id = ? AND position <= ?', indexID, last).changes > 0
    const sql = `DELETE FROM removed WHERE index_id = ? AND object_id IN (
      SELECT object_id FROM removed WHERE index_id = ? LIMIT ?)`
    return this.run(sql, indexID, indexID, TURN_RECORDS).changes > 0
  }

  /** The first index beyond an id that has records, or has had some that are remembered. */
  nextIndexID(beyond: number): number | undefined {
    const sql = `SELECT min(id) AS id FROM (
      SELECT min(index_id) AS id FROM records WHERE index_id > ?
      UNION ALL SELECT min(index_id) FROM removed WHERE index_id > ?)`
    return this.get<{ id: number | null }>(sql, beyond, beyond)?.id ?? undefined
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

  /** Copies the records between two positions to an index that is not served yet: their tasks need not be told apart. */
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

  /** Whether there are more records than `records`, or more bytes in them than `bytes`; counts no further than `records`. */
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

  /** How many there are, and the bytes of their JSON. */
  size(indexID: number, kind: string): { count: number; bytes: number } {
    const sql = `SELECT count(*) AS count, coalesce(sum(octet_length(body)), 0) AS bytes
      FROM parts WHERE index_id = ? AND kind = ?`
    return this.get(sql, indexID, kind) ?? { count: 0, bytes: 0 }
  }

  delete(indexID: number, kind: string, objectID: string): void {
    this.run('DELETE FROM parts WHERE index_id = ? AND kind = ? AND object_id = ?', indexID, kind, objectID)
  }

  clear(indexID: number, kind: string): void {
    this.run('DELETE FROM parts WHERE index_id = ? AND kind = ?', indexID, kind)
  }

  /** Those of all kinds go over. */
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

export class TaskTable extends Statements {
  /** The next task's number. Belongs to no index yet. */
  open(): number {
    return this.run('INSERT INTO tasks (index_id, opened_at) VALUES (0, ?)', Date.now()).lastID
  }

  assign(task: number, indexID: number): void {
    this.run('UPDATE tasks SET index_id = ? WHERE id = ?', indexID, task)
  }

  /** Those that wait go over. */
  give(fromID: number, toID: number): void {
    this.run('UPDATE tasks SET index_id = ? WHERE index_id = ?', toID, fromID)
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
