/** Changes of synonyms and rules. */
import type { Receipt } from '../../backend/backend.ts'
import { readEncodedParts, type EncodedParts } from '../../backend/encoded-batch.ts'
import type { IndexRow } from '../database/index-table.ts'
import type { Pause } from './prepared.ts'
import type { Store } from './store.ts'
import { badRequest } from '../../wire/errors.ts'
import type { IndexPart, PartKind } from '../../wire/operations.ts'
import { checkParts } from '../../wire/storage-limits.ts'

/** Number of synonyms or rules that one turn reads. */
const PARTS_PER_TURN = 500

/** Parts of one kind; `replaceAll` removes the stored ones first, `forwards` writes them to the replicas too. */
export interface PartChanges {
  kind: PartKind
  parts: readonly IndexPart[]
  replaceAll: boolean
  forwards: boolean
}

const targets = ({ indexes }: Store, row: IndexRow, forwards: boolean): IndexRow[] =>
  forwards ? [row, ...indexes.replicasOf(row.id)] : [row]

/** Throws a `ServerError` (400) when the parts of all indexes have too many bytes. To be called after parts were added. */
export function checkAllParts({ parts, limits }: Pick<Store, 'parts' | 'limits'>): void {
  const bytes = parts.totalBytes()
  if (bytes > limits.allPartsBytes)
    throw badRequest(
      `Too many synonyms and rules: all indexes together would have ${bytes} bytes of them, at most ${limits.allPartsBytes} are allowed; delete some, or an index`,
    )
}

/** Creates a missing index. Throws a `ServerError` (400) above a limit of parts, and then changes nothing. */
export function saveParts(store: Store, index: string, changes: PartChanges): Receipt {
  const { kind, parts, replaceAll, forwards } = changes
  return store.change([index], (task) => {
    for (const { id } of targets(store, store.findOrCreate(index, task.at), forwards)) {
      if (replaceAll) store.parts.clear(id, kind)
      for (const part of parts) store.parts.put(id, kind, part)
      const { count, bytes } = store.parts.size(id, kind)
      if (parts.length > 0) checkParts(kind, count, bytes, store.limits)
    }
    if (parts.length > 0) checkAllParts(store)
    return store.settle(index, task)
  })
}

/** As `saveParts`; reads the batch in turns, since parsing a rule may take long. Also throws the errors of `readEncodedParts`. */
export function* savePartsBatch(store: Store, batch: EncodedParts): Generator<Pause, Receipt> {
  const parts: IndexPart[] = []
  for (const part of readEncodedParts(batch)) if (parts.push(part) % PARTS_PER_TURN === 0) yield {}
  const { index, kind, replaceAll, forwards } = batch
  return saveParts(store, index, { kind, parts, replaceAll, forwards })
}

/** A part by its kind and objectID. */
export interface PartDeletion {
  kind: PartKind
  objectID: string
  forwards: boolean
}

/** A missing index or part is no error: the task changes nothing. */
export function deletePart(store: Store, index: string, { kind, objectID, forwards }: PartDeletion): Receipt {
  return store.change([index], (task) => {
    const row = store.indexes.find(index)
    if (row) for (const { id } of targets(store, row, forwards)) store.parts.delete(id, kind, objectID)
    return store.settle(index, task)
  })
}
