/** Packed bodies in memory: a repeated request neither renders, encodes, hashes nor compresses its body. */
import type { Packed } from './respond.ts'

/** Maximum size of the bodies and their keys (bytes): the pages of about 2,000 large pages as Brotli. */
const MAX_BYTES = 32 * 1024 * 1024

/** Assumed size of the headers of a body (bytes). */
const HEADERS_BYTES = 1024

/** The bodies of one state of a site, by path and encoding. The oldest are dropped first; one above the limit is not kept. */
export class BodyMemory {
  readonly #packed = new Map<string, Packed>()
  readonly #maxBytes: number
  #bytes = 0

  /** Another limit (bytes) is for tests. */
  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes
  }

  get(key: string): Packed | undefined {
    return this.#packed.get(key)
  }

  keep(key: string, packed: Packed): void {
    if (this.#packed.has(key) || sizeOf(key, packed) > this.#maxBytes) return
    this.#packed.set(key, packed)
    this.#bytes += sizeOf(key, packed)
    for (const [oldest, other] of this.#packed) {
      if (this.#bytes <= this.#maxBytes) break
      this.#packed.delete(oldest)
      this.#bytes -= sizeOf(oldest, other)
    }
  }
}

const sizeOf = (key: string, { bytes }: Packed): number => HEADERS_BYTES + 2 * key.length + bytes.length
