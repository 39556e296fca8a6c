/**
 * Detects that another program has removed, replaced or shortened the files of an open database. SQLite itself continues
 * with the removed files, and its writes to them are lost with the process. A check costs four system calls.
 *
 * Shortening the log (`-wal`) can be legitimate: a checkpoint that has copied all of it into the database may empty it, and
 * the next write begins it again with another salt (https://www.sqlite.org/fileformat2.html#the_write_ahead_log).
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { basename } from 'node:path'

interface KnownFile {
  path: string
  dev: bigint
  ino: bigint
  bytes: bigint
}

/** The first bytes of a log: 0x377f0682 or 0x377f0683, by the byte order of its checksums. */
const LOG_MAGIC = 0x377f0682
const LOG_HEADER_BYTES = 32
const SALT = [16, 24] as const

/** The result of a check. */
export interface FilesState {
  /** Certain damage, as the beginning of a sentence. */
  damage?: string
  /** The log is empty and was not before: only SQLite can tell whether all of it is in the database. */
  isLogEmptied: boolean
  /** The database is shorter than before: only reading all of it shows whether data is missing. */
  isShortened: boolean
}

const WHOLE: FilesState = { isLogEmptied: false, isShortened: false }

const damaged = (path: string, what: string): FilesState => ({ ...WHOLE, damage: `${basename(path)} was ${what}` })

/** Remembers device, inode and size of the files as they are when it is created. */
export class DatabaseFiles {
  readonly #files: KnownFile[]
  readonly #log: { path: string; handle: number } | undefined
  #salt: Buffer | undefined

  /** To be created after a connection has read the database at `path`, and closed after the last connection. */
  constructor(path: string) {
    this.#files = [path, `${path}-wal`, `${path}-shm`].flatMap((file) => {
      const stats = statSync(file, { bigint: true, throwIfNoEntry: false })
      return stats === undefined ? [] : [{ path: file, dev: stats.dev, ino: stats.ino, bytes: stats.size }]
    })
    const log = this.#files[1]?.path
    // SQLite does not lock the log, so this is the only file that may be opened and closed without SQLite.
    this.#log = log === undefined ? undefined : { path: log, handle: openSync(log, 'r') }
    this.#salt = this.#readSalt()
  }

  /** Compares the files with the state of the last check: each change is reported once. */
  check(): FilesState {
    const shorter = new Set<string>()
    for (const file of this.#files) {
      const stats = statSync(file.path, { bigint: true, throwIfNoEntry: false })
      if (stats === undefined) return damaged(file.path, 'removed')
      if (stats.ino !== file.ino || stats.dev !== file.dev) return damaged(file.path, 'replaced by another file')
      if (stats.size < file.bytes) shorter.add(file.path)
      file.bytes = stats.size
    }
    const isShortened = this.#files.some(({ path }) => path !== this.#log?.path && shorter.has(path))
    if (this.#log === undefined) return { isLogEmptied: false, isShortened }
    const [before, now] = [this.#salt, this.#readSalt()]
    this.#salt = now
    const isLogShorter = shorter.has(this.#log.path)
    if (now?.length === 0) return damaged(this.#log.path, 'overwritten')
    if (isLogShorter && now !== undefined && before?.equals(now)) return damaged(this.#log.path, 'cut')
    return { isLogEmptied: now === undefined && before !== undefined, isShortened }
  }

  /** `undefined` for an empty log; no bytes for a file without the header of a log. */
  #readSalt(): Buffer | undefined {
    if (this.#log === undefined) return undefined
    const header = Buffer.alloc(LOG_HEADER_BYTES)
    const read = readSync(this.#log.handle, header, 0, LOG_HEADER_BYTES, 0)
    if (read === 0) return undefined
    return read < LOG_HEADER_BYTES || (header.readUInt32BE(0) & ~1) >>> 0 !== LOG_MAGIC
      ? Buffer.alloc(0)
      : header.subarray(...SALT)
  }

  close(): void {
    if (this.#log !== undefined) closeSync(this.#log.handle)
  }
}
