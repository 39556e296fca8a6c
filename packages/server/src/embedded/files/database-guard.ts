/**
 * Refuses writes after another program has damaged the files of the database, since they would be lost with the process. The
 * open connections can still read the stored data, so it is copied at once to a file beside the database. Searches go on. The
 * next start serves the readable part of the files.
 */
import { renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { backup, type DatabaseSync } from 'node:sqlite'
import { DatabaseFiles, type FilesState } from './database-files.ts'
import { rescuedSentence } from './rescued-copies.ts'
import type { Log } from '../../system/log.ts'
import { messageOf } from '../../system/message-of.ts'
import { makePrivateFile } from '../../system/private-files.ts'
import { syncPath } from '../../system/sync-path.ts'
import { ServerError } from '../../wire/errors.ts'

/** Reads a whole database file; resolves with the reason why it is damaged, or `undefined`. */
export type CheckDatabase = (path: string) => Promise<string | undefined>

/** Once damage is noted, the state lasts until the process ends. */
export class DatabaseGuard {
  readonly #path: string
  readonly #database: DatabaseSync
  readonly #check: CheckDatabase
  readonly #log: Log
  readonly #files: DatabaseFiles
  #damage: string | undefined
  #rescue: Promise<void> | undefined

  /** `database` is a connection to `path` that has read it and stays open. */
  constructor(path: string, database: DatabaseSync, check: CheckDatabase, log: Log) {
    this.#path = path
    this.#database = database
    this.#check = check
    this.#log = log
    this.#files = new DatabaseFiles(path)
  }

  /** One sentence about the damage; `undefined` without any. */
  get damage(): string | undefined {
    return this.#damage
  }

  /** To be called before a write begins and before it is acknowledged, within its turn. Throws `storage-failed`. */
  async expectWhole(): Promise<void> {
    if (this.#damage === undefined) {
      const { damage, isLogEmptied, isShortened } = this.#examine()
      if (damage !== undefined) this.noteDamage(`${damage} by another program`)
      else if (isLogEmptied && this.#needsLog())
        this.noteDamage(`${basename(this.#path)}-wal was cut by another program`)
      else if (isShortened) {
        const found = await this.#check(this.#path)
        if (found !== undefined) this.noteDamage(`${basename(this.#path)} was cut by another program (${found})`)
      }
    }
    if (this.#damage !== undefined) throw new ServerError('storage-failed', `The write was refused: ${this.#damage}`)
  }

  /** The files' state. Throws `storage-failed` where it cannot be read, as without the rights of their folder: that is no damage. */
  #examine(): FilesState {
    try {
      return this.#files.check()
    } catch (cause) {
      // Clients see it: the message of the system would name the path.
      const { code = 'unknown' } = cause as NodeJS.ErrnoException
      const message = `The write was refused, because the files of the database cannot be examined (${code})`
      throw new ServerError('storage-failed', message, { cause })
    }
  }

  /** Whether a part of the log is not yet in the database. */
  #needsLog(): boolean {
    // https://www.sqlite.org/pragma.html#pragma_wal_checkpoint: NOOP only reports. An older SQLite tries a checkpoint
    // instead, which fails when a part is missing.
    try {
      const row = this.#database.prepare('PRAGMA wal_checkpoint(NOOP)').get()
      return Number(row?.['log']) > Number(row?.['checkpointed'])
    } catch {
      return true
    }
  }

  /** Refuses all writes from now on and copies the stored data. `damage` is the beginning of a sentence. */
  noteDamage(damage: string): void {
    if (this.#damage !== undefined) return
    this.#damage = `${damage}; nothing more is stored until the server is started again`
    this.#log({ level: 'error', event: 'database-damaged', message: `${this.#damage}.` })
    this.#rescue = this.#copy()
  }

  async #copy(): Promise<void> {
    const name = `rescued-${new Date().toISOString().replaceAll(/[:.]/g, '')}.db`
    const target = join(dirname(this.#path), name)
    const partial = `${target}.partial`
    try {
      makePrivateFile(partial)
      await backup(this.#database, partial)
      const found = await this.#check(partial)
      if (found !== undefined) throw new Error(found)
      syncPath(partial)
      renameSync(partial, target)
      syncPath(dirname(target))
      this.#log({ level: 'warn', event: 'database-rescued', message: rescuedSentence(target) })
    } catch (error) {
      const message = `The stored data could not be copied (${messageOf(error)}): the next start serves the undamaged part of ${this.#path}.`
      this.#log({ level: 'error', event: 'database-not-rescued', message })
    } finally {
      for (const file of [partial, `${partial}-journal`, `${partial}-wal`, `${partial}-shm`])
        rmSync(file, { force: true })
    }
  }

  /** Waits for a running copy. To be called before the last connection is closed. */
  async settle(): Promise<void> {
    await this.#rescue
  }

  /** To be called when the last connection is closed. */
  close(): void {
    this.#files.close()
  }
}
