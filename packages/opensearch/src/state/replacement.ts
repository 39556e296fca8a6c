/**
 * The difference between an index and the wanted records. It is found by the hashes of the stored records, without reading the
 * records. It is written to the log in pieces, each a document.
 */
import { randomUUID } from 'node:crypto'
import type { SearchRecord } from '@docent/engine'
import type { Cluster } from '../http/cluster.ts'
import { writeDocument } from '../http/documents.ts'
import { hashOf } from '../records/document.ts'
import type { ReplaceStep } from './documents.ts'
import type { StoredHash } from './generation.ts'
import type { Names } from './names.ts'
import { pack } from './packed.ts'
import { differenceOf } from '@docent/server/backend'

/** A wanted record. */
export interface GivenRecord {
  objectID: string
  json: string
  hash: string
}

/** Encodes the record once: its text is hashed and, if it differs, written. */
export function givenRecord(record: SearchRecord): GivenRecord {
  const json = JSON.stringify(record)
  return { objectID: record.objectID, json, hash: hashOf(json) }
}

/** The steps from the stored to the given records; added records have the order of the given ones. */
export async function stepsBetween(
  stored: AsyncIterable<StoredHash>,
  given: ReadonlyMap<string, GivenRecord>,
): Promise<Record<'added' | 'changed' | 'removed', ReplaceStep[]>> {
  const { added, changed, removed } = await differenceOf(stored, given, (left, right) => left.hash === right.hash)
  return {
    added: added.map(({ objectID, json }) => ({ objectID, record: json })),
    changed: changed.map(({ stored: { objectID, position }, wanted }) => ({ objectID, record: wanted.json, position })),
    removed: removed.map((objectID) => ({ objectID })),
  }
}

/** Maximum length of the JSON of one piece (UTF-16 units), which is packed and unpacked without a pause, for about 10 ms. */
const CHUNK_LENGTH = 2 * 1024 * 1024

/** Writes the steps as pieces, and resolves with their ids. The pieces have no effect until a task names them. */
export async function writeSteps(cluster: Cluster, names: Names, steps: Iterable<ReplaceStep>): Promise<string[]> {
  const writer = randomUUID()
  const ids: string[] = []
  let piece: ReplaceStep[] = []
  let length = 0
  const write = async (): Promise<void> => {
    const id = `piece-${writer}-${ids.length}`
    ids.push(id)
    await writeDocument(cluster, names.tasks, id, { storedAt: Date.now(), packed: await pack(piece) })
    piece = []
    length = 0
  }
  for (const step of steps) {
    piece.push(step)
    length += step.objectID.length + (step.record?.length ?? 0)
    if (length >= CHUNK_LENGTH) await write()
  }
  if (piece.length > 0) await write()
  return ids
}
