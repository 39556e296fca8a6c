/**
 * The lock of a data folder, for one server at a time: an exclusive transaction on a database of its own. The operating
 * system releases it when the process ends, also after a crash, so no stale lock remains. The process id is in a file beside it,
 * because the locked database cannot be read. Only SQLite may open the locked file: closing it elsewhere would drop the
 * process's POSIX locks, so `makePrivateFile` opens no existing file.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type DataFolder, dataFolderFiles } from './data-folder.ts'
import { openFailure } from '../../system/open-failure.ts'
import { makePrivateFile } from '../../system/private-files.ts'
import { ServerError } from '../../wire/errors.ts'

const SQLITE_BUSY = 5

/** Wait (ms) for the lock: `isDataFolderLocked` of another process holds it for an instant. */
const PATIENCE_MS = 200

function holderOf(folder: DataFolder): string {
  try {
    return `process ${readFileSync(folder.lockPid, 'utf8').trim()}`
  } catch {
    return 'another process'
  }
}

/** Takes the lock; returns a function that releases it. Throws `data-folder-in-use` with the holder's pid, or `storage-failed`. */
export function lockDataFolder(folder: DataFolder): () => void {
  let database: DatabaseSync | undefined
  try {
    makePrivateFile(folder.lock)
    database = new DatabaseSync(folder.lock, { timeout: PATIENCE_MS })
    database.exec('BEGIN EXCLUSIVE')
    writeFileSync(folder.lockPid, `${process.pid}\n`, { mode: 0o600 })
  } catch (cause) {
    database?.close()
    if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY) throw openFailure(folder.lock, cause)
    throw new ServerError(
      'data-folder-in-use',
      `${folder.database} is in use by ${holderOf(folder)}; stop it, or choose another data folder`,
      { cause },
    )
  }
  return () => {
    rmSync(folder.lockPid, { force: true })
    database.close()
  }
}

/**
 * Whether a process has the lock of a data folder: after a crash, its process id may be that of another program. True as well where the
 * lock cannot be examined.
 */
export function isDataFolderLocked(dataDir: string): boolean {
  const { lock } = dataFolderFiles(dataDir)
  if (!existsSync(lock)) return false
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(lock, { readOnly: true, timeout: 0 })
    database.exec('SELECT 1 FROM sqlite_schema')
    return false
  } catch {
    return true
  } finally {
    database?.close()
  }
}
