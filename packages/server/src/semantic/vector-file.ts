/**
 * The vectors of one model, by the hash of their texts: in memory, and in a file to which new ones are appended. Rows have a fixed
 * length and a checksum, so a torn or damaged row is left out and its text is embedded again.
 *
 *   header   magic (8), number of dimensions (4, little endian)
 *   row      hash of the text (16), scale (4, float), levels (1 for each dimension), CRC-32 of these (4)
 */
import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { syncPath } from '../system/sync-path.ts'
import type { SemanticModel } from './endpoint.ts'
import { MAX_DIMENSIONS, type Quantised } from './quantise.ts'
import type { Vectors } from './scan.ts'

const MAGIC = 'DOCVEC01'
const HEADER_BYTES = 12
const HASH_BYTES = 16
const LEVELS_AT = HASH_BYTES + 4
const CRC_BYTES = 4

/** Rows of the first allocation; it doubles. */
const FIRST_ROWS = 1024

/** A hash of a text, as 16 characters of one byte each. */
export type TextHash = string

/** The first 16 bytes of the SHA-256 of the text in UTF-8, as a string of bytes (latin1): a compact key of a `Map`. */
export const hashOf = (text: string): TextHash =>
  createHash('sha256').update(text).digest().toString('latin1', 0, HASH_BYTES)

/** The path of a model's file: another model or address has other vectors. */
export function vectorPath(folder: string, { url, model }: SemanticModel): string {
  const name = createHash('sha256')
    .update(JSON.stringify([url, model]))
    .digest('hex')
    .slice(0, 16)
  return join(folder, `${name}.vectors`)
}

/** Synchronous, since it is used in a thread of its own; one process writes a file at a time. */
export class VectorFile {
  readonly #path: string
  #file: number | undefined
  #dimensions = 0
  #levels = new Int8Array(0)
  #scales = new Float32Array(0)
  #rowOf = new Map<TextHash, number>()

  /** Opens the file, or starts an empty one with the first vectors. Throws the errors of the file system. */
  constructor(path: string) {
    this.#path = path
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    if (existsSync(path)) this.#read()
  }

  /** The number of dimensions; 0 without vectors. */
  get dimensions(): number {
    return this.#dimensions
  }

  /** The number of vectors. */
  get size(): number {
    return this.#rowOf.size
  }

  get vectors(): Vectors {
    return { dimensions: this.#dimensions, levels: this.#levels, scales: this.#scales }
  }

  rowOf(hash: TextHash): number | undefined {
    return this.#rowOf.get(hash)
  }

  /** Adds vectors; they are on disk when it returns. Throws where their length is not that of the others. */
  add(added: readonly (Quantised & { hash: TextHash })[]): void {
    const fresh = added.filter(({ hash }) => !this.#rowOf.has(hash))
    const [first] = fresh
    if (first === undefined) return
    if (this.#dimensions === 0) this.#dimensions = first.levels.length
    const wrong = fresh.find(({ levels }) => levels.length !== this.#dimensions)
    if (wrong !== undefined)
      throw new Error(
        `the model returns ${wrong.levels.length} dimensions, and ${this.#path} has ${this.#dimensions}: delete the file to embed all sections again`,
      )
    const bytes = Buffer.concat(fresh.map((each) => rowBytes(each)))
    const file = (this.#file ??= this.#create())
    const { size } = fstatSync(file)
    try {
      writeAll(file, bytes)
      fdatasyncSync(file)
    } catch (error) {
      // Half a row, on a full disk, would move the rows after it.
      ftruncateSync(file, size)
      throw error
    }
    for (const each of fresh) this.#put(each)
  }

  /**
   * Rewrites the file with the `used` rows only, and returns their new numbers by old number. A text whose row is removed is
   * embedded again if it comes back.
   */
  compact(used: ReadonlySet<number>): Map<number, number> {
    const moved = new Map<number, number>()
    const kept = [...this.#rowOf].filter(([, row]) => used.has(row))
    const { levels, scales } = this.vectors
    const rows = kept.map(([hash, row]): Quantised & { hash: TextHash } => {
      const from = row * this.#dimensions
      return { hash, levels: levels.slice(from, from + this.#dimensions), scale: scales[row] as number }
    })
    const temporary = `${this.#path}.new`
    const file = openSync(temporary, 'w', 0o600)
    try {
      writeAll(file, this.#header())
      for (const row of rows) writeAll(file, rowBytes(row))
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    this.close()
    renameSync(temporary, this.#path)
    syncPath(dirname(this.#path))
    this.#file = openSync(this.#path, 'a', 0o600)
    this.#clear()
    for (const [at, row] of rows.entries()) {
      moved.set((kept[at] as [TextHash, number])[1], at)
      this.#put(row)
    }
    return moved
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #clear(): void {
    this.#rowOf = new Map()
    this.#levels = new Int8Array(0)
    this.#scales = new Float32Array(0)
  }

  #put({ hash, levels, scale }: Quantised & { hash: TextHash }): void {
    const row = this.#rowOf.size
    if (row >= this.#scales.length) {
      const rows = Math.max(FIRST_ROWS, row * 2)
      const [old, oldScales] = [this.#levels, this.#scales]
      this.#levels = new Int8Array(rows * this.#dimensions)
      this.#scales = new Float32Array(rows)
      this.#levels.set(old)
      this.#scales.set(oldScales)
    }
    this.#levels.set(levels, row * this.#dimensions)
    this.#scales[row] = scale
    this.#rowOf.set(hash, row)
  }

  #header(): Buffer {
    const header = Buffer.alloc(HEADER_BYTES)
    header.write(MAGIC, 'latin1')
    header.writeUInt32LE(this.#dimensions, MAGIC.length)
    return header
  }

  #create(): number {
    const file = openSync(this.#path, 'w', 0o600)
    writeAll(file, this.#header())
    fsyncSync(file)
    syncPath(dirname(this.#path))
    return file
  }

  #read(): void {
    const bytes = readFileSync(this.#path)
    const dimensions = bytes.length < HEADER_BYTES ? 0 : bytes.readUInt32LE(MAGIC.length)
    // An unknown file is replaced with the first vectors.
    if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC || dimensions < 1 || dimensions > MAX_DIMENSIONS) return
    this.#dimensions = dimensions
    const rowLength = LEVELS_AT + dimensions + CRC_BYTES
    const rows = Math.floor((bytes.length - HEADER_BYTES) / rowLength)
    for (let at = 0; at < rows; at++) {
      const row = bytes.subarray(HEADER_BYTES + at * rowLength, HEADER_BYTES + (at + 1) * rowLength)
      if (crc32(row.subarray(0, -CRC_BYTES)) !== row.readUInt32LE(rowLength - CRC_BYTES)) continue
      const hash = row.toString('latin1', 0, HASH_BYTES)
      if (this.#rowOf.has(hash)) continue
      const levels = Int8Array.from(new Int8Array(row.buffer, row.byteOffset + LEVELS_AT, dimensions))
      this.#put({ hash, levels, scale: row.readFloatLE(HASH_BYTES) })
    }
    this.#file = openSync(this.#path, 'a', 0o600)
    // A torn row at the end would move the rows after it.
    ftruncateSync(this.#file, HEADER_BYTES + rows * rowLength)
  }
}

function rowBytes({ hash, levels, scale }: Quantised & { hash: TextHash }): Buffer {
  const row = Buffer.alloc(LEVELS_AT + levels.length + CRC_BYTES)
  row.write(hash, 'latin1')
  row.writeFloatLE(scale, HASH_BYTES)
  row.set(new Uint8Array(levels.buffer, levels.byteOffset, levels.length), LEVELS_AT)
  row.writeUInt32LE(crc32(row.subarray(0, -CRC_BYTES)), row.length - CRC_BYTES)
  return row
}

function writeAll(file: number, bytes: Uint8Array): void {
  let written = 0
  while (written < bytes.length) written += writeSync(file, bytes, written)
}
