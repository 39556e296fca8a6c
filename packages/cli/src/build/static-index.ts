/**
 * The index of a static site, stored between builds: a base, and the changes since as a delta. A build that changes few
 * records reads the base and writes the delta, which takes a tenth of the time of a base, and a small upload to the
 * host. Deleting the folder only costs time.
 */
import { createHash, hash } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import {
  buildDelta,
  buildIndexInPieces,
  DOCS_SETTINGS,
  type DocRecord,
  EngineError,
  FORMAT_VERSION,
  openIndex,
} from '@docent/engine'
import type { PageRecords } from '@docent/ingest'
import { LARGEST_SHARE } from '@docent/server/delta-limits'

/** The files of an index. */
export interface StaticIndexFiles {
  /** Path of the base. */
  base: string
  /** Hash of the base. */
  digest: string
  /** Empty without changes since the base. */
  delta: Uint8Array
}

interface StoredDigests {
  version: string
  /** The format of the base. */
  format: number
  /** Hash of the base. */
  digest: string
  /** Number of the base's records. */
  count: number
  /** The pages of the base, by file. */
  pages: Map<string, StoredPage>
}

interface StoredPage {
  /** Digest of the key of the page's records. */
  key: string
  /** `objectID`, a blank and the digest of each record, in lines. */
  records: string
}

/**
 * Updates the index in `folder` to the records of these pages. The list is emptied, so that the pages are released
 * after the build. @param version of Docent: each version, and each format of index files, has its own base.
 */
export function makeStaticIndex(folder: string, version: string, pages: PageRecords[]): StaticIndexFiles {
  const base = join(folder, 'base.bin')
  const stored = existsSync(base) ? readStored(folder, version) : undefined
  const delta = stored && deltaOver(base, stored, pages)
  if (stored && delta) {
    pages.splice(0)
    return { base, digest: stored.digest, delta }
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // The old list is removed first and the new one written last: after a killed build, the base is not used.
  rmSync(digestsFile(folder), { force: true })
  const { pieces, ...described } = buildBase(pages.splice(0))
  // The file stays on this machine: unpacking it would take a quarter of the time of a delta.
  const digest = writePieces(base, pieces)
  const digests: StoredDigests = { version, format: FORMAT_VERSION, digest, ...described }
  writeFileSync(digestsFile(folder), serialize(digests), { mode: 0o600 })
  return { base, digest, delta: new Uint8Array() }
}

/** Writes a file, frees its pieces, and returns its hash. */
function writePieces(path: string, pieces: readonly Uint8Array[]): string {
  const digest = createHash('sha256')
  const file = openSync(path, 'w', 0o600)
  try {
    for (const piece of pieces) {
      digest.update(piece)
      writeFileSync(file, piece)
      if (piece.buffer instanceof ArrayBuffer) piece.buffer.transfer(0)
    }
  } finally {
    closeSync(file)
  }
  return digest.digest('hex')
}

/**
 * The index of all records, with the digests of the pages. The records are made page by page while the engine reads them, and
 * made again where it reads them again, since together they take 25 MB of the peak of a build of 2,000 pages.
 */
function buildBase(list: readonly PageRecords[]): Pick<StoredDigests, 'count' | 'pages'> & { pieces: Uint8Array[] } {
  const pages = new Map<string, StoredPage>()
  let count = 0
  const records = {
    *[Symbol.iterator](): Generator<DocRecord> {
      for (const { file, key, make } of list) {
        const made = make()
        if (!pages.has(file)) {
          pages.set(file, { key: digestOf(key), records: digestLines(made) })
          count += made.length
        }
        yield* made
      }
    },
  }
  const pieces = buildIndexInPieces(records, DOCS_SETTINGS)
  return { pieces, count, pages }
}

/** The delta from the base to the records of these pages; `undefined` where a new base is needed. */
function deltaOver(base: string, stored: StoredDigests, pages: readonly PageRecords[]): Uint8Array | undefined {
  const gone = new Map(stored.pages)
  const changed: PageRecords[] = []
  const before = new Map<string, string>()
  for (const page of pages) {
    if (gone.get(page.file)?.key === digestOf(page.key)) gone.delete(page.file)
    else changed.push(page)
  }
  for (const { records } of gone.values())
    for (const [objectID, digest] of linesOf(records)) before.set(objectID, digest)
  const records = changed.flatMap(({ make }) => make())
  const added = records.filter(({ objectID }) => !before.has(objectID))
  const replaced = records.filter((record) => {
    const digest = before.get(record.objectID)
    return digest !== undefined && digest !== digestOf(JSON.stringify(record))
  })
  for (const { objectID } of records) before.delete(objectID)
  const deleted = [...before.keys()]
  const changes = added.length + replaced.length + deleted.length
  if (changes === 0) return new Uint8Array()
  if (changes > stored.count * LARGEST_SHARE) return undefined
  try {
    const index = openIndex(readFileSync(base), DOCS_SETTINGS)
    return buildDelta(index, { added, replaced, deleted }, DOCS_SETTINGS)
  } catch (error) {
    // The base is damaged or missing, or lacks a field of the records.
    if (error instanceof EngineError || (error instanceof Error && 'code' in error)) return undefined
    throw error
  }
}

function readStored(folder: string, version: string): StoredDigests | undefined {
  try {
    const stored = deserialize(readFileSync(digestsFile(folder))) as StoredDigests
    const isUsable = stored.version === version && stored.format === FORMAT_VERSION && stored.pages instanceof Map
    return isUsable ? stored : undefined
  } catch {
    return undefined
  }
}

function digestsFile(folder: string): string {
  return join(folder, 'records.bin')
}

function digestLines(records: readonly DocRecord[]): string {
  return records.map((record) => `${record.objectID} ${digestOf(JSON.stringify(record))}`).join('\n')
}

/** Pairs of an objectID and a digest. */
function linesOf(records: string): [string, string][] {
  return records.split('\n').flatMap((line): [string, string][] => {
    const blank = line.lastIndexOf(' ')
    return blank === -1 ? [] : [[line.slice(0, blank), line.slice(blank + 1)]]
  })
}

function digestOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22)
}
