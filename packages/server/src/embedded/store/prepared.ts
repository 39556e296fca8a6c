/** Changes of records, prepared for the database: plain data that can be cloned between threads. */
import type { SearchRecord } from '@docent/engine'
import type { WriteOperation } from '../../wire/operations.ts'

/** A record with its JSON, as `docent.db` stores it. */
export interface PreparedRecord {
  objectID: string
  body: string
}

/** Encodes in the calling thread, so that the writing thread need not. */
export const prepareRecord = (record: SearchRecord): PreparedRecord => ({
  objectID: record.objectID,
  body: JSON.stringify(record),
})

/** An operation; a record to save is JSON text, because sending a text to a thread costs one copy. */
export type PreparedOperation =
  | Exclude<WriteOperation, { action: 'save' }>
  | { action: 'save'; index: string; record: PreparedRecord }

/** Encodes the record of a save; other operations are passed on. */
export const prepareOperation = (operation: WriteOperation): PreparedOperation =>
  operation.action === 'save' ? { ...operation, record: prepareRecord(operation.record) } : operation

/** An operation on one record. The others concern a whole index and are quick, however many records they remove. */
export type RecordOperation = Extract<PreparedOperation, { action: 'save' | 'patch' | 'delete' }>

/** Whether an operation is on one record. */
export const isRecordOperation = (operation: PreparedOperation): operation is RecordOperation =>
  operation.action !== 'clear' && operation.action !== 'drop'

/** A record to save, or with `null` as its body to remove. */
export interface RecordChange {
  objectID: string
  body: string | null
}

/**
 * A pause between two turns of a change. If only the body of a change names its indexes, `indexes` has their names: the rest of the
 * change then runs after earlier changes of these indexes.
 */
export interface Pause {
  indexes?: readonly string[]
}
