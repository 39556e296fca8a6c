/** The settings of indexes and of their replicas. Functions that write must be called in a transaction. */
import type { IndexSettings } from '@docent/engine'
import { mergeSettings } from '../../backend/merge-settings.ts'
import { ownSettings, replicaSettings, sortAttributes } from '../../backend/replicas.ts'
import type { IndexRow, IndexTable } from '../database/index-table.ts'
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
export function sortsOf(indexes: IndexTable, holderID: number): Set<string> {
  const rows = [indexes.byID(holderID), ...indexes.replicasOf(holderID)]
  return new Set(rows.flatMap((row) => sortAttributes(row === undefined ? {} : parseSettings(row.settings))))
}
