/**
 * The search index of a site of files: a small one is a file; of a larger one there is the head, and its parts in a
 * folder of their own, whose name changes with them, so that browsers may keep them.
 */
import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { cutIndex, type IndexSettings } from '@docent/engine'

/** Names that stay the same from build to build, so that a change of the docs changes no other page. */
export const INDEX_FILE = 'index.bin'
export const DELTA_FILE = 'delta.bin'

/** Packed bytes of an index that is fetched whole: what two round trips take on a slow connection. */
const WHOLE = 48_000

/** Filtered by where all sections of a page are wanted. */
const COLUMNS = ['url_without_anchor']

/** What is written last into a folder of parts: where it is, the parts are. */
const HEAD = 'head.bin'

/** The search index and its settings: a base, which lies on disk packed with gzip, and the delta over it, empty where there is none. */
export interface StaticIndexFiles {
  base: string
  delta: Uint8Array
  settings: IndexSettings
}

/**
 * Writes the index into the folder `at`, and takes away the parts of others. `put` leaves a file alone that is as it was.
 * @param stamp of the code that will read it.
 */
export function writeStaticIndex(
  at: string,
  index: StaticIndexFiles,
  stamp: string,
  put: (path: string, body: Uint8Array) => void,
): void {
  const { base, delta, settings } = index
  const packedDelta = delta.length === 0 ? delta : gzipSync(delta, { level: 9 })
  const used = new Set([writeFileOf(INDEX_FILE, readFileSync(base)), writeFileOf(DELTA_FILE, packedDelta)])
  for (const entry of readdirSync(at, { withFileTypes: true }))
    if (entry.isDirectory() && !used.has(entry.name)) rmSync(join(at, entry.name), { recursive: true })

  /** The file, or its parts and then its head. Returns the name of the folder of its parts. */
  function writeFileOf(name: string, packed: Uint8Array): string | undefined {
    if (packed.length <= WHOLE) {
      put(join(at, name), packed)
      return undefined
    }
    const folder = hash('sha256', Buffer.concat([Buffer.from(stamp), packed])).slice(0, 16)
    const headPath = join(at, folder, HEAD)
    let head: Uint8Array | undefined = existsSync(headPath) ? readFileSync(headPath) : undefined
    if (!head) {
      const putPart = (part: string, bytes: Uint8Array): void =>
        put(join(at, folder, `${part}.bin`), gzipSync(bytes, { level: 9 }))
      head = gzipSync(cutIndex(gunzipSync(packed), settings, folder, COLUMNS, putPart), { level: 9 })
      put(headPath, head)
    }
    put(join(at, name), head)
    return folder
  }
}
