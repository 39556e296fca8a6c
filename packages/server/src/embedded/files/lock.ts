/**
 * One server for one data folder. The lock is an exclusive transaction on a database of its own: the operating system
 * lets go of it when the process ends in any way, so no stale lock is ever left. The pid stands in a file beside it,
 * because the locked database itself cannot be read; it must not be opened by other means either, since closing it
 * would drop the process's POSIX locks: `makePrivateFile` opens none that is there.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { DataFolder } from './data-folder.ts'
import { openFailure } from '../../system/open-failure.ts'
import { makePrivateFile } from '../../system/private-files.ts'
import { ServerError } from '../../wire/errors.ts'

const SQLITE_BUSY = 5

function holderOf(folder: DataFolder): string {
  try {
    return `process ${readFileSync(folder.lockPid, 'utf8').trim()}`
  } catch {
    return 'another process'
  }
}

/** Takes the lock and gives the function that lets go of it. Throws `data-folder-in-use` with the holder's pid, and `storage-failed`. */
export function lockDataFolder(folder: DataFolder): () => void {
  let database: DatabaseSync | undefined
  try {
    makePrivateFile(folder.lock)
    database = new DatabaseSync(folder.lock, { timeout: 0 })
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
