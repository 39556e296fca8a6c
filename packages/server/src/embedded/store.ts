/**
 * The changes that the embedded backend makes to its database. Each method is one transaction: when it returns, the
 * change is on disk; when it throws, nothing happened. All of it is synchronous. Values and results can be cloned: most
 * changes run in a thread of their own (`writer.ts`), one after the other, in the order of their tasks' numbers.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { IndexSettings, SearchRecord } from '@docent/engine'
import { readEncodedBatch } from '../backend/encoded-batch.ts'
import type { EncodedBatch } from '../backend/encoded-batch.ts'
import { readEncodedParts } from '../backend/encoded-batch.ts'
import type { EncodedParts } from '../backend/encoded-batch.ts'
import { ServerError, indexNotFound, tooMany } from '../wire/errors.ts'
import type { BatchReceipt, Receipt, ReplaceReceipt, WriteReceipt } from '../backend/backend.ts'
import type { CopyScope, IndexPart, PartKind, WriteOperation } from '../wire/operations.ts'
import { checkIndexes, checkParts, checkSettings } from '../wire/storage-limits.ts'
import { LIMITS } from '../wire/limits.ts'
import type { Limits } from '../wire/limits.ts'
import { isDamage, isLocked } from '../system/open-failure.ts'
import { isReplica, withoutShared } from '../backend/replicas.ts'
import type { ReplicaLinks } from '../backend/replicas.ts'
import { patchRecord } from '../backend/patch.ts'
import { objectIDOf } from '../wire/read-records.ts'
import type { Difference } from './difference.ts'
import { changeSettings, holderOf, settingsOf, sortsOf, storeSettings } from './index-settings.ts'
import { detach, linkReplicas, linksOf } from './replica-links.ts'
import { openDatabase } from './schema.ts'
import { namesOfReplicas, readServedState } from './served-state.ts'
import type { ServedState } from './served-state.ts'
import { holderID, IndexTable, PartTable, RecordTable, ServedTable, TaskTable } from './tables.ts'
import type { IndexRow, ServedRow } from './tables.ts'
import { StagedTable, TURN_WORK, applyAll, dropTurn, stageAll, workOf, workOfPatch } from './staged.ts'
import type { RecordOperation } from './staged.ts'
import type { Pause } from './writer.ts'

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

const isOnRecords = (operation: PreparedOperation): operation is RecordOperation =>
  operation.action !== 'clear' && operation.action !== 'drop'

/** Thrown to undo a transaction that turns out to take longer than a turn. */
const TOO_LONG = new Error('This takes more than a turn')

/** Synonyms or rules that are read in one turn. */
const PARTS_AT_ONCE = 500

const PART_KINDS: readonly PartKind[] = ['synonyms', 'rules']

export class Store {
  readonly #database: DatabaseSync
  readonly #limits: Limits
  #hasRemains: boolean
  #isBehind = false
  /** Ids under which records are copied or staged at the moment: they may belong to no index yet. */
  readonly #busy = new Set<number>()
  /** Of the transaction that runs, as `workOf` counts. */
  #workLeft = Number.POSITIVE_INFINITY
  readonly indexes: IndexTable
  readonly records: RecordTable
  readonly tasks: TaskTable
  readonly served: ServedTable
  readonly parts: PartTable
  readonly staged: StagedTable

  /** Other ways to open than making the database are for a second connection. */
  constructor(path: string, limits: Limits = LIMITS, open: (path: string) => DatabaseSync = openDatabase) {
    this.#database = open(path)
    this.#limits = limits
    this.indexes = new IndexTable(this.#database)
    this.records = new RecordTable(this.#database)
    this.tasks = new TaskTable(this.#database)
    this.served = new ServedTable(this.#database)
    this.parts = new PartTable(this.#database)
    this.staged = new StagedTable(this.#database)
    this.#hasRemains = this.#findRemains()
  }

  /** For tables that are kept elsewhere (the keys). */
  get database(): DatabaseSync {
    return this.#database
  }

  /** How long (ms) a statement waits for a lock of another program. Its thread sleeps until then. */
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

  /** A write of which every part has the task that `change` is given. Refused when too many tasks of an index wait. */
  #write<Result>(indexes: readonly string[], change: (task: number, at: string) => Result): Result {
    return this.transaction(() => {
      this.#checkRoom(indexes)
      return change(this.tasks.open(), new Date().toISOString())
    })
  }

  /** Each index has its own: one that cannot be built keeps no other from being written to. */
  #checkRoom(indexes: readonly string[]): void {
    for (const name of indexes) {
      const row = this.indexes.find(name)
      if (row !== undefined && this.tasks.pending(holderID(row)) >= this.#limits.pendingTasks)
        throw tooMany(`tasks of the index ${name} are waiting`)
    }
  }

  #findOrCreate(name: string, at: string): IndexRow {
    return this.indexes.find(name) ?? this.#create(name, at)
  }

  #create(name: string, at: string): IndexRow {
    checkIndexes(this.indexes.count(), this.#limits)
    return this.indexes.create(name, at)
  }

  #changeSettings(row: IndexRow, changes: Readonly<Record<string, unknown>>): void {
    changeSettings(this.indexes, row, changes)
    checkSettings(this.indexes.byID(row.id)?.settings ?? '', this.#limits)
  }

  #setSettings(indexID: number, settings: string): void {
    checkSettings(settings, this.#limits)
    this.indexes.setSettings(indexID, settings)
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

  /** Whether records are there of indexes that are gone: an index goes at once, and its records in turns (`sweep`). */
  get hasRemains(): boolean {
    return this.#hasRemains
  }

  /** Whether such records are there, as an earlier process may have left them. */
  #findRemains(): boolean {
    for (let id = this.records.nextIndexID(0); id !== undefined; id = this.records.nextIndexID(id))
      if (this.indexes.byID(id) === undefined) return true
    return this.staged.indexIDs().length > 0
  }

  /** The index goes on with the records that have another id; those that it had are remains. */
  #changeID(row: IndexRow, id: number): void {
    this.indexes.setID(row.id, id)
    this.indexes.relink(row.id, id)
    this.parts.give(row.id, id)
    this.tasks.give(row.id, id)
    this.#hasRemains = true
  }

  /**
   * Removes a turn's worth of the records of indexes that are gone; false when there are none left. It asks about all
   * indexes: which of them are gone is not written down.
   */
  sweep(): boolean {
    return this.transaction(() => {
      for (let id = this.records.nextIndexID(0); id !== undefined; id = this.records.nextIndexID(id)) {
        const isGone = this.indexes.byID(id) === undefined && !this.#busy.has(id)
        if (isGone && this.records.sweep(id)) return true
      }
      for (const id of this.staged.indexIDs()) if (!this.#busy.has(id) && dropTurn(this, id)) return true
      this.#hasRemains = false
      return false
    })
  }

  /** What searches see of the name goes too: the caller decides whether that is wanted. */
  #removeIndex(row: IndexRow): void {
    this.#hasRemains = true
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
        const row = existing ?? this.#create(operation.index, at)
        const { objectID, body } = operation.record
        this.records.put(row.id, objectID, body, task)
        this.#touchRecords(row, task)
        return
      }
      case 'patch': {
        const { objectID, changes, createIfNotExists } = operation
        const json = existing && this.records.readJson(existing.id, objectID)
        this.#workLeft -= workOfPatch(json?.length ?? 0)
        if (this.#workLeft < 0) throw TOO_LONG
        const stored = json === undefined ? undefined : (JSON.parse(json) as SearchRecord)
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
          const id = this.indexes.reserveID()
          this.#changeID(existing, id)
          this.indexes.touchAllRecords(id, task)
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

  /** What takes no longer than a turn is one transaction; more of it is staged first. */
  *write(operations: readonly PreparedOperation[]): Generator<Pause, WriteReceipt> {
    const onRecords = operations.every(isOnRecords) ? operations : undefined
    if (onRecords === undefined) return this.#writeAtOnce(operations, Number.POSITIVE_INFINITY)
    if (operations.reduce((sum, operation) => sum + workOf(operation), 0) <= TURN_WORK)
      try {
        return this.#writeAtOnce(operations, TURN_WORK)
      } catch (error) {
        if (error !== TOO_LONG) throw error
      }
    return yield* this.#inTurns(onRecords, (ids) =>
      this.#write([...ids.keys()], (first, at) => {
        const tasks = [...ids].map(([index, id], i) => {
          const taskID = i === 0 ? first : this.tasks.open()
          this.#hold(index, id, taskID, at)
          this.#settle(index, taskID, at)
          return { index, taskID }
        })
        return { tasks, at }
      }),
    )
  }

  /** Throws `TOO_LONG` where partial updates turn out to be more work than `most`. */
  #writeAtOnce(operations: readonly PreparedOperation[], most: number): WriteReceipt {
    // An index for which too much waits can still be deleted.
    const indexes = new Set(operations.filter(({ action }) => action !== 'drop').map(({ index }) => index))
    return this.#write([...indexes], (first, at) => {
      const tasks = new Map<string, number>()
      this.#workLeft = most
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

  /** Stages the operations, has `commit` say that they hold, and puts them in place: `staged.ts`. */
  *#inTurns<Result>(
    operations: readonly RecordOperation[],
    commit: (ids: ReadonlyMap<string, number>) => Result,
  ): Generator<Pause, Result> {
    const names = [...new Set(operations.map(({ index }) => index))]
    for (const name of names) this.refuseReplica(name)
    this.#checkRoom(names)
    const ids = new Map(
      this.transaction(() =>
        names.map((name) => [name, this.indexes.find(name)?.id ?? this.indexes.reserveID()] as const),
      ),
    )
    for (const id of ids.values()) this.#busy.add(id)
    this.#hasRemains = true
    try {
      yield* stageAll(this, ids, operations)
      const result = commit(ids)
      try {
        yield* applyAll(this, ids.values())
      } catch (error) {
        this.#isBehind = true
        throw error
      }
      return result
    } finally {
      for (const id of ids.values()) this.#busy.delete(id)
    }
  }

  /** Says that what is staged for an index holds; makes the index where that is new. Nothing when nothing is staged. */
  #hold(name: string, id: number, task: number, at: string): void {
    this.refuseReplica(name)
    if (!this.staged.has(id)) return
    if (this.indexes.find(name) === undefined) this.indexes.setID(this.#create(name, at).id, id)
    this.indexes.touchRecords(id, task)
    this.indexes.setApplying(id, task)
  }

  /** Whether a change that holds could not be put in place: nothing else may be written before it is (`recover`). */
  get isBehind(): boolean {
    return this.#isBehind
  }

  /**
   * Puts in place what holds since an earlier process, or since a turn that failed. To be called before anything else is
   * asked of the store.
   */
  recover(): void {
    const ids = this.indexes.applying().filter((id) => !this.#busy.has(id))
    for (const _ of applyAll(this, ids));
    this.#isBehind = false
  }

  /** Throws what `readEncodedBatch` does besides. */
  *writeBatch(batch: EncodedBatch): Generator<Pause, BatchReceipt> {
    const operations = readEncodedBatch(batch)
    if (batch.index === undefined) yield { indexes: [...new Set(operations.map(({ index }) => index))] }
    const receipt = yield* this.write(operations.map(prepareOperation))
    return { ...receipt, objectIDs: operations.map(objectIDOf) }
  }

  *deleteRecords(index: string, objectIDs: readonly string[]): Generator<Pause, Receipt> {
    const operations = objectIDs.map((objectID) => ({ action: 'delete' as const, index, objectID }))
    if (operations.length === 0)
      return this.#write([index], (taskID, at) => {
        this.refuseReplica(index)
        this.#settle(index, taskID, at)
        return { taskID, at }
      })
    const { tasks, at } = yield* this.write(operations)
    return { taskID: tasks[0]?.taskID ?? 0, at }
  }

  /**
   * Writes a difference to what is stored. New records are added from the last to the first, so that the first given is
   * the latest added: where nothing else decides, searches show the latest first.
   */
  *replaceRecords(
    index: string,
    { added, changed, removed, total, settings }: Difference,
  ): Generator<Pause, ReplaceReceipt> {
    const counts = { added: added.length, changed: changed.length, removed: removed.length, total }
    const saved = [...changed, ...added.toReversed()]
    const operations: RecordOperation[] = [
      ...removed.map((objectID) => ({ action: 'delete' as const, index, objectID })),
      ...saved.map((record) => ({ action: 'save' as const, index, record })),
    ]
    if (operations.reduce((sum, operation) => sum + workOf(operation), 0) > TURN_WORK)
      return yield* this.#inTurns(operations, (ids) =>
        this.#write([index], (taskID, at) => {
          for (const [name, id] of ids) this.#hold(name, id, taskID, at)
          this.#setSettings(this.#findOrCreate(index, at).id, settings)
          this.#settle(index, taskID, at)
          return { ...counts, taskID, at }
        }),
      )
    return this.#write([index], (taskID, at) => {
      this.refuseReplica(index)
      const { id } = this.#findOrCreate(index, at)
      for (const operation of operations) this.#applyOperation(operation, taskID, at)
      this.#setSettings(id, settings)
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
    return this.#write([index], (taskID, at) => {
      const row = this.#findOrCreate(index, at)
      const holder = holderID(row)
      const before = sortsOf(this.indexes, holder)
      this.#changeSettings(row, changes)
      // Before others come, which begin with the primary's.
      for (const replica of this.#replicasOf(row, forwards)) this.#changeSettings(replica, withoutShared(changes))
      if (replicas !== undefined) {
        linkReplicas(this, this.indexRow(index), (replicas ?? []) as string[], { task: taskID, at })
        checkIndexes(this.indexes.count() - 1, this.#limits)
      }
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
    return this.#write([index], (taskID, at) => {
      const row = this.#findOrCreate(index, at)
      for (const { id } of [row, ...this.#replicasOf(row, forwards)]) {
        if (replaceAll) this.parts.clear(id, kind)
        for (const part of parts) this.parts.put(id, kind, part)
        const { count, bytes } = this.parts.size(id, kind)
        if (parts.length > 0) checkParts(kind, count, bytes, this.#limits)
      }
      this.#settle(index, taskID, at)
      return { taskID, at }
    })
  }

  /** Reads the batch in turns, since a rule may take long. Throws what `readEncodedParts` does besides. */
  *savePartsBatch(batch: EncodedParts): Generator<Pause, Receipt> {
    const parts: IndexPart[] = []
    for (const part of readEncodedParts(batch)) if (parts.push(part) % PARTS_AT_ONCE === 0) yield {}
    return this.saveParts(batch.index, batch.kind, parts, batch)
  }

  deletePart(index: string, kind: PartKind, objectID: string, forwards: boolean): Receipt {
    return this.#write([index], (taskID, at) => {
      const row = this.indexes.find(index)
      if (row) for (const { id } of [row, ...this.#replicasOf(row, forwards)]) this.parts.delete(id, kind, objectID)
      this.#settle(index, taskID, at)
      return { taskID, at }
    })
  }

  /** Without a scope the destination becomes a copy; its old generation is served until the new one is built. */
  *copyIndex(source: string, destination: string, scope: readonly CopyScope[] | undefined): Generator<Pause, Receipt> {
    if (scope !== undefined || source === destination)
      return this.#write([destination], (taskID, at) => {
        if (source !== destination) this.#copyBeside(source, this.#findOrCreate(destination, at), scope ?? [])
        this.#settle(destination, taskID, at)
        return { taskID, at }
      })
    this.refuseReplica(destination)
    this.#checkRoom([destination])
    const copy = yield* this.#copyRecords(source)
    try {
      return this.#write([destination], (taskID, at) => {
        this.refuseReplica(destination)
        const to = this.#findOrCreate(destination, at)
        this.#changeID(to, copy)
        this.#copyBeside(source, { ...to, id: copy }, ['settings', ...PART_KINDS])
        this.indexes.touchAllRecords(copy, taskID)
        this.#settle(destination, taskID, at)
        return { taskID, at }
      })
    } finally {
      this.#busy.delete(copy)
    }
  }

  /** Copies settings, synonyms and rules. */
  #copyBeside(source: string, to: IndexRow, scope: readonly CopyScope[]): void {
    const from = this.indexes.find(source)
    if (scope.includes('settings')) storeSettings(this.indexes, to, from ? settingsOf(this.indexes, from) : {})
    for (const kind of PART_KINDS) {
      if (!scope.includes(kind)) continue
      this.parts.clear(to.id, kind)
      if (from) this.parts.copy(from.id, to.id, kind)
    }
  }

  /** Copies the records, in turns, under an id that no index has: nobody sees them. Nothing else writes to the source. */
  *#copyRecords(source: string): Generator<Pause, number> {
    const copy = this.transaction(() => this.indexes.reserveID())
    this.#busy.add(copy)
    // Until an index has them they would be remains.
    this.#hasRemains = true
    const row = this.indexes.find(source)
    if (row === undefined) return copy
    const from = holderID(row)
    for (let done = 0; ;) {
      const upTo = this.records.turnAfter(from, done)
      if (upTo === undefined) return copy
      this.transaction(() => this.records.copy(from, copy, done, upTo))
      done = upTo
      yield {}
    }
  }

  /**
   * The source's row takes the destination's name, and the destination's replicas. When searches already see all of the
   * source, they see it under the new name with this very transaction; else, and where there are replicas to come along,
   * the destination's old generation is served until the build is done.
   */
  moveIndex(source: string, destination: string): Receipt {
    return this.#write([source, destination], (taskID, at) => {
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
