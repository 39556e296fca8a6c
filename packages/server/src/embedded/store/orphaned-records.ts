/**
 * Records without an index. A dropped, cleared or replaced index loses its records at once by a change of its id; the rows are
 * deleted later, one turn at a time. Abandoned staged changes are deleted in the same way.
 */
import type { IndexRow } from '../database/index-table.ts'
import { PART_KINDS } from '../database/part-table.ts'
import type { Tables } from '../database/tables.ts'

/** One for each `Store`: reserved ids are in memory only. */
export class OrphanedRecords {
  readonly #tables: Tables
  #exist: boolean
  /** Ids under which records are being copied or staged, perhaps before an index has the id: their records are kept. */
  readonly #reserved = new Set<number>()

  constructor(tables: Tables) {
    this.#tables = tables
    this.#exist = this.#indexIDs().next().done !== true || tables.staged.indexIDs().length > 0
  }

  /** Whether there are rows to delete, those of an earlier process included. */
  get exist(): boolean {
    return this.#exist
  }

  isReserved(id: number): boolean {
    return this.#reserved.has(id)
  }

  /** Keeps the records that are written under this id until `release`. */
  reserve(id: number): void {
    this.#reserved.add(id)
    // If no index gets the id, the records under it have to be deleted.
    this.#exist = true
  }

  release(id: number): void {
    this.#reserved.delete(id)
  }

  /** Ids of records without an index: no table lists them, so each id of a record is looked up. */
  *#indexIDs(): Generator<number> {
    const { records, indexes } = this.#tables
    for (let id = records.nextIndexID(0); id !== undefined; id = records.nextIndexID(id))
      if (indexes.byID(id) === undefined) yield id
  }

  /** Gives the index the records of another id; its old records become orphans. To be called in a transaction. */
  changeID(row: IndexRow, id: number): void {
    const { indexes, parts, tasks } = this.#tables
    indexes.setID(row.id, id)
    indexes.relink(row.id, id)
    parts.give(row.id, id)
    tasks.give(row.id, id)
    this.#exist = true
  }

  /** Removes an index, but not its served generation. To be called in a transaction. */
  removeIndex(row: IndexRow): void {
    const { indexes, parts, tasks } = this.#tables
    for (const kind of PART_KINDS) parts.clear(row.id, kind)
    indexes.delete(row.id)
    tasks.publish(row.id, Number.MAX_SAFE_INTEGER)
    this.#exist = true
  }

  /** Removes one turn of rows; false when there are none left. To be called in a transaction. */
  removeTurn(): boolean {
    const { records, staged } = this.#tables
    for (const id of this.#indexIDs()) if (!this.#reserved.has(id) && records.removeTurn(id)) return true
    for (const id of staged.indexIDs()) if (!this.#reserved.has(id) && staged.removeTurn(id)) return true
    this.#exist = false
    return false
  }
}
