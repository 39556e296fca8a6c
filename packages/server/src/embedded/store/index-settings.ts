/** The settings of indexes and of their replicas. Functions that write must be called in a transaction. */
import type { IndexSettings } from '@docent/engine'
import { mergeSettings } from '../../backend/merge-settings.ts'
import { ownSettings, replicaSettings, sortAttributes } from '../../backend/replicas.ts'
import { holderID, type IndexRow, type IndexTable } from '../database/index-table.ts'
import { parseSettings } from '../database/stored-json.ts'

/** The row of the index that has the records: the primary of a replica, else `row` itself. */
export const holderOf = (indexes: IndexTable, row: IndexRow): IndexRow =>
  row.primary_id === null ? row : (indexes.byID(row.primary_id) ?? row)

/** The settings that searches of the index read, without defaults. */
export function settingsOf(indexes: IndexTable, row: IndexRow): IndexSettings {
  const own = parseSettings(row.settings)
  return row.primary_id === null ? own : replicaSettings(own, parseSettings(holderOf(indexes, row).settings))
}

/** Stores all settings of an index; of a replica only its own. Throws as `ownSettings`. */
export function storeSettings(indexes: IndexTable, row: IndexRow, settings: IndexSettings): void {
  const holder = holderOf(indexes, row)
  const links = { replica: row.name, primary: holder.name, primarySettings: parseSettings(holder.settings) }
  indexes.setSettings(row.id, JSON.stringify(holder === row ? settings : ownSettings(settings, links)))
}

/** Replaces the named settings; `null` restores a default. Throws as `ownSettings`. */
export function changeSettings(indexes: IndexTable, row: IndexRow, changes: Readonly<Record<string, unknown>>): void {
  storeSettings(indexes, row, mergeSettings(parseSettings(row.settings), changes))
}

/** The sort attributes of an index and its replicas. */
function sortsOf(indexes: IndexTable, holderID: number): Set<string> {
  const rows = [indexes.byID(holderID), ...indexes.replicasOf(holderID)]
  return new Set(rows.flatMap((row) => sortAttributes(row === undefined ? {} : parseSettings(row.settings))))
}

/**
 * Makes a change of settings. The index of a primary needs the sort columns of its replicas, which its own settings do not name:
 * with a new one it is built again.
 */
export function changeSorts(indexes: IndexTable, row: IndexRow, task: number, change: () => void): void {
  const holder = holderID(row)
  const before = sortsOf(indexes, holder)
  change()
  const isBuilt = [...sortsOf(indexes, holder)].every((attribute) => before.has(attribute))
  if (!isBuilt && indexes.replicasOf(holder).length > 0) indexes.touchAllRecords(holder, task)
}
