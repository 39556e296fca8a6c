/**
 * Keys: hashes of 32 bits by which a delta finds records, pages and groups of its base (`build-delta.ts`) without a
 * scan of the stored records. A hash only names candidates; the stored record decides. Section 10, three runs of u32:
 *
 *   records   hash of the objectID, for each record
 *   pages     hash of the page (`pageOf`), for each page number; 0 for a record without a page
 *   groups    hash of the value of `attributeForDistinct`: for each value of its column, or for each record (its first
 *             value, 0 for none) where no two records share one; nothing where the settings name no attribute
 *
 * Only the build of a delta reads it.
 */
import { grown } from './bytes.ts'

/** Hashes by number of record, page and group; equal hashes are possible. */
export interface Keys {
  readonly records: Uint32Array
  readonly pages: Uint32Array
  readonly groups: Uint32Array
}

/** FNV-1a over UTF-16 units, then mixed; never 0, which means none. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash ^= hash >>> 13
  return hash >>> 0 || 1
}

/** Collects one run of section 10. */
export class KeyWriter {
  #hashes = new Uint32Array(16)
  #count = 0

  /** The empty text is none. */
  add(key: string): void {
    if (this.#count === this.#hashes.length) this.#hashes = grown(this.#hashes)
    this.#hashes[this.#count++] = key === '' ? 0 : hashOf(key)
  }

  written(): Uint32Array {
    return this.#hashes.subarray(0, this.#count)
  }
}

/** The three runs of section 10. */
export function readKeys(words: Uint32Array, recordCount: number, pageCount: number): Keys {
  return {
    records: words.subarray(0, recordCount),
    pages: words.subarray(recordCount, recordCount + pageCount),
    groups: words.subarray(recordCount + pageCount),
  }
}

/** Calls `visit` with each text whose hash is in `hashes`, and its place there. */
export function eachCandidate(
  texts: Iterable<string>,
  hashes: Uint32Array,
  visit: (text: string, at: number) => void,
): void {
  const wanted = new Map<number, string[]>()
  for (const text of new Set(texts)) {
    const hash = hashOf(text)
    const same = wanted.get(hash)
    if (same === undefined) wanted.set(hash, [text])
    else same.push(text)
  }
  if (wanted.size === 0) return
  for (let at = 0; at < hashes.length; at++) {
    for (const text of wanted.get(hashes[at] as number) ?? []) visit(text, at)
  }
}
