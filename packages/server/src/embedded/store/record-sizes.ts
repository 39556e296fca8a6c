import type { IndexRow } from '../database/index-table.ts'
import type { RecordTable } from '../database/record-table.ts'

/** How many records an index has, and the bytes of their JSON. */
export interface RecordSize {
  entries: number
  dataSize: number
}

/**
 * The sizes of indexes by their ids, each measured anew only when a record has changed since: to measure is to read all of
 * a table, half a millisecond for a thousand records, through which searches wait.
 */
export function createRecordSizes(records: RecordTable): (rows: readonly IndexRow[]) => Map<number, RecordSize> {
  let known = new Map<number, RecordSize & { task: number }>()
  const measure = ({ id, records_task: task }: IndexRow): RecordSize & { task: number } => {
    const before = known.get(id)
    return before?.task === task ? before : { task, entries: records.count(id), dataSize: records.bytes(id) }
  }
  return (rows) => (known = new Map(rows.map((row) => [row.id, measure(row)])))
}
