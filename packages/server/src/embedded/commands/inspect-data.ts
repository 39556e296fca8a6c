/**
 * A report about a data folder, to diagnose faults. It changes and locks nothing, so it can run beside a server. It reads the
 * whole database and all index files, which takes seconds when they are large.
 */
import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { openDelta, openIndex, verifyIndex } from '@docent/engine'
import { DATABASE_VERSION, versionOf } from '../database/schema.ts'
import type { ServedRow } from '../database/served-table.ts'
import { dataFolderFiles, generationFiles, type DataFolder } from '../files/data-folder.ts'
import { rescuedCopies, rescuedSentence } from '../files/rescued-copies.ts'
import { messageOf } from '../../system/message-of.ts'
import { openFailure } from '../../system/open-failure.ts'
import { OTHERS } from '../../system/private-files.ts'
import { parseSettings } from '../database/stored-json.ts'

/** The content of a data folder, and its problems. */
export interface DataReport {
  indexes: { name: string; records: number; pendingTasks: number }[]
  keys: number
  events: number
  /** Set for a database of an older Docent: its content can be read after the next start, which migrates it. */
  format?: 'older'
  /** One sentence each: the problem and its remedy. */
  problems: string[]
}

/** Minimum free space: with less, a backup or the next index may not fit. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024

/** How far (ms) the clock may be behind the latest change: clocks of machines that share a folder differ. */
const CLOCK_MS = 3_600_000

/** Problems of file permissions. */
function problemsOfAccess(dataDir: string, { database }: DataFolder): string[] {
  const problems: string[] = []
  try {
    for (const path of [dataDir, database]) accessSync(path, constants.W_OK)
  } catch (error) {
    problems.push(`${dataDir} cannot be written to (${messageOf(error)}): run docent as the user who owns it.`)
  }
  if (process.platform !== 'win32' && (statSync(database).mode & OTHERS) !== 0)
    problems.push(`Other users of this machine can read ${database}, which holds the keys: chmod 600 it.`)
  return problems
}

function problemsOfSpace({ database }: DataFolder): string[] {
  const { bavail, bsize } = statfsSync(database)
  if (bavail * bsize >= LEAST_FREE_BYTES) return []
  return [`Only ${Math.round((bavail * bsize) / 1e6)} MB are free beside ${database}: delete or move other files.`]
}

/** Problems of the clock, which decides when keys expire. */
function problemsOfClock(latest: string | null): string[] {
  if (latest === null || Date.parse(latest) - Date.now() < CLOCK_MS) return []
  return [`An index was changed at ${latest}, and the clock says ${new Date().toISOString()}: set the clock.`]
}

/** The reason why the files of a generation cannot be read, as a sentence; `undefined` when they can. */
function damageOf(folder: DataFolder, row: ServedRow): string | undefined {
  const files = generationFiles(folder, row)
  const settings = parseSettings(row.settings)
  try {
    const base = openIndex(new Uint8Array(readFileSync(files.base)), settings)
    const { delta } = files
    verifyIndex(delta === undefined ? base : openDelta(base, new Uint8Array(readFileSync(delta)), settings))
    return undefined
  } catch (error) {
    return `The index file of ${row.name} cannot be read (${messageOf(error)}); the next start builds it again from the records.`
  }
}

function inspectDatabase(database: DatabaseSync, folder: DataFolder): DataReport {
  const all = <Row>(sql: string): Row[] => database.prepare(sql).all() as Row[]
  const count = (sql: string): number => Number((database.prepare(sql).get() as { n: number }).n)
  const problems: string[] = []
  const [check] = all<{ quick_check: string }>('PRAGMA quick_check(1)')
  if (check?.quick_check !== 'ok')
    problems.push(`${folder.database} is damaged (${check?.quick_check}): restore a backup with docent restore.`)
  for (const row of all<ServedRow>('SELECT * FROM served WHERE task >= 0')) {
    const damage = damageOf(folder, row)
    if (damage !== undefined) problems.push(damage)
  }
  const [{ latest } = { latest: null }] = all<{ latest: string | null }>(
    'SELECT max(updated_at) AS latest FROM indexes',
  )
  problems.push(...problemsOfClock(latest))
  return {
    indexes: all(
      `SELECT i.name, (SELECT count(*) FROM records AS r WHERE r.index_id = coalesce(i.primary_id, i.id)) AS records,
         (SELECT count(*) FROM tasks AS t WHERE t.index_id = i.id) AS pendingTasks FROM indexes AS i ORDER BY i.name`,
    ),
    keys: count('SELECT count(*) AS n FROM keys WHERE deleted_at IS NULL'),
    events: count('SELECT count(*) AS n FROM events'),
    problems,
  }
}

const empty = (...problems: string[]): DataReport => ({ indexes: [], keys: 0, events: 0, problems })

/** The state of a data folder; `undefined` when nothing was stored there yet. */
export function inspectData(dataDir: string): DataReport | undefined {
  const folder = dataFolderFiles(dataDir)
  if (!existsSync(folder.database)) return undefined
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(folder.database, { readOnly: true, timeout: 5000 })
    const version = versionOf(database)
    if (version > DATABASE_VERSION)
      return empty(`${folder.database} was written by a newer Docent (format ${version}): use that one.`)
    // The tables of an older format cannot be read before the next start has migrated them.
    const report: DataReport =
      version < DATABASE_VERSION ? { ...empty(), format: 'older' } : inspectDatabase(database, folder)
    report.problems.push(...problemsOfAccess(dataDir, folder), ...problemsOfSpace(folder))
    report.problems.push(...rescuedCopies(dataDir).map(rescuedSentence))
    return report
  } catch (error) {
    return empty(messageOf(openFailure(folder.database, error)))
  } finally {
    database?.close()
  }
}
