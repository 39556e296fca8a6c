/**
 * The changes that the embedded backend makes to its database. Each method is one transaction: when it returns, the
 * change is on disk; when it throws, nothing happened. All of it is synchronous. Values and results can be cloned: most
 * changes run in a thread of their own (`writer.ts`), one after the other, in the order of their tasks' numbers.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { IndexSettings, SearchRecord } from '@docent/engine'
import { readArrivedBatch } from '../arrived-batch.ts'
import type { ArrivedBatch } from '../arrived-batch.ts'
import { readArrivedParts } from '../arrived-parts.ts'
import type { ArrivedParts } from '../arrived-parts.ts'
import { ServerError, indexNotFound, tooMany } from '../errors.ts'
import type {
  BatchReceipt,
  CopyScope,
  IndexPart,
  PartKind,
  Receipt,
  ReplaceReceipt,
  WriteOperation,
  WriteReceipt,
} from '../backend.ts'
import { LIMITS } from '../limits.ts'
import { isDamage, isLocked } from '../open-failure.ts'
import { isReplica, withoutShared } from '../replicas.ts'
import type { ReplicaLinks } from '../replicas.ts'
import { patchRecord } from '../patch.ts'
import { objectIDOf } from '../wire/read-records.ts'
import type { Difference } from './difference.ts'
import { changeSettings, holderOf, settingsOf, sortsOf, storeSettings } from './index-settings.ts'
import { detach, linkReplicas, linksOf } from './replica-links.ts'
import { openDatabase } from './schema.ts'
import { namesOfReplicas, readServedState } from './served-state.ts'
import type { ServedState } from './served-state.ts'
import { holderID, IndexTable, PartTable, RecordTable, ServedTable, TaskTable } from './tables.ts'
import type { IndexRow, ServedRow } from './tables.ts'

/** A generation that was built, as it is to be served. The name is the index's at the moment of the switch. */
export type BuiltGeneration = Omit<ServedRow, 'name'>

/** A record on its way in. */
export interface PreparedRecord {
  objectID: string
  body: string
}

/** How a record is written down: `docent.db` holds this text. */
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

/** Why SQLite made no change, as the API says it. */
function refusal(cause: Error): ServerError {
  if (isLocked(cause))
    return new ServerError('storage-locked', 'Another program has locked the database; the write was not stored', {
      cause,
      retryAfter: 1,
    })
  const message = isDamage(cause)
    ? `The database is damaged: ${cause.message}`
    : `The write was refused by the disk: ${cause.message}`
  return new ServerError(isDamage(cause) ? 'storage-damaged' : 'storage-failed', message, { cause })
}

const PART_KINDS: readonly PartKind[] = ['synonyms', 'rules']

export class Store {
  readonly #database: DatabaseSync
  readonly indexes: IndexTable
  readonly records: RecordTable
  readonly tasks: TaskTable
  readonly served: ServedTable
  readonly parts: PartTable

  /** Other ways to open than making the database are for a second connection. */
  constructor(path: string, open: (path: string) => DatabaseSync = openDatabase) {
    this.#database = open(path)
    this.indexes = new IndexTable(this.#database)
    this.records = new RecordTable(this.#database)
    this.tasks = new TaskTable(this.#database)
    this.served = new ServedTable(this.#database)
    this.parts = new PartTable(this.#database)
  }

  /** For tables that are kept elsewhere (the keys). */
  get database(): DatabaseSync {
    return this.#database
  }

  /** How long (ms) a statement waits for a lock of another program: its thread sleeps meanwhile. */
  waitForLocks(ms: number): void {
    this.#database.exec(`PRAGMA busy_timeout = ${ms}`)
  }

  close(): void {
    this.#database.close()
  }

  /**
   * Runs `change` in a transaction. A failure of the disk becomes `storage-failed`, a lock of another program that lasts
   * `storage-locked`.
   */
  transaction<Result>(change: () => Result): Result {
    try {
      this.#database.exec('BEGIN IMMEDIATE')
      const result = change()
      this.#database.exec('COMMIT')
      return result
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      if ((error as { code?: string }).code !== 'ERR_SQLITE_ERROR') throw error
      throw refusal(error as Error)
    }
  }

  /** A write of which every part has the task that `change` is given. Refused when too many tasks wait. */
  #write<Result>(change: (task: number, at: string) => Result): Result {
    return this.transaction(() => {
      if (this.tasks.allPending() >= LIMITS.pendingTasks) throw tooMany('tasks are waiting')
      return change(this.tasks.open(), new Date().toISOString())
    })
  }

  #findOrCreate(name: string, at: string): IndexRow {
    return this.indexes.find(name) ?? this.indexes.create(name, at)
  }

  /** Ends a write to the index that now has this name: the task waits for its build, or is done when there is none. */
  #settle(name: string, task: number, at: string): void {
    const row = this.indexes.find(name)
    if (row === undefined) {
      this.tasks.publishOne(task)
      return
    }
    const holder = holderID(row)
    this.indexes.touch(holder, task, at)
    if (holder !== row.id) this.indexes.touch(row.id, task, at)
    this.tasks.assign(task, holder)
  }

  /** As `indexRow`, of a replica its primary's: where its records are, and what of them is not shown. */
  holder(name: string): IndexRow {
    return holderOf(this.indexes, this.indexRow(name))
  }

  /** Throws a `ServerError` (400) for a replica: records are written to its primary. */
  refuseReplica(name: string): void {
    const row = this.indexes.find(name)
    if (row !== undefined && row.primary_id !== null) throw isReplica(name, holderOf(this.indexes, row).name)
  }

  /** How an index is linked to others. Throws as `settings`. */
  links(index: string): ReplicaLinks {
    return linksOf(this, this.#known(index))
  }

  #known(index: string): IndexRow {
    const row = this.indexes.find(index)
    if (row === undefined) throw new ServerError('not-found', 'Index does not exist')
    return row
  }

  /** What searches see of the name goes too: the caller decides whether that is wanted. */
  #removeIndex(row: IndexRow): void {
    this.records.clear(row.id)
    for (const kind of PART_KINDS) this.parts.clear(row.id, kind)
    this.indexes.delete(row.id)
    this.tasks.publish(row.id, Number.MAX_SAFE_INTEGER)
  }

  /** Once for each write, whatever the number of its records. */
  #touchRecords(row: IndexRow, task: number): void {
    if (row.records_task !== task) this.indexes.touchRecords(row.id, task)
  }

  #applyOperation(operation: PreparedOperation, task: number, at: string): void {
    const existing = this.indexes.find(operation.index)
    if (existing !== undefined && existing.primary_id !== null)
      throw isReplica(existing.name, holderOf(this.indexes, existing).name)
    switch (operation.action) {
      case 'save': {
        const row = existing ?? this.indexes.create(operation.index, at)
        const { objectID, body } = operation.record
        this.records.put(row.id, objectID, body, task)
        this.#touchRecords(row, task)
        return
      }
      case 'patch': {
        const { objectID, changes, createIfNotExists } = operation
        const stored = existing && this.records.read(existing.id, objectID)
        const patched = patchRecord(objectID, stored, changes, createIfNotExists)
        if (patched === undefined) return
        const record = prepareRecord(patched)
        this.#applyOperation({ action: 'save', index: operation.index, record }, task, at)
        return
      }
      case 'delete':
        if (existing && this.records.delete(existing.id, operation.objectID, task)) this.#touchRecords(existing, task)
        return
      case 'clear':
        if (existing) {
          this.records.clear(existing.id)
          this.indexes.touchAllRecords(existing.id, task)
        }
        return
      case 'drop':
        if (existing) {
          for (const replica of this.indexes.replicasOf(existing.id)) detach(this, replica, existing, { task, at })
          this.#removeIndex(existing)
        }
        this.served.delete(operation.index)
    }
  }

  write(operations: readonly PreparedOperation[]): WriteReceipt {
    return this.#write((first, at) => {
      const tasks = new Map<string, number>()
      for (const operation of operations) {
        const task = tasks.get(operation.index) ?? (tasks.size === 0 ? first : this.tasks.open())
        tasks.set(operation.index, task)
        this.#applyOperation(operation, task, at)
      }
      for (const [index, task] of tasks) this.#settle(index, task, at)
      if (tasks.size === 0) this.tasks.publishOne(first)
      return { tasks: [...tasks].map(([index, taskID]) => ({ index, taskID })), at }
    })
  }

  /** Throws what `readArrivedBatch` does besides. */
  writeBatch(batch: ArrivedBatch): BatchReceipt {
    const operations = readArrivedBatch(batch)
    return { ...this.write(operations.map(prepareOperation)), objectIDs: operations.map(objectIDOf) }
  }

  deleteRecords(index: string, objectIDs: readonly string[]): Receipt {
    return this.#write((taskID, at) => {
      this.refuseReplica(index)
      for (const objectID of objectIDs) this.#applyOperation({ action: 'delete', index, objectID }, taskID, at)
      this.#settle(index, taskID, at)
      return { taskID, at }
    })
  }

  /**
   * Writes a difference to what is stored. New records are added from the last to the first, so that the first given is
   * the latest added: where nothing else decides, searches show the latest first.
   */
  replaceRecords(index: string, { added, changed, removed, total, settings }: Difference): ReplaceReceipt {
    const counts = { added: added.length, changed: changed.length, removed: removed.length, total }
    const isSame = added.length + changed.length + removed.length === 0
    return this.#write((taskID, at) => {
      this.refuseReplica(index)
      const { id } = this.#findOrCreate(index, at)
      for (const objectID of removed) this.records.delete(id, objectID, taskID)
      for (const record of [...changed, ...added.toReversed()])
        this.records.put(id, record.objectID, record.body, taskID)
      if (!isSame) this.indexes.touchRecords(id, taskID)
      this.indexes.setSettings(id, settings)
      this.#settle(index, taskID, at)
      return { ...counts, taskID, at }
    })
  }

  /** What searches of the index read, without defaults; refused with 404 for one that is not there. */
  settings(index: string): IndexSettings {
    return settingsOf(this.indexes, this.#known(index))
  }

  #replicasOf(row: IndexRow, forwards: boolean): IndexRow[] {
    return forwards ? this.indexes.replicasOf(row.id) : []
  }

  updateSettings(
    index: string,
    { replicas, ...changes }: Readonly<Record<string, unknown>>,
    forwards: boolean,
  ): Receipt {
    return this.#write((taskID, at) => {
      const row = this.#findOrCreate(index, at)
      const holder = holderID(row)
      const before = sortsOf(this.indexes, holder)
      changeSettings(this.indexes, row, changes)
      // Before others come, which begin with the primary's.
      for (const replica of this.#replicasOf(row, forwards))
        changeSettings(this.indexes, replica, withoutShared(changes))
      if (replicas !== undefined)
        linkReplicas(this, this.indexRow(index), (replicas ?? []) as string[], { task: taskID, at })
      // What replicas are sorted by is built with their primary, whose settings do not tell of it.
      const isSorted = [...sortsOf(this.indexes, holder)].every((attribute) => before.has(attribute))
      if (!isSorted && this.indexes.replicasOf(holder).length > 0) this.indexes.touchAllRecords(holder, taskID)
      this.#settle(index, taskID, at)
      return { taskID, at }
    })
  }

  saveParts(
    index: string,
    kind: PartKind,
    parts: readonly IndexPart[],
    { replaceAll, forwards }: { replaceAll: boolean; forwards: boolean },
  ): Receipt {
    return this.#write((taskID, at) => {
      const row = this.#findOrCreate(index, at)
      for (const { id } of [row, ...this.#replicasOf(row, forwards)]) {
        if (replaceAll) this.parts.clear(id, kind)
        for (const part of parts) this.parts.put(id, kind, part)
      }
      this.#settle(index, taskID, at)
      return { taskID, at }
    })
  }

  /** Throws what `readArrivedParts` does besides. */
  savePartsBatch(batch: ArrivedParts): Receipt {
    return this.saveParts(batch.index, batch.kind, readArrivedParts(batch), batch)
  }

  deletePart(index: string, kind: PartKind, objectID: string, forwards: boolean): Receipt {
    return this.#write((taskID, at) => {
      const row = this.indexes.find(index)
      if (row) for (const { id } of [row, ...this.#replicasOf(row, forwards)]) this.parts.delete(id, kind, objectID)
      this.#settle(index, taskID, at)
      return { taskID, at }
    })
  }

  /** Without a scope the destination becomes a copy; its old generation is served until the new one is built. */
  copyIndex(source: string, destination: string, scope: readonly CopyScope[] | undefined): Receipt {
    return this.#write((taskID, at) => {
      if (source !== destination) {
        const from = this.indexes.find(source)
        if (scope === undefined) this.refuseReplica(destination)
        const to = this.#findOrCreate(destination, at)
        if (scope === undefined || scope.includes('settings'))
          storeSettings(this.indexes, to, from ? settingsOf(this.indexes, from) : {})
        for (const kind of PART_KINDS) {
          if (scope !== undefined && !scope.includes(kind)) continue
          this.parts.clear(to.id, kind)
          if (from) this.parts.copy(from.id, to.id, kind)
        }
        if (scope === undefined) {
          this.records.clear(to.id)
          if (from) this.records.copy(holderID(from), to.id, taskID)
          this.indexes.touchAllRecords(to.id, taskID)
        }
      }
      this.#settle(destination, taskID, at)
      return { taskID, at }
    })
  }

  /**
   * The source's row takes the destination's name, and the destination's replicas. When searches already see all of the
   * source, they see it under the new name with this very transaction; else, and where there are replicas to come along,
   * the destination's old generation is served until the build is done.
   */
  moveIndex(source: string, destination: string): Receipt {
    return this.#write((taskID, at) => {
      const from = this.indexes.find(source)
      if (from === undefined || source === destination) {
        this.tasks.publishOne(taskID)
        return { taskID, at }
      }
      for (const name of [source, destination]) this.refuseReplica(name)
      const replaced = this.indexes.find(destination)
      const isPrimary = replaced !== undefined && this.indexes.replicasOf(replaced.id).length > 0
      if (replaced) {
        this.indexes.relink(replaced.id, from.id)
        this.#removeIndex(replaced)
      }
      const generation = this.served.find(source)
      this.served.delete(source)
      this.indexes.rename(from.id, destination)
      this.#settle(destination, taskID, at)
      if (!isPrimary && generation?.index_id === from.id && generation.task >= from.last_task) {
        this.served.put({ ...generation, name: destination, task: taskID })
        this.tasks.publish(from.id, taskID)
      }
      return { taskID, at }
    })
  }

  /** What searches read beside the bytes of an index. */
  servedState(index: Pick<IndexRow, 'id' | 'settings'>): ServedState {
    return readServedState(this.#database, index)
  }

  /** Switches searches to a generation. False when its index is gone: then nothing happened. */
  serve(generation: BuiltGeneration): boolean {
    return this.transaction(() => {
      const row = this.indexes.byID(generation.index_id)
      if (row === undefined) return false
      this.served.put({ ...generation, name: row.name })
      // Those that were indexes of their own until now; one that is again keeps what it is served from.
      const names = new Set(namesOfReplicas(generation.replicas))
      for (const { name } of this.indexes.replicasOf(row.id)) if (names.has(name)) this.served.delete(name)
      this.records.forgetRemoved(row.id, generation.base)
      this.tasks.publish(row.id, generation.task)
      return true
    })
  }

  /** For a name that is there; else the wire's 404. */
  indexRow(name: string): IndexRow {
    const row = this.indexes.find(name)
    if (row === undefined) throw indexNotFound(name)
    return row
  }
}
