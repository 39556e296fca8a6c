/** Changes of records on their way into the database. All of it is plain data that can be cloned between threads. */
import type { SearchRecord } from '@docent/engine'
import type { WriteOperation } from '../../wire/operations.ts'

/** A record with its JSON, as `docent.db` stores it. */
export interface PreparedRecord {
  objectID: string
  body: string
}

export const prepareRecord = (record: SearchRecord): PreparedRecord => ({
  objectID: record.objectID,
  body: JSON.stringify(record),
})

/** An operation whose record, where it saves a whole one, is text: a text crosses threads at the cost of a copy. */
export type PreparedOperation =
  | Exclude<WriteOperation, { action: 'save' }>
  | { action: 'save'; index: string; record: PreparedRecord }

export const prepareOperation = (operation: WriteOperation): PreparedOperation =>
  operation.action === 'save' ? { ...operation, record: prepareRecord(operation.record) } : operation

/** An operation on one record. The others concern a whole index and are quick, however many records they remove. */
export type RecordOperation = Extract<PreparedOperation, { action: 'save' | 'patch' | 'delete' }>

export const isRecordOperation = (operation: PreparedOperation): operation is RecordOperation =>
  operation.action !== 'clear' && operation.action !== 'drop'

/** The changes that make the stored records and settings of an index equal to wanted ones. */
export interface Difference {
  added: PreparedRecord[]
  changed: PreparedRecord[]
  /** ObjectIDs. */
  removed: string[]
  /** Number of records after it. */
  total: number
  /** JSON. */
  settings: string
}

/**
 * Between two turns of a change. `indexes` names the indexes of a change where only its body names them: the rest of the
 * change runs after their earlier changes.
 */
export interface Pause {
  indexes?: readonly string[]
}
