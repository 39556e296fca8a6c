/** The rows of vectors of each index, with the records that have them; texts that several records have share a vector. */
import type { NearestRecords } from '@docent/engine'
import type { IndexVectors } from './messages.ts'
import type { Quantised } from './quantise.ts'
import { scan } from './scan.ts'
import type { VectorFile } from './vector-file.ts'

/** Nearest records that take part in an answer: as many as the engine orders by words. */
const NEAREST = 100
/**
 * Standard deviations above the mean of all similarities from which a record is added to the hits: models differ in the
 * similarities of texts that have nothing in common, from 0 to 0.7.
 */
const DEVIATIONS = 2

interface Table extends IndexVectors {
  rows: Uint32Array
  /** For each row the objectIDs of its records. */
  records: string[][]
}

/**
 * The rows of the file with vectors by index. A table that is being made replaces the former one when it is complete.
 */
export class IndexTables {
  readonly #file: VectorFile
  #tables = new Map<string, Table>()
  /** The table that is being made, by index. */
  readonly #next = new Map<string, { byRow: Map<number, string[]>; sections: number; embedded: number }>()

  constructor(file: VectorFile) {
    this.#file = file
  }

  /** Starts the table of an index anew. */
  begin(index: string): void {
    this.#next.set(index, { byRow: new Map(), sections: 0, embedded: 0 })
  }

  /** Adds a record. Without a row it counts as a section without a vector. */
  add(index: string, objectID: string, row: number | undefined): void {
    const next = this.#next.get(index)
    if (next === undefined) return
    next.sections++
    if (row === undefined) return
    next.embedded++
    const records = next.byRow.get(row)
    if (records === undefined) next.byRow.set(row, [objectID])
    else records.push(objectID)
  }

  /** The table is complete: scans read it. */
  finish(index: string): void {
    const next = this.#next.get(index)
    this.#next.delete(index)
    if (next === undefined) return
    const { byRow, sections, embedded } = next
    this.#tables.set(index, { rows: Uint32Array.from(byRow.keys()), records: [...byRow.values()], sections, embedded })
  }

  /** Removes all other indexes. */
  keep(names: readonly string[]): void {
    for (const name of this.#tables.keys()) if (!names.includes(name)) this.#tables.delete(name)
  }

  /** The rows of all tables. */
  used(): Set<number> {
    return new Set([...this.#tables.values()].flatMap(({ rows }) => [...rows]))
  }

  /** Renumbers all rows. */
  move(moved: ReadonlyMap<number, number>): void {
    const renumber = (row: number): number => moved.get(row) as number
    this.#tables = new Map(
      Array.from(this.#tables, ([name, table]) => [name, { ...table, rows: table.rows.map(renumber) }]),
    )
  }

  /** The nearest records; none for an unknown index. */
  nearest(index: string, query: Quantised): NearestRecords {
    const table = this.#tables.get(index)
    if (table === undefined || query.levels.length !== this.#file.dimensions) return { records: [], addFrom: 1 }
    const { best, mean, deviation } = scan(this.#file.vectors, table.rows, query, NEAREST)
    const records = best.flatMap(({ at, similarity }) =>
      (table.records[at] ?? []).map((objectID) => ({ objectID, similarity: Math.round(similarity * 1000) / 1000 })),
    )
    return { records: records.slice(0, NEAREST), addFrom: mean + DEVIATIONS * deviation }
  }

  /** Sections and vectors of each index. */
  counts(): Record<string, IndexVectors> {
    return Object.fromEntries(
      Array.from(this.#tables, ([name, { sections, embedded }]) => [name, { sections, embedded }]),
    )
  }
}
