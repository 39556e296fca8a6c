/** What searches of each name read: a generation, and the settings and parts that it is read with. */
import { Statements } from './statements.ts'

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
