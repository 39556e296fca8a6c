/**
 * An open database with its tables, and the parts that all changes share: a transaction, its task, its errors. A change
 * that throws has no effect; one that returns is on disk. The changes themselves are listed in `changes.ts`.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { IndexSettings } from '@docent/engine'
import type { Receipt } from '../../backend/backend.ts'
import { isReplica, type ReplicaLinks } from '../../backend/replicas.ts'
import { checkIndexes } from '../../wire/storage-limits.ts'
import { ServerError, indexNotFound, tooMany } from '../../wire/errors.ts'
import { LIMITS, type Limits } from '../../wire/limits.ts'
import { holderID, type IndexRow, type IndexTable } from '../database/index-table.ts'
import type { PartTable } from '../database/part-table.ts'
import type { RecordTable } from '../database/record-table.ts'
import { openDatabase } from '../database/schema.ts'
import type { ServedTable } from '../database/served-table.ts'
import type { StagedTable } from '../database/staged-table.ts'
import { tablesOf, type Tables } from '../database/tables.ts'
import type { OpenTask, TaskTable } from '../database/task-table.ts'
import { writeFailure } from '../database/write-failure.ts'
import { holderOf, settingsOf } from './index-settings.ts'
import { OrphanedRecords } from './orphaned-records.ts'
import { linksOf } from './replica-links.ts'

/** One connection. Changes must run one after the other (`writer.ts`). */
export class Store implements Tables {
  /** For tables that other modules keep (keys, events). */
  readonly database: DatabaseSync
  readonly limits: Limits
  readonly indexes: IndexTable
  readonly records: RecordTable
  readonly tasks: TaskTable
  readonly served: ServedTable
  readonly parts: PartTable
  readonly staged: StagedTable
  readonly orphans: OrphanedRecords

  /** Whether committed staged changes could not be applied: `recoverStaged` has to run before any other change. */
  needsRecovery = false

  /** The default of `open` creates a missing file; another one is for a second connection. */
  constructor(path: string, limits: Limits = LIMITS, open: (path: string) => DatabaseSync = openDatabase) {
    this.database = open(path)
    this.limits = limits
    const tables = tablesOf(this.database)
    this.indexes = tables.indexes
    this.records = tables.records
    this.tasks = tables.tasks
    this.served = tables.served
    this.parts = tables.parts
    this.staged = tables.staged
    this.orphans = new OrphanedRecords(tables)
  }

  /** Sets the time (ms) that a statement waits for a lock of another program; its thread sleeps during the wait. */
  waitForLocks(ms: number): void {
    this.database.exec(`PRAGMA busy_timeout = ${ms}`)
  }

  close(): void {
    this.database.close()
  }

  /** Runs `change` in a transaction. Throws a `ServerError` for errors of SQLite: `storage-failed`, `-locked`, `-damaged`. */
  transaction<Result>(change: () => Result): Result {
    try {
      this.database.exec('BEGIN IMMEDIATE')
      const result = change()
      this.database.exec('COMMIT')
      return result
    } catch (error) {
      if (this.database.isTransaction) this.database.exec('ROLLBACK')
      if ((error as { code?: string }).code !== 'ERR_SQLITE_ERROR') throw error
      throw writeFailure(error as Error)
    }
  }

  /** A transaction that opens a task. Refused when too many tasks of one of the indexes wait. */
  change<Result>(indexes: readonly string[], make: (task: OpenTask) => Result): Result {
    return this.transaction(() => {
      this.checkPendingTasks(indexes)
      return make({ task: this.tasks.open(), at: new Date().toISOString() })
    })
  }

  /** Throws 429 at the limit of waiting tasks. It applies to each index: one that cannot be built does not stop writes to others. */
  checkPendingTasks(indexes: readonly string[]): void {
    for (const name of indexes) {
      const row = this.indexes.find(name)
      if (row !== undefined && this.tasks.pending(holderID(row)) >= this.limits.pendingTasks)
        throw tooMany(`tasks of the index ${name} are waiting`)
    }
  }

  /** Ends a change of the index with this name: its task waits for a build, or is published at once if the index is missing. */
  settle(name: string, { task, at }: OpenTask): Receipt {
    const row = this.indexes.find(name)
    if (row === undefined) this.tasks.publishOne(task)
    else {
      const holder = holderID(row)
      this.indexes.touch(holder, task, at)
      if (holder !== row.id) this.indexes.touch(row.id, task, at)
      this.tasks.assign(task, holder)
    }
    return { taskID: task, at }
  }

  findOrCreate(name: string, at: string): IndexRow {
    return this.indexes.find(name) ?? this.create(name, at)
  }

  /** Throws a `ServerError` when there are as many indexes as the limit allows. */
  create(name: string, at: string): IndexRow {
    checkIndexes(this.indexes.count(), this.limits)
    return this.indexes.create(name, at)
  }

  /** The row of an index that exists. Throws the wire's 404 for others. */
  indexRow(name: string): IndexRow {
    const row = this.indexes.find(name)
    if (row === undefined) throw indexNotFound(name)
    return row
  }

  /** As `indexRow`; for a replica the row of its primary, which holds its records. */
  holder(name: string): IndexRow {
    return holderOf(this.indexes, this.indexRow(name))
  }

  /** Throws a `ServerError` (400) for a replica: records are written to its primary. */
  refuseReplica(name: string): void {
    this.findWritable(name)
  }

  /** The row of an index, if it exists. Throws as `refuseReplica`. */
  findWritable(name: string): IndexRow | undefined {
    const row = this.indexes.find(name)
    if (row !== undefined && row.primary_id !== null) throw isReplica(name, holderOf(this.indexes, row).name)
    return row
  }

  /** The settings that searches of the index read, without defaults. Throws a `ServerError` (404). */
  settings(index: string): IndexSettings {
    return settingsOf(this.indexes, this.#existing(index))
  }

  /** The primary or the replicas of an index. Throws as `settings`. */
  links(index: string): ReplicaLinks {
    return linksOf(this, this.#existing(index))
  }

  #existing(index: string): IndexRow {
    const row = this.indexes.find(index)
    if (row === undefined) throw new ServerError('not-found', 'Index does not exist')
    return row
  }
}
