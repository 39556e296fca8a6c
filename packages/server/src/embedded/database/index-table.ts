/** The table of indexes, replicas included. */
import { Statements } from './statements.ts'

/** Times are ISO 8601 in UTC; task numbers only grow. */
export interface IndexRow {
  id: number
  name: string
  /** JSON of the settings that were set. */
  settings: string
  created_at: string
  updated_at: string
  /** Task of the last change. */
  last_task: number
  /** Task of the last change of a record. */
  records_task: number
  /** Task of the last change of all records at once, which no delta can hold. */
  cleared_task: number
  /** Task of staged changes that are being applied, 0 for none. No build reads the index before that is done. */
  applying_task: number
  /** The id of a replica's primary. */
  primary_id: number | null
  /** 1 for a virtual replica. */
  is_virtual: 0 | 1
}

/** The id of the index that has the records, builds and tasks of this one: a replica's primary, else its own. */
export const holderID = ({ id, primary_id }: IndexRow): number => primary_id ?? id

/** Statement: the replicas of one index, ordered by name. */
export const REPLICAS_OF = 'SELECT * FROM indexes WHERE primary_id = ? ORDER BY name'

/** Reads and writes rows; names are unique, ids are never used again. */
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

  /** Ordered by name. */
  replicasOf(id: number): IndexRow[] {
    return this.all(REPLICAS_OF, id)
  }

  /** Makes the index a replica; with `null`, an index with records of its own. */
  link(id: number, primaryID: number | null, isVirtual: boolean): void {
    this.run('UPDATE indexes SET primary_id = ?, is_virtual = ? WHERE id = ?', primaryID, isVirtual ? 1 : 0, id)
  }

  /** Gives the replicas of one index to another. */
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

  /** Records that a task has changed all records at once. */
  touchAllRecords(id: number, task: number): void {
    this.run('UPDATE indexes SET records_task = ?, cleared_task = ? WHERE id = ?', task, task, id)
  }

  /** Returns an id that was never used. */
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

  /** Ids of indexes with committed staged changes that are not all applied. */
  applying(): number[] {
    return this.all<{ id: number }>('SELECT id FROM indexes WHERE applying_task <> 0').map(({ id }) => id)
  }

  rename(id: number, name: string): void {
    this.run('UPDATE indexes SET name = ? WHERE id = ?', name, id)
  }

  delete(id: number): void {
    this.run('DELETE FROM indexes WHERE id = ?', id)
  }

  /** Ids of indexes whose served generation is missing or outdated, ordered by their oldest waiting task. */
  unserved(): number[] {
    return this.all<{ id: number }>(
      `SELECT i.id FROM indexes AS i WHERE i.applying_task = 0 AND i.primary_id IS NULL AND NOT EXISTS (
         SELECT 1 FROM served AS s WHERE s.name = i.name AND s.index_id = i.id AND s.task >= i.last_task
       ) ORDER BY (SELECT coalesce(min(t.id), i.last_task) FROM tasks AS t WHERE t.index_id = i.id)`,
    ).map(({ id }) => id)
  }
}
