/** The tables of one connection. No method of a table opens a transaction: `store/` combines them. */
import type { DatabaseSync } from 'node:sqlite'
import { IndexTable } from './index-table.ts'
import { PartTable } from './part-table.ts'
import { RecordTable } from './record-table.ts'
import { ServedTable } from './served-table.ts'
import { StagedTable } from './staged-table.ts'
import { TaskTable } from './task-table.ts'

/** All tables of a connection, so that a change takes them as one parameter. */
export interface Tables {
  indexes: IndexTable
  records: RecordTable
  parts: PartTable
  tasks: TaskTable
  served: ServedTable
  staged: StagedTable
}

/** The database must have the current format. */
export const tablesOf = (database: DatabaseSync): Tables => ({
  indexes: new IndexTable(database),
  records: new RecordTable(database),
  parts: new PartTable(database),
  tasks: new TaskTable(database),
  served: new ServedTable(database),
  staged: new StagedTable(database),
})
