/** Copies of the records of an index, made in turns, before the transaction that gives them to an index. */
import { holderID, type IndexRow } from '../database/index-table.ts'
import { TURN_BYTES, TURN_RECORDS } from '../database/turn.ts'
import type { Tables } from '../database/tables.ts'
import type { OrphanedRecords } from './orphaned-records.ts'
import type { Pause } from './prepared.ts'

/** The parts of a `Store` that a copy needs. */
type CopyingStore = Tables & { orphans: OrphanedRecords; transaction: <Result>(change: () => Result) => Result }

/**
 * Copies the records under a new id, which stays reserved: `orphans.release` ends that. In turns, or with `mayPause` false in one,
 * for a source whose other changes do not wait.
 */
export function* copyRecords(store: CopyingStore, source: string, mayPause: boolean): Generator<Pause, number> {
  const { indexes, orphans, records } = store
  const copy = store.transaction(() => indexes.reserveID())
  const row = indexes.find(source)
  if (row === undefined) return copy
  orphans.reserve(copy)
  try {
    const from = holderID(row)
    for (let done = 0; ;) {
      const upTo = records.turnAfter(from, done)
      if (upTo === undefined) return copy
      store.transaction(() => records.copy(from, copy, done, upTo))
      done = upTo
      if (mayPause) yield {}
    }
  } catch (error) {
    orphans.release(copy)
    throw error
  }
}

/** A copy for one replica: the id of its records, and the last change of the primary's records that is part of them. */
interface RecordCopy {
  id: number
  task: number
}

/** Copies of the records of primaries by the name of the replica that gets them. */
export type RecordCopies = ReadonlyMap<string, RecordCopy>

/** The id of the copy for a replica; `undefined` if none was made, or the records of the primary have changed since. */
export function copyFor(copies: RecordCopies | undefined, replica: IndexRow, primary: IndexRow): number | undefined {
  const copy = copies?.get(replica.name)
  return copy?.task === primary.records_task ? copy.id : undefined
}

/** A primary and the replicas of it that a change detaches. */
export interface Detached {
  primary: IndexRow
  replicas: readonly IndexRow[]
}

/**
 * Calls `change`, which detaches replicas from their primaries, with copies of the records for them; without those that a turn has
 * room for. Other changes of the primaries must wait.
 */
export function* withCopies<Result>(
  store: CopyingStore,
  detached: readonly Detached[],
  change: (copies: RecordCopies) => Result,
): Generator<Pause, Result> {
  const copies = new Map<string, RecordCopy>()
  try {
    for (const { primary, replicas } of detached) {
      const count = replicas.length
      if (count === 0) continue
      const fits = !store.records.isLarger(primary.id, Math.floor(TURN_RECORDS / count), TURN_BYTES / count)
      if (fits) continue
      for (const { name } of replicas) {
        const id = yield* copyRecords(store, primary.name, true)
        copies.set(name, { id, task: primary.records_task })
      }
    }
    return change(copies)
  } finally {
    for (const { id } of copies.values()) store.orphans.release(id)
  }
}
