/**
 * Limits on what is kept, for every backend: what a change would make is checked before it is stored, wherever the
 * change was prepared. Each throws a `ServerError` (400) with one sentence.
 */
import type { PartKind } from './operations.ts'
import { badRequest } from './errors.ts'
import { LIMITS } from './limits.ts'
import type { Limits } from './limits.ts'

/** The ceilings among `LIMITS`. */
export type StorageLimits = Pick<Limits, 'indexes' | 'keys' | 'partsPerIndex' | 'partsBytes' | 'settingsBytes'>

/** A record as it is to be stored: its JSON. */
export function checkRecord(objectID: string, json: string): void {
  const bytes = Buffer.byteLength(json)
  if (bytes > LIMITS.recordBytes)
    throw badRequest(
      `Record is too big: the record with objectID=${objectID} has ${bytes} bytes, at most ${LIMITS.recordBytes} are allowed`,
    )
}

/** All synonyms, or all rules, that an index is to have: their number, and the bytes of their JSON. */
export function checkParts(kind: PartKind, count: number, bytes: number, most: StorageLimits = LIMITS): void {
  if (count > most.partsPerIndex)
    throw badRequest(`Too many ${kind}: the index would have ${count}, at most ${most.partsPerIndex} are allowed`)
  if (bytes > most.partsBytes)
    throw badRequest(`Too many ${kind}: the index would have ${bytes} bytes of them, at most ${most.partsBytes}`)
}

/** All settings that an index is to have, as JSON. */
export function checkSettings(json: string, most: StorageLimits = LIMITS): void {
  const bytes = Buffer.byteLength(json)
  if (bytes > most.settingsBytes)
    throw badRequest(`The settings are too big: they would have ${bytes} bytes, at most ${most.settingsBytes}`)
}

/** Before an index is made, with how many there are. */
export function checkIndexes(count: number, most: StorageLimits = LIMITS): void {
  if (count >= most.indexes) throw badRequest(`Too many indexes: at most ${most.indexes}; delete one that is not used`)
}

/** Before a key is made, with how many live ones there are. */
export function checkKeys(count: number, most: StorageLimits = LIMITS): void {
  if (count >= most.keys) throw badRequest(`Too many keys: at most ${most.keys}; delete one that is not used`)
}
