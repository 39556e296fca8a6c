/**
 * Backup and restore of the database. A backup is one SQLite file with all acknowledged writes; it has no index files, since
 * they are built from the records.
 *
 * A backup takes no lock: `VACUUM INTO` reads one state of the database in one transaction while a server writes. A restore
 * takes the lock of the data folder, so no server can run during it. There is a database at every moment of a restore: the
 * old one until a checked copy of the backup is renamed to its name.
 */
import { constants, copyFileSync, existsSync, openSync, closeSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DATABASE_VERSION, versionOf } from '../database/schema.ts'
import { dataFolderFiles, openDataFolder } from '../files/data-folder.ts'
import { lockDataFolder } from '../files/lock.ts'
import { messageOf } from '../../system/message-of.ts'
import { syncPath } from '../../system/sync-path.ts'
import { ServerError } from '../../wire/errors.ts'

/** The content of a backup. */
export interface BackupContent {
  indexes: number
  records: number
}

const notABackup = (file: string, why: string, cause?: unknown): ServerError =>
  new ServerError('not-a-backup', `${file} is not a backup of Docent, or it is damaged: ${why}`, { cause })

const numberOf = (database: DatabaseSync, sql: string): number =>
  Number((database.prepare(sql).get() as { n: number }).n)

/** Reads all of the file. Throws `not-a-backup` and `newer-database`. */
function checkBackup(file: string, shown: string): BackupContent {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { readOnly: true })
    const [result] = database.prepare('PRAGMA integrity_check(1)').all() as { integrity_check: string }[]
    if (result?.integrity_check !== 'ok') throw notABackup(shown, result?.integrity_check ?? 'it cannot be checked')
    const version = versionOf(database)
    if (version > DATABASE_VERSION) {
      const formats = `format ${version}, this one knows ${DATABASE_VERSION}`
      throw new ServerError('newer-database', `${shown} was written by a newer Docent (${formats}); use that one`)
    }
    if (version === 0) throw notABackup(shown, 'it has no format number')
    return {
      indexes: numberOf(database, 'SELECT count(*) AS n FROM indexes'),
      records: numberOf(database, 'SELECT count(*) AS n FROM records'),
    }
  } catch (error) {
    throw error instanceof ServerError ? error : notABackup(shown, messageOf(error), error)
  } finally {
    database?.close()
  }
}

/** Copies a database into an empty file, with the content of its write-ahead log. */
function copyWhole(source: string, target: string): void {
  const database = new DatabaseSync(source, { readOnly: true, timeout: 5000 })
  try {
    database.prepare('VACUUM INTO ?').run(target)
  } finally {
    database.close()
  }
}

/** Number of keys that a first start creates. */
const FIRST_KEYS = 2

/** Refuses a backup without content: the data folder is probably the wrong one. */
function refuseEmpty(file: string, source: string): void {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const has = (rows: string): boolean => database.prepare(`SELECT 1 FROM ${rows} LIMIT 1`).get() !== undefined
    if (has('indexes') || numberOf(database, 'SELECT count(*) AS n FROM keys') > FIRST_KEYS) return
    // An older format has no table of events.
    if (has(`sqlite_schema WHERE name = 'events'`) && has('events')) return
  } finally {
    database.close()
  }
  throw new ServerError(
    'not-found',
    `${source} holds no index, no event and no key but the first two, so there is nothing to back up: name the data folder of your server with --data`,
  )
}

function refuseExisting(file: string): void {
  if (existsSync(file))
    throw new ServerError('file-exists', `${file} exists already; give another name or move it away`)
}

/**
 * Writes a checked copy of the data folder's database to `file`, readable by its owner only, also while a server runs.
 * Throws a `ServerError`: `file-exists`, `not-found` when there is no database or no data in it, `newer-database`, `storage-failed`.
 */
export function backupData(dataDir: string, file: string): BackupContent {
  const { database: source } = dataFolderFiles(dataDir)
  if (!existsSync(source)) throw new ServerError('not-found', `There is no ${source}: nothing was stored there yet`)
  const target = resolve(file)
  refuseExisting(target)
  // Renamed when it is complete: an interrupted command leaves no file that looks like a backup.
  const partial = `${target}.${process.pid}.partial`
  try {
    // SQLite writes into an empty file and keeps its mode.
    closeSync(openSync(partial, 'wx', 0o600))
    copyWhole(source, partial)
    const content = checkBackup(partial, target)
    refuseEmpty(partial, source)
    syncPath(partial)
    refuseExisting(target)
    renameSync(partial, target)
    syncPath(dirname(target))
    return content
  } catch (cause) {
    if (cause instanceof ServerError) throw cause
    throw new ServerError('storage-failed', `${target} could not be written: ${messageOf(cause)}`, { cause })
  } finally {
    for (const file of [partial, `${partial}-journal`]) rmSync(file, { force: true })
  }
}

/** Path of the database that a restore has replaced, in the same folder. */
export const replacedDatabase = (dataDir: string): string => `${dataFolderFiles(dataDir).database}.before-restore`

/** Copies the write-ahead log into the database's own file. If the database is damaged, both files are kept. */
function foldLog(database: string, kept: string): void {
  let old: DatabaseSync | undefined
  try {
    // A program that reads it, such as a backup, does not lock the folder: the timeout waits for it.
    old = new DatabaseSync(database, { timeout: 5000 })
    old.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch {
    // A damaged database may be the reason for the restore: its log is kept beside it under SQLite's name.
  } finally {
    // Closed before the file is copied: copying closes a descriptor of the file, which drops the locks of open connections.
    old?.close()
  }
  // A log of the old database would damage the new one of the same name.
  if (existsSync(`${database}-wal`)) renameSync(`${database}-wal`, `${kept}-wal`)
  rmSync(`${database}-shm`, { force: true })
}

/**
 * Replaces the database of the data folder by a backup; the old one is kept as `replacedDatabase`. Indexes are built from
 * the records at the next start. Throws a `ServerError`: `not-a-backup`, `newer-database`, `data-folder-in-use` while a
 * server runs, `file-exists` when a database that an earlier restore replaced is still there.
 */
export function restoreData(dataDir: string, file: string): BackupContent {
  const source = resolve(file)
  if (!existsSync(source))
    throw new ServerError('not-found', `There is no file ${source}; give a file that docent backup wrote.`)
  const content = checkBackup(source, source)
  const folder = openDataFolder(dataDir)
  const unlock = lockDataFolder(folder)
  const kept = replacedDatabase(dataDir)
  const incoming = join(dirname(folder.database), 'docent.db.restoring')
  try {
    refuseExisting(kept)
    // Created with its mode before the copy, which contains keys.
    closeSync(openSync(incoming, 'w', 0o600))
    copyWhole(source, incoming)
    checkBackup(incoming, source)
    syncPath(incoming)
    if (existsSync(folder.database)) {
      foldLog(folder.database, kept)
      // The removal of the log must be on disk before another database has the name.
      syncPath(dirname(folder.database))
      copyFileSync(folder.database, kept, constants.COPYFILE_EXCL)
      syncPath(kept)
    }
    // Index files are named by numbers that the restored database may use for others.
    rmSync(folder.indexes, { recursive: true, force: true })
    renameSync(incoming, folder.database)
    syncPath(dirname(folder.database))
    return content
  } catch (cause) {
    if (cause instanceof ServerError) throw cause
    throw new ServerError('storage-failed', `${folder.database} could not be replaced: ${messageOf(cause)}`, { cause })
  } finally {
    for (const file of [incoming, `${incoming}-journal`]) rmSync(file, { force: true })
    unlock()
  }
}
