/** The thread of one job of `index-job.ts`: it receives the job, posts one result and ends. */
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { SearchRecord } from '@docent/engine'
import {
  buildDelta,
  buildIndexInPieces,
  buildSettingsKey,
  EngineError,
  openDelta,
  openIndex,
} from '@docent/engine/building'
import { readShared } from '../files/data-folder.ts'
import type { IndexRow } from '../database/index-table.ts'
import { readBuildSettings, readSearchSettings } from '../database/search-settings.ts'
import type {
  BuildJob,
  Built,
  BuiltDelta,
  DeltaJob,
  FromIndexWorker,
  IndexJob,
  IndexThreadData,
  ToIndexWorker,
} from './index-job.ts'
import { lowerPriority } from '../../system/thread-priority.ts'
import { parseRecord, parseSettings } from '../database/stored-json.ts'

/** Builds take seconds of a core, so searches and writes have a higher priority. */
const BUILD_PRIORITY = 10

const parseRow = (row: unknown): SearchRecord => parseRecord((row as { body: string }).body)

/**
 * Writes a generation's file atomically: under a temporary name, synced, renamed, and the folder synced. Returns its bytes. The
 * pieces are freed before, since with them an index would be in memory twice.
 */
function writeFile(folder: string, name: string, pieces: readonly Uint8Array[]): SharedArrayBuffer {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, name)
  try {
    writePieces(`${path}.new`, pieces)
    renameSync(`${path}.new`, path)
  } catch (error) {
    // On a full disk, each failed build would take more of the space that later ones need.
    rmSync(`${path}.new`, { force: true })
    throw error
  }
  const directory = openSync(folder, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
  return readShared(path)
}

function writePieces(path: string, pieces: readonly Uint8Array[]): void {
  const file = openSync(path, 'w', 0o600)
  try {
    for (const piece of pieces) {
      writeFileSync(file, piece)
      if (piece.buffer instanceof ArrayBuffer) piece.buffer.transfer(0)
    }
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** The index; `undefined` while staged changes are being applied, because a build would contain a part of them. */
const rowOf = (database: DatabaseSync, indexID: number): IndexRow | undefined =>
  database.prepare('SELECT * FROM indexes WHERE id = ? AND applying_task = 0').get(indexID) as IndexRow | undefined

function build(job: BuildJob, database: DatabaseSync): Built | undefined {
  const row = rowOf(database, job.indexID)
  if (row === undefined) return undefined
  let entries = 0
  let position = 0
  // Read by the engine as often as it needs: no record is kept.
  const records = {
    *[Symbol.iterator](): Generator<SearchRecord> {
      const sql = 'SELECT position, body FROM records WHERE index_id = ? ORDER BY position DESC'
      entries = 0
      position = 0
      for (const each of database.prepare(sql).iterate(job.indexID)) {
        entries++
        position = Math.max(position, Number(each['position']))
        yield parseRow(each)
      }
    },
  }
  const state = readSearchSettings(database, row)
  const pieces = buildIndexInPieces(records, readBuildSettings(database, row))
  const buffer = writeFile(job.folder, `${row.last_task}.idx`, pieces)
  return { generation: row.last_task, settings: row.settings, ...state, entries, position, buffer }
}

/**
 * A delta of the changes since the base. The latest records come first, as in a base; a record that was removed and written
 * again is an addition, because its position is new.
 */
function buildChanges({ base, ...job }: DeltaJob, database: DatabaseSync): BuiltDelta | undefined {
  const row = rowOf(database, job.indexID)
  if (row === undefined || row.cleared_task > base.task) return undefined
  const settings = parseSettings(row.settings)
  if (buildSettingsKey(settings) !== buildSettingsKey(parseSettings(base.settings))) return undefined
  const rows = database
    .prepare('SELECT position, body FROM records WHERE index_id = ? AND task > ? ORDER BY position DESC')
    .all(job.indexID, base.task)
  const records = (added: boolean): SearchRecord[] =>
    rows.filter((each) => Number(each['position']) > base.position === added).map(parseRow)
  const gone = database
    .prepare('SELECT object_id FROM removed WHERE index_id = ? AND task > ?')
    .all(job.indexID, base.task)
  const deleted = gone.map((each) => String(each['object_id']))
  try {
    const index = openIndex(new Uint8Array(base.buffer), settings)
    const bytes = buildDelta(index, { added: records(true), replaced: records(false), deleted }, settings)
    const entries = openDelta(index, bytes).liveCount
    const buffer = writeFile(job.folder, `${row.last_task}.delta`, [bytes])
    const changes = rows.length + deleted.length
    const state = readSearchSettings(database, row)
    return { generation: row.last_task, settings: row.settings, ...state, entries, changes, buffer }
  } catch (error) {
    if (error instanceof EngineError && error.code === 'index_base') return undefined
    throw error
  }
}

/** SQLite's message about the first damage. */
function check(database: DatabaseSync): string | undefined {
  const [found] = database.prepare('PRAGMA quick_check(1)').all()
  return found?.['quick_check'] === 'ok' ? undefined : String(found?.['quick_check'])
}

async function run(job: IndexJob, database: DatabaseSync): Promise<unknown> {
  if (job.kind === 'check') return check(database)
  if (job.kind === 'build') return build(job, database)
  if (job.kind === 'delta') return buildChanges(job, database)
  // Loaded here: it searches, and the thread of a build starts in half the time without the modules of a search.
  const { match } = await import('./match.ts')
  return match(job, database)
}

if ((workerData as IndexThreadData).yields) lowerPriority(BUILD_PRIORITY)

const post = (message: FromIndexWorker): void => parentPort?.postMessage(message)

parentPort?.once('message', async (job: ToIndexWorker) => {
  if (job === 'end') return
  post('started')
  post({ result: await readAndRun(job) })
})

/** Closes the database before the result is posted: the receiver may replace the file. */
async function readAndRun(job: IndexJob): Promise<unknown> {
  const database = new DatabaseSync(job.database, { readOnly: true, timeout: 5000 })
  try {
    database.exec('BEGIN')
    return await run(job, database)
  } finally {
    database.close()
  }
}
