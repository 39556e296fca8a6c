/**
 * What lies between an index and the records it is to hold. Found by hashes, which the index has of each record, without
 * reading the records; the difference goes into the log in pieces, each a document.
 */
import { randomUUID } from 'node:crypto'
import type { SearchRecord } from '@docent/engine'
import type { ReplaceStep } from './documents.ts'
import type { Cluster } from '../http/cluster.ts'
import { hashOf } from '../records/document.ts'
import { writeDocument } from '../http/documents.ts'
import type { StoredHash } from './generation.ts'
import type { Names } from './names.ts'
import { pack } from './packed.ts'

/** A record on its way in. */
export interface GivenRecord {
  json: string
  hash: string
}

export function givenRecord(record: SearchRecord): GivenRecord {
  const json = JSON.stringify(record)
  return { json, hash: hashOf(json) }
}

export interface Difference {
  added: ReplaceStep[]
  changed: ReplaceStep[]
  removed: ReplaceStep[]
}

/** What has to be done; those that are added are in the order in which they were given. */
export async function differenceBetween(
  stored: AsyncIterable<StoredHash>,
  given: ReadonlyMap<string, GivenRecord>,
): Promise<Difference> {
  const difference: Difference = { added: [], changed: [], removed: [] }
  const known = new Set<string>()
  for await (const { objectID, hash, position } of stored) {
    known.add(objectID)
    const record = given.get(objectID)
    if (record === undefined) difference.removed.push({ objectID })
    else if (record.hash !== hash) difference.changed.push({ objectID, record: record.json, position })
  }
  for (const [objectID, { json }] of given) if (!known.has(objectID)) difference.added.push({ objectID, record: json })
  return difference
}

/** Characters of JSON in one piece: what is packed and unpacked without a pause, for some 10 ms. */
const CHUNK_LENGTH = 2 * 1024 * 1024

/** Writes the steps down, and resolves with the ids of the pieces. Nobody minds them before a task names them. */
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
