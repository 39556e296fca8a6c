/**
 * Stops writes when something else has damaged the files of the database: what would be written then is lost with the
 * process. What is stored can still be read by the connections that are open, so a copy of all of it is made at once,
 * beside the database; searches go on. The next start serves what is whole in the files.
 */
import { readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { backup } from 'node:sqlite'
import type { DatabaseSync } from 'node:sqlite'
import { ServerError } from '../errors.ts'
import type { Log } from '../log.ts'
import { makePrivateFile } from '../private-files.ts'
import { syncPath } from '../sync-path.ts'
import { DatabaseFiles } from './database-files.ts'

/** Why a database file is not whole; `undefined` when it is. Reads all of it. */
export type CheckDatabase = (path: string) => Promise<string | undefined>

/** The names of copies that were made of a damaged database, in a data folder. */
const RESCUED = /^rescued-.*\.db$/

/** The copies of a data folder that were made when its database was found damaged. */
export const rescuedCopies = (dataDir: string): string[] =>
  readdirSync(dataDir)
    .filter((name) => RESCUED.test(name))
    .map((name) => join(dataDir, name))

/** What to do about a copy, for the log and for `docent doctor`. */
export const rescuedSentence = (copy: string): string =>
  `${copy} holds all that was stored when the files of the database were found damaged, and the database may lack the latest of it: stop the server and bring the copy back with docent restore, or delete it.`

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
      const state = this.#files.look()
      if (state.kind === 'damaged') this.noteDamage(`${state.what} by another program`)
      if (state.kind === 'shortened') {
        const found = await this.#check(this.#path)
        if (found === undefined) this.#files.accept()
        else this.noteDamage(`${this.#path} was cut by another program (${found})`)
      }
    }
    if (this.#damage !== undefined) throw new ServerError('storage-failed', `The write was refused: ${this.#damage}`)
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
