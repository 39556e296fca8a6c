/**
 * The posting lists in blocks of 16 kB, each with its own checksum (section 14): a block is read and verified before the
 * first list in it is read. So opening an index does not read its lists, which are most of its search part.
 *
 * `bench/rows/open.mjs` measures it: with whole sections, opening 120,000 records took 150 CPU ms in a new process, of which
 * one loop over 40 MB took most, since the platform optimizes a function when it is called again.
 */
import { damaged } from '../base/errors.ts'
import { bytesOf, checksum } from './bytes.ts'

const BLOCK_SIZE = 16 * 1024

/** Reads a range of bytes of a section from its file, before they are verified. */
export type ReadRange = (from: number, to: number) => void

/** The section of posting lists, as `openPostings` found it in a file. */
export interface PostingBlocks {
  /** Section 4, with its padding to a multiple of 8. */
  readonly bytes: Uint8Array
  /** The checksum of each block. */
  readonly sums: Uint32Array
  /** One byte for each block: 1 when it was verified. */
  readonly verified: Uint8Array
  /** Absent if all bytes are in memory. */
  readonly read: ReadRange | undefined
}

/** Size of section 14 for posting lists of `size` bytes. */
function sizeOfSums(size: number): number {
  return Math.ceil(size / BLOCK_SIZE) * 4
}

/** Section 14 for posting lists in pieces. */
export function sumsOfBlocks(pieces: readonly Uint8Array[]): Uint8Array {
  const sums = new Uint32Array(sizeOfSums(pieces.reduce((size, piece) => size + piece.length, 0)) / 4)
  const words = new Uint32Array(BLOCK_SIZE / 4)
  const block = bytesOf(words)
  let count = 0
  let filled = 0
  for (const piece of pieces) {
    for (let from = 0; from < piece.length;) {
      const part = piece.subarray(from, from + BLOCK_SIZE - filled)
      block.set(part, filled)
      filled += part.length
      from += part.length
      if (filled < BLOCK_SIZE) break
      sums[count++] = checksum(words)
      filled = 0
    }
  }
  // The padding to a multiple of 8, which the checksum covers.
  block.fill(0, filled)
  if (filled > 0) sums[count] = checksum(words.subarray(0, ((filled + 7) >>> 3) * 2))
  return bytesOf(sums)
}

/** Requires the posting lists from `start` to before `end`. Throws `index_damaged`. */
export function requirePostings({ bytes, sums, verified, read }: PostingBlocks, start: number, end: number): void {
  const last = Math.ceil(end / BLOCK_SIZE)
  for (let block = Math.floor(start / BLOCK_SIZE); block < last; block++) {
    if (verified[block] === 1) continue
    const from = block * BLOCK_SIZE
    const to = Math.min(from + BLOCK_SIZE, bytes.length)
    read?.(from, to)
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset + from, (to - from) / 4)
    if (checksum(words) !== sums[block]) throw damaged(`postings, block ${block}`)
    verified[block] = 1
  }
}
