/**
 * The index of a static site, stored between builds: a base, and the changes since as a delta. A build that changes few
 * records reads the base and writes the delta, which takes a tenth of the time of a base, and a small upload to the
 * host. Deleting the folder only costs time.
 */
import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { gunzipSync, gzipSync } from 'node:zlib'
import {
  buildDelta,
  buildIndex,
  DOCS_SETTINGS,
  type DocRecord,
  EngineError,
  FORMAT_VERSION,
  openIndex,
} from '@docent/engine'
import { LARGEST_SHARE } from '@docent/server/delta-limits'

/** The files of an index. */
export interface StaticIndexFiles {
  /** Path of the base, gzipped. */
  base: string
  /** Empty without changes since the base. */
  delta: Uint8Array
}

interface StoredDigests {
  version: string
  /** The format of the base. */
  format: number
  /** Digests of the base's records, by objectID. */
  digests: Map<string, string>
}

/** Updates the index in `folder` to these records. @param version of Docent: each version, and each format of index files, has its own base. */
export function makeStaticIndex(folder: string, version: string, records: readonly DocRecord[]): StaticIndexFiles {
  const base = join(folder, 'base.bin.gz')
  const digests = new Map(records.map((record) => [record.objectID, digest(record)]))
  const stored = readStored(folder, version)
  const delta = stored && deltaOver(base, stored, digests, records)
  if (delta) return { base, delta }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // The old list is removed first and the new one written last: after a killed build, the base is not used.
  rmSync(digestsFile(folder), { force: true })
  // The file stays on this machine; a site's files are packed when they are written.
  writeFileSync(base, gzipSync(buildIndex(records, DOCS_SETTINGS), { level: 1 }), { mode: 0o600 })
  writeFileSync(digestsFile(folder), serialize({ version, format: FORMAT_VERSION, digests } satisfies StoredDigests), {
    mode: 0o600,
  })
  return { base, delta: new Uint8Array() }
}

/** The delta from the base to these records; `undefined` where a new base is needed. */
function deltaOver(
  base: string,
  { digests: before }: StoredDigests,
  digests: ReadonlyMap<string, string>,
  records: readonly DocRecord[],
): Uint8Array | undefined {
  const added = records.filter(({ objectID }) => !before.has(objectID))
  const replaced = records.filter(
    ({ objectID }) => before.has(objectID) && before.get(objectID) !== digests.get(objectID),
  )
  const deleted = Array.from(before.keys()).filter((objectID) => !digests.has(objectID))
  const changes = added.length + replaced.length + deleted.length
  if (changes === 0) return new Uint8Array()
  if (changes > before.size * LARGEST_SHARE) return undefined
  try {
    const index = openIndex(gunzipSync(readFileSync(base)), DOCS_SETTINGS)
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
    const isUsable = stored.version === version && stored.format === FORMAT_VERSION && stored.digests instanceof Map
    return isUsable ? stored : undefined
  } catch {
    return undefined
  }
}

function digestsFile(folder: string): string {
  return join(folder, 'records.bin')
}

function digest(record: DocRecord): string {
  return hash('sha256', JSON.stringify(record), 'base64url').slice(0, 22)
}
