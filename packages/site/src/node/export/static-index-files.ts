/**
 * The search index of a static site. A small index is one file; a larger one is its head and a folder of parts, whose name
 * changes with their content, so that browsers can cache them.
 */
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { cutIndex, type IndexSettings } from '@docent/engine'
import type { OutputFolder } from './output-folder.ts'

/** The same names in all builds, so that a change of the docs changes no other page. */
export const INDEX_FILE = 'index.bin'
/** Empty if the index has no delta. */
export const DELTA_FILE = 'delta.bin'

/** Maximum size of an index that is fetched as one file (gzip bytes): about two round trips on a slow connection. */
const WHOLE = 48_000

/** An index that is larger than this many times `WHOLE` is not tried as one file: gzip makes it at most about 5 times smaller. */
const MAX_PACKED = 20

/** The attribute by which the dialog filters to show all sections of a page. */
const COLUMNS = ['url_without_anchor']

/** Written last into a folder of parts: if this file exists, the parts are complete. */
const HEAD = 'head.bin'

/** The search index and its settings. */
export interface StaticIndexFiles {
  /** Path of the base. */
  base: string
  /** Hash of the base, for the name of its folder: a base that is written already is not read. */
  digest: string
  /** Empty when there are no changes. */
  delta: Uint8Array
  settings: IndexSettings
}

/**
 * Writes the index into the folder `at`. Unused parts of earlier builds are not kept.
 * @param stamp hash of the browser code, which reads the index.
 */
export function writeStaticIndex(out: OutputFolder, at: string, index: StaticIndexFiles, stamp: string): void {
  const { base, digest, delta, settings } = index
  writeFileOf(INDEX_FILE, digest, () => readFileSync(base))
  if (delta.length === 0) out.put(`${at}/${DELTA_FILE}`, delta)
  else writeFileOf(DELTA_FILE, hash('sha256', delta), () => delta)

  /** Writes the index file, or its parts and then its head. */
  function writeFileOf(name: string, bytesDigest: string, read: () => Uint8Array): void {
    const folder = hash('sha256', stamp + bytesDigest).slice(0, 16)
    const headPath = `${at}/${folder}/${HEAD}`
    const earlier = out.earlier(`${at}/${folder}/`)
    if (earlier.includes(headPath) && out.keep(earlier)) return out.put(`${at}/${name}`, out.read(headPath))
    const bytes = read()
    if (bytes.length <= MAX_PACKED * WHOLE) {
      const whole = gzipSync(bytes, { level: 9 })
      if (whole.length <= WHOLE) return out.put(`${at}/${name}`, whole)
    }
    const putPart = (part: string, content: Uint8Array): void =>
      out.put(`${at}/${folder}/${part}.bin`, gzipSync(content, { level: 9 }))
    const head = gzipSync(cutIndex(bytes, settings, folder, COLUMNS, putPart), { level: 9 })
    out.put(headPath, head)
    out.put(`${at}/${name}`, head)
  }
}
