/** How much work an operation is, compared with `TURN_WORK`. */
import { SAVED_BYTES } from '../database/turn.ts'
import type { PreparedOperation } from './prepared.ts'

/** A partial update reads, changes and writes the record as JSON: this many bytes of it count as one operation. */
const PATCHED_BYTES = 512

/** `length` is that of the record's JSON before the update, in UTF-16 units. */
export const workOfPatch = (length: number): number => 1 + length / PATCHED_BYTES

/** Without what a partial update reads: its record's length is known only when it is read. */
export const workOf = (operation: PreparedOperation): number =>
  operation.action === 'save' ? 1 + operation.record.body.length / SAVED_BYTES : 1

export const workOfAll = (operations: readonly PreparedOperation[]): number =>
  operations.reduce((sum, operation) => sum + workOf(operation), 0)
