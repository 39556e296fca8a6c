/** The generation that searches of each name read, with the settings and parts that they read it with. */
import { Statements } from './statements.ts'

/** `settings` is JSON; `bytes` is the size of the generation's files, `build_ms` the time that its build took. */
export interface ServedRow {
  name: string
  index_id: number
  generation: number
  /** Generation of the base, and the last task in it; equal to `generation` without a delta. */
  base: number
  /** Position of the latest record in the base: records with larger positions were added later. */
  base_position: number
  /** The last task in the generation. */
  task: number
  settings: string
  /** JSON of `ServedParts`. */
  parts: string
  /** JSON of `ServedReplicas`. */
  replicas: string
  entries: number
  /** Bytes of base and delta. */
  bytes: number
  /** Duration (ms) of the build of the base. */
  build_ms: number
}

/** One row for each searchable name, replicas included. */
export class ServedTable extends Statements {
  find(name: string): ServedRow | undefined {
    return this.get('SELECT * FROM served WHERE name = ?', name)
  }

  list(): ServedRow[] {
    return this.all('SELECT * FROM served ORDER BY name')
  }

  /** Whether no index is searchable. */
  get isEmpty(): boolean {
    return this.get('SELECT 1 FROM served LIMIT 1') === undefined
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
