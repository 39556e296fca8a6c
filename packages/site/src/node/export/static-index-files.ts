/**
 * The search index of a site of files: a small one is a file; of a larger one there is the head, and its parts in a
 * folder of their own, whose name changes with them, so that browsers may keep them.
 */
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { cutIndex, type IndexSettings } from '@docent/engine'
import type { OutputFolder } from './output-folder.ts'

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
 * Writes the index into the folder `at`. Parts that an earlier build has written and this one does not use are not kept.
 * @param stamp of the code that will read it.
 */
export function writeStaticIndex(out: OutputFolder, at: string, index: StaticIndexFiles, stamp: string): void {
  const { base, delta, settings } = index
  const packedDelta = delta.length === 0 ? delta : gzipSync(delta, { level: 9 })
  writeFileOf(INDEX_FILE, readFileSync(base))
  writeFileOf(DELTA_FILE, packedDelta)

  /** The file, or its parts and then its head. */
  function writeFileOf(name: string, packed: Uint8Array): void {
    if (packed.length <= WHOLE) return out.put(`${at}/${name}`, packed)
    const folder = hash('sha256', Buffer.concat([Buffer.from(stamp), packed])).slice(0, 16)
    const headPath = `${at}/${folder}/${HEAD}`
    const earlier = out.earlier(`${at}/${folder}/`)
    if (earlier.includes(headPath) && out.keep(earlier)) return out.put(`${at}/${name}`, out.read(headPath))
    const putPart = (part: string, bytes: Uint8Array): void =>
      out.put(`${at}/${folder}/${part}.bin`, gzipSync(bytes, { level: 9 }))
    const head = gzipSync(cutIndex(gunzipSync(packed), settings, folder, COLUMNS, putPart), { level: 9 })
    out.put(headPath, head)
    out.put(`${at}/${name}`, head)
  }
}
