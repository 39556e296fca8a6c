/** The work of an operation, in the unit of `TURN_WORK`. */
import { SAVED_BYTES } from '../database/turn.ts'
import type { PreparedOperation, RecordChange } from './prepared.ts'

/** Bytes of a record that count as one operation in a partial update, which parses and encodes the record. */
const PATCHED_BYTES = 512

/** Work of a partial update. `length` is that of the record's JSON before the update, in UTF-16 units. */
export const workOfPatch = (length: number): number => 1 + length / PATCHED_BYTES

/** Work of a change of a record. */
export const workOfChange = ({ body }: RecordChange): number => 1 + (body?.length ?? 0) / SAVED_BYTES

/** Work of an operation. A partial update counts 1, since the length of its record is not known yet. */
export const workOf = (operation: PreparedOperation): number =>
  operation.action === 'save' ? workOfChange(operation.record) : 1

/** Sum over the operations, for a decision whether they fit in one turn. */
export const workOfAll = (operations: readonly PreparedOperation[]): number =>
  operations.reduce((sum, operation) => sum + workOf(operation), 0)
