/**
 * Stops writes when something else has damaged the files of the database: what would be written then is lost with the
 * process. What is stored can still be read by the connections that are open, so a copy of all of it is made at once,
 * beside the database; searches go on. The next start serves what is whole in the files.
 */
import { renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { backup } from 'node:sqlite'
import type { DatabaseSync } from 'node:sqlite'
import { DatabaseFiles } from './database-files.ts'
import { rescuedSentence } from './rescued-copies.ts'
import type { Log } from '../../system/log.ts'
import { makePrivateFile } from '../../system/private-files.ts'
import { syncPath } from '../../system/sync-path.ts'
import { ServerError } from '../../wire/errors.ts'

/** Why a database file is not whole; `undefined` when it is. Reads all of it. */
export type CheckDatabase = (path: string) => Promise<string | undefined>

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

  /** One sentence about what is wrong; `undefined` when nothing is. */
  get damage(): string | undefined {
    return this.#damage
  }

  /** To be called before a write begins and before it is acknowledged, within its turn. Throws `storage-failed`. */
  async expectWhole(): Promise<void> {
    if (this.#damage === undefined) {
      const { damage, isLogEmptied, isShortened } = this.#files.look()
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

  /** Whether a part of the log is not in the database yet. */
  #needsLog(): boolean {
    // https://www.sqlite.org/pragma.html#pragma_wal_checkpoint: NOOP asks only. Where SQLite is too old to know it, it
    // tries a checkpoint, which fails by what is missing.
    try {
      const row = this.#database.prepare('PRAGMA wal_checkpoint(NOOP)').get()
      return Number(row?.['log']) > Number(row?.['checkpointed'])
    } catch {
      return true
    }
  }

  /** Ends all writing and copies what can be read. `what` says what is wrong, as the begin of a sentence. */
  noteDamage(what: string): void {
    if (this.#damage !== undefined) return
    this.#damage = `${what}; nothing more is stored until the server is started again`
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
      const message = `What was stored could not be copied (${(error as Error).message}): the next start serves what is whole in ${this.#path}.`
      this.#log({ level: 'error', event: 'database-not-rescued', message })
    } finally {
      for (const file of [partial, `${partial}-journal`, `${partial}-wal`, `${partial}-shm`])
        rmSync(file, { force: true })
    }
  }

  /** Waits for a copy that is being made. To be called before the last connection is closed. */
  async settle(): Promise<void> {
    await this.#rescue
  }

  /** To be called when the last connection is closed. */
  close(): void {
    this.#files.close()
  }
}
