/**
 * The search index of a static site. A small index is one file; a larger one is its head and a folder of parts, whose name
 * changes with their content, so that browsers can cache them.
 */
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { cutIndex, type IndexSettings } from '@docent/engine'
import type { OutputFolder } from './output-folder.ts'

/** The same names in all builds, so that a change of the docs changes no other page. */
export const INDEX_FILE = 'index.bin'
export const DELTA_FILE = 'delta.bin'

/** Maximum size of an index that is fetched as one file (gzip bytes): about two round trips on a slow connection. */
const WHOLE = 48_000

/** The attribute by which the dialog filters to show all sections of a page. */
const COLUMNS = ['url_without_anchor']

/** Written last into a folder of parts: if this file exists, the parts are complete. */
const HEAD = 'head.bin'

/** The search index and its settings: path of the base (a gzip file), and the delta, empty when there are no changes. */
export interface StaticIndexFiles {
  base: string
  delta: Uint8Array
  settings: IndexSettings
}

/**
 * Writes the index into the folder `at`. Unused parts of earlier builds are not kept.
 * @param stamp hash of the browser code, which reads the index.
 */
export function writeStaticIndex(out: OutputFolder, at: string, index: StaticIndexFiles, stamp: string): void {
  const { base, delta, settings } = index
  writeFileOf(INDEX_FILE, readFileSync(base))
  if (delta.length === 0) out.put(`${at}/${DELTA_FILE}`, delta)
  else writeFileOf(DELTA_FILE, gzipSync(delta, { level: 1 }))

  /** Writes the index file, or its parts and then its head. @param packed gzip bytes of any level. */
  function writeFileOf(name: string, packed: Uint8Array): void {
    if (packed.length <= 2 * WHOLE) {
      const smallest = gzipSync(gunzipSync(packed), { level: 9 })
      if (smallest.length <= WHOLE) return out.put(`${at}/${name}`, smallest)
    }
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
