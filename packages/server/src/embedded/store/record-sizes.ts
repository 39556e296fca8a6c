import type { IndexRow } from '../database/index-table.ts'
import type { RecordTable } from '../database/record-table.ts'

/** Number of records of an index, and the bytes of their JSON. */
export interface RecordSize {
  entries: number
  dataSize: number
}

/**
 * A function that returns the sizes of indexes by id. A size is measured again only after a change of its records: measuring
 * reads the table, half a millisecond for a thousand records, in the thread through which searches pass.
 */
export function createRecordSizes(records: RecordTable): (rows: readonly IndexRow[]) => Map<number, RecordSize> {
  let known = new Map<number, RecordSize & { task: number }>()
  const measure = ({ id, records_task: task }: IndexRow): RecordSize & { task: number } => {
    const before = known.get(id)
    return before?.task === task ? before : { task, entries: records.count(id), dataSize: records.bytes(id) }
  }
  return (rows) => (known = new Map(rows.map((row) => [row.id, measure(row)])))
}
