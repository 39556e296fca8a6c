/** Links and unlinks the replicas of an index. Functions that write must be called in a transaction. */
import { badRequest } from '../../wire/errors.ts'
import {
  linksFrom,
  linksTo,
  ownSettings,
  replicaSettings,
  whyNoReplica,
  withoutShared,
  type ReplicaLinks,
} from '../../backend/replicas.ts'
import type { IndexRow, IndexTable } from '../database/index-table.ts'
import { PART_KINDS } from '../database/part-table.ts'
import type { Tables } from '../database/tables.ts'
import type { OpenTask } from '../database/task-table.ts'
import { parseReplica } from '../../wire/replica-name.ts'
import { parseSettings } from '../database/stored-json.ts'
import { copyFor, type RecordCopies } from './copy-records.ts'
import type { OrphanedRecords } from './orphaned-records.ts'

/** The primary or the replicas of an index. */
export function linksOf({ indexes }: Pick<Tables, 'indexes'>, row: IndexRow): ReplicaLinks {
  const primary = row.primary_id === null ? undefined : indexes.byID(row.primary_id)
  if (primary !== undefined) return linksFrom(primary.name, row.is_virtual === 1)
  return linksTo(indexes.replicasOf(row.id).map(({ name, is_virtual }) => ({ name, isVirtual: is_virtual === 1 })))
}

/** A new replica begins with the settings, synonyms and rules of its primary. */
function createReplica({ indexes, parts }: Tables, name: string, primary: IndexRow, at: string): IndexRow {
  const replica = indexes.create(name, at)
  indexes.setSettings(replica.id, JSON.stringify(withoutShared(parseSettings(primary.settings))))
  for (const kind of PART_KINDS) parts.copy(primary.id, replica.id, kind)
  return replica
}

function attach(tables: Tables, entry: string, primary: IndexRow, { task, at }: OpenTask): void {
  const { indexes, records, tasks } = tables
  const { name, isVirtual } = parseReplica(entry)
  const existing = indexes.find(name)
  if (existing !== undefined) {
    const found = { links: linksOf(tables, existing), ownRecords: records.count(existing.id) }
    const why = whyNoReplica(name, primary.name, found)
    if (why !== undefined) throw badRequest(why)
    const primarySettings = parseSettings(primary.settings)
    const own = ownSettings(parseSettings(existing.settings), { replica: name, primary: primary.name, primarySettings })
    indexes.setSettings(existing.id, JSON.stringify(own))
    // A replica has no generation of its own that would publish its waiting tasks.
    tasks.give(existing.id, primary.id)
  }
  const { id } = existing ?? createReplica(tables, name, primary, at)
  indexes.link(id, primary.id, isVirtual)
  indexes.touch(id, task, at)
}

/** The tables, and the records without an index, which `detach` gives to replicas. */
type Linking = Tables & { orphans: OrphanedRecords }

/**
 * Turns a replica into an index with records of its own: those of `copies`, if it has them. Until its generation is built, the
 * primary's generation, which contains its settings, serves its name.
 */
export function detach(
  { indexes, orphans, records, served }: Linking,
  replica: IndexRow,
  primary: IndexRow,
  { task, at }: OpenTask,
  copies?: RecordCopies,
): void {
  const settings = replicaSettings(parseSettings(replica.settings), parseSettings(primary.settings))
  indexes.setSettings(replica.id, JSON.stringify(settings))
  indexes.link(replica.id, null, false)
  const copy = copyFor(copies, replica, primary)
  if (copy === undefined) records.copy(primary.id, replica.id, 0, Number.MAX_SAFE_INTEGER)
  else orphans.changeID(replica, copy)
  const id = copy ?? replica.id
  indexes.touchAllRecords(id, task)
  indexes.touch(id, task, at)
  const generation = served.find(primary.name)
  if (generation !== undefined) served.put({ ...generation, name: replica.name })
}

/** The replicas of an index that `entries`, `name` or `virtual(name)`, do not name. */
export function replicasWithout(indexes: IndexTable, primary: IndexRow, entries: readonly string[]): IndexRow[] {
  const wanted = new Set(entries.map((entry) => parseReplica(entry).name))
  return indexes.replicasOf(primary.id).filter(({ name }) => !wanted.has(name))
}

/**
 * Sets the replicas of an index: `name` or `virtual(name)`. Missing ones are created; a replica that is no longer named becomes an
 * index of its own. Throws a `ServerError` (400) for an index that cannot be a replica.
 */
export function linkReplicas(
  tables: Linking,
  primary: IndexRow,
  entries: readonly string[],
  opened: OpenTask,
  copies?: RecordCopies,
): void {
  const { indexes } = tables
  if (primary.primary_id !== null && entries.length > 0)
    throw badRequest(`Index ${primary.name} is a replica, so it cannot have replicas`)
  for (const replica of replicasWithout(indexes, primary, entries)) detach(tables, replica, primary, opened, copies)
  for (const entry of entries) attach(tables, entry, primary, opened)
}
