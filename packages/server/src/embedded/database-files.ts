/**
 * Whether the files of an open database are still what their names lead to, and no shorter than they were. SQLite goes on
 * with files that another program has removed or replaced: what it then writes is seen by its own connections and by
 * nobody after them. A look costs four system calls.
 *
 * Its log (`-wal`) is cut by others lawfully too: a checkpoint that has brought all of it into the database may empty it,
 * and the next write begins it anew, with another salt (https://www.sqlite.org/fileformat2.html#the_write_ahead_log).
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { basename } from 'node:path'

interface KnownFile {
  path: string
  dev: bigint
  ino: bigint
  bytes: bigint
}

/** The first bytes of a log: 0x377f0682 or 0x377f0683, by the order of bytes in its checksums. */
const LOG_MAGIC = 0x377f0682
const LOG_HEADER_BYTES = 32
const SALT = [16, 24] as const

/** `shortened`: only reading all of it tells whether anything is missing. */
export type FilesState = { kind: 'whole' | 'shortened' } | { kind: 'damaged'; what: string }

const WHOLE: FilesState = { kind: 'whole' }

const damaged = (path: string, what: string): FilesState => ({ kind: 'damaged', what: `${basename(path)} was ${what}` })

export class DatabaseFiles {
  readonly #files: KnownFile[]
  readonly #log: { path: string; handle: number } | undefined
  #salt: Buffer | undefined

  /** To be made when a connection to the database at `path` has read it, and closed after the last connection. */
  constructor(path: string) {
    this.#files = [path, `${path}-wal`, `${path}-shm`].flatMap((file) => {
      const stats = statSync(file, { bigint: true, throwIfNoEntry: false })
      return stats === undefined ? [] : [{ path: file, dev: stats.dev, ino: stats.ino, bytes: stats.size }]
    })
    const log = this.#files[1]?.path
    // No program locks the log, so this file may be opened and closed apart from SQLite; the other two may not.
    this.#log = log === undefined ? undefined : { path: log, handle: openSync(log, 'r') }
    this.#salt = this.#readSalt()
  }

  /** What is wrong with the files now; what was accepted is remembered. */
  look(): FilesState {
    let isShorter = false
    let isLogShorter = false
    for (const file of this.#files) {
      const stats = statSync(file.path, { bigint: true, throwIfNoEntry: false })
      if (stats === undefined) return damaged(file.path, 'removed')
      if (stats.ino !== file.ino || stats.dev !== file.dev) return damaged(file.path, 'replaced by another file')
      if (stats.size < file.bytes) {
        if (file.path === this.#log?.path) isLogShorter = true
        else isShorter = true
      } else file.bytes = stats.size
    }
    const log = this.#lookAtLog(isLogShorter)
    if (log.kind !== 'whole') return log
    return isShorter ? { kind: 'shortened' } : WHOLE
  }

  #lookAtLog(isShorter: boolean): FilesState {
    if (this.#log === undefined) return WHOLE
    const salt = this.#readSalt()
    const isSame = salt === undefined ? this.#salt === undefined : this.#salt !== undefined && salt.equals(this.#salt)
    if (salt?.length === 0) return damaged(this.#log.path, 'overwritten')
    if (salt === undefined) return isShorter ? { kind: 'shortened' } : WHOLE
    if (isSame && isShorter) return damaged(this.#log.path, 'cut')
    this.#salt = salt
    if (isShorter) this.#measure()
    return WHOLE
  }

  /** Of the log as it stands; `undefined` of an empty one, no bytes of one whose beginning is not a log's. */
  #readSalt(): Buffer | undefined {
    if (this.#log === undefined) return undefined
    const header = Buffer.alloc(LOG_HEADER_BYTES)
    const read = readSync(this.#log.handle, header, 0, LOG_HEADER_BYTES, 0)
    if (read === 0) return undefined
    return read < LOG_HEADER_BYTES || (header.readUInt32BE(0) & ~1) >>> 0 !== LOG_MAGIC
      ? Buffer.alloc(0)
      : header.subarray(...SALT)
  }

  #measure(): void {
    for (const file of this.#files)
      file.bytes = statSync(file.path, { bigint: true, throwIfNoEntry: false })?.size ?? file.bytes
  }

  /** What is shorter now has turned out to be whole. */
  accept(): void {
    this.#salt = this.#readSalt()
    this.#measure()
  }

  close(): void {
    if (this.#log !== undefined) closeSync(this.#log.handle)
  }
}
