/** Builds the next generation of an index, as a base or as a delta over its base, and logs it. */
import type { Log } from '../../system/log.ts'
import { join } from 'node:path'
import type { IndexRow } from '../database/index-table.ts'
import type { DataFolder } from '../files/data-folder.ts'
import { type IndexThread, runBuild, runDelta } from './index-job.ts'
import type { Generation } from './open-generations.ts'

/** The parts that all builds share. */
export interface BuildContext {
  folder: DataFolder
  log: Log
  /** Aborts builds. */
  signal: AbortSignal
  /** Returns the thread that was started for the first build, once. */
  takeThread: () => IndexThread | undefined
}

/** The database and the folder of a job on an index. */
const placeOf = (
  { folder }: BuildContext,
  { id }: IndexRow,
): { database: string; folder: string; indexID: number } => ({
  database: folder.database,
  folder: join(folder.indexes, String(id)),
  indexID: id,
})

/** A base of all records; `undefined` when the index was deleted. */
export async function buildBase(context: BuildContext, row: IndexRow): Promise<Generation | undefined> {
  const start = performance.now()
  const built = await runBuild({ ...placeOf(context, row), kind: 'build' }, context.signal, context.takeThread())
  if (built === undefined) return undefined
  const { generation, settings, parts, replicas, entries, position, buffer } = built
  const ms = Math.round(performance.now() - start)
  const bytes = buffer.byteLength
  context.log({
    level: 'info',
    event: 'index-built',
    index: row.name,
    entries,
    bytes,
    ms,
    message: `Built the index of ${row.name}: ${entries} records in ${ms} ms`,
  })
  const held = { index_id: row.id, generation, base: generation, base_position: position, task: generation }
  const state = { ...held, name: row.name, settings, parts, replicas, entries, bytes, build_ms: ms }
  return { row: state, buffer, delta: undefined }
}

/** A delta of the changes since the base of `current`; `undefined` when a new base is needed, or the index was deleted. */
export async function buildChanges(
  context: BuildContext,
  row: IndexRow,
  { row: served, buffer }: Generation,
): Promise<Generation | undefined> {
  const start = performance.now()
  const base = { buffer, task: served.base, position: served.base_position, settings: served.settings }
  const built = await runDelta({ ...placeOf(context, row), kind: 'delta', base }, context.signal)
  if (built === undefined) return undefined
  const { generation, settings, parts, replicas, entries, changes, buffer: delta } = built
  const ms = Math.round(performance.now() - start)
  const bytes = buffer.byteLength + delta.byteLength
  context.log({
    level: 'info',
    event: 'index-updated',
    index: row.name,
    changes,
    entries,
    bytes,
    ms,
    message: `Updated the index of ${row.name}: ${changes} changes since its base in ${ms} ms`,
  })
  return {
    row: { ...served, name: row.name, generation, task: generation, settings, parts, replicas, entries, bytes },
    buffer,
    delta,
  }
}
