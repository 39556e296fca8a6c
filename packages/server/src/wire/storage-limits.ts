/**
 * Limits on stored data, for every backend: the result of a change is checked before it is stored. Each check throws a
 * `ServerError` (400) with one sentence.
 */
import type { PartKind } from './operations.ts'
import { badRequest } from './errors.ts'
import { LIMITS, type Limits } from './limits.ts'

/** The limits of stored data among `LIMITS`. */
export type StorageLimits = Pick<Limits, 'indexes' | 'keys' | 'partsPerIndex' | 'partsBytes' | 'settingsBytes'>

/** Checks a record to be stored, by its JSON. */
export function checkRecord(objectID: string, json: string): void {
  const bytes = Buffer.byteLength(json)
  if (bytes > LIMITS.recordBytes)
    throw badRequest(
      `Record is too big: the record with objectID=${objectID} has ${bytes} bytes, at most ${LIMITS.recordBytes} are allowed`,
    )
}

/** Checks the synonyms, or the rules, of an index after a change: their number, and the bytes of their JSON. */
export function checkParts(kind: PartKind, count: number, bytes: number, most: StorageLimits = LIMITS): void {
  if (count > most.partsPerIndex)
    throw badRequest(`Too many ${kind}: the index would have ${count}, at most ${most.partsPerIndex} are allowed`)
  if (bytes > most.partsBytes)
    throw badRequest(`Too many ${kind}: the index would have ${bytes} bytes of them, at most ${most.partsBytes}`)
}

/** Checks the settings of an index after a change, by their JSON. */
export function checkSettings(json: string, most: StorageLimits = LIMITS): void {
  const bytes = Buffer.byteLength(json)
  if (bytes > most.settingsBytes)
    throw badRequest(`The settings are too big: they would have ${bytes} bytes, at most ${most.settingsBytes}`)
}

/** Checks the number of indexes before one is created. */
export function checkIndexes(count: number, most: StorageLimits = LIMITS): void {
  if (count >= most.indexes) throw badRequest(`Too many indexes: at most ${most.indexes}; delete one that is not used`)
}

/** Checks the number of live keys before one is created. */
export function checkKeys(count: number, most: StorageLimits = LIMITS): void {
  if (count >= most.keys) throw badRequest(`Too many keys: at most ${most.keys}; delete one that is not used`)
}
