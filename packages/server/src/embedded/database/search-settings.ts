/** Settings that searches read beside the bytes of an index: its synonyms and rules, and its replicas' settings and parts. */
import type { DatabaseSync } from 'node:sqlite'
import type { IndexSettings } from '@docent/engine'
import { replicaSettings, servedSettings, sharedBuildSettings } from '../../backend/replicas.ts'
import { REPLICAS_OF, type IndexRow } from './index-table.ts'
import { SERVED_PARTS } from './part-table.ts'
import { parseSettings } from './stored-json.ts'

/** By the replica's name; `parts` is JSON of `ServedParts`. */
export type ServedReplicas = Readonly<Record<string, { settings: IndexSettings; parts: string }>>

/** JSON of `ServedParts` and of `ServedReplicas`. */
export interface SearchSettings {
  parts: string
  replicas: string
}

const partsOf = (database: DatabaseSync, indexID: number): string =>
  (database.prepare(SERVED_PARTS).get(indexID) as { parts: string }).parts

const replicasOf = (database: DatabaseSync, { id }: Pick<IndexRow, 'id'>): IndexRow[] =>
  database.prepare(REPLICAS_OF).all(id) as unknown as IndexRow[]

/** The current search settings of an index. */
export function readSearchSettings(database: DatabaseSync, row: Pick<IndexRow, 'id' | 'settings'>): SearchSettings {
  const primarySettings = parseSettings(row.settings)
  const replicas: ServedReplicas = Object.fromEntries(
    replicasOf(database, row).map(({ id, name, settings, is_virtual }) => {
      const effective = replicaSettings(parseSettings(settings), primarySettings)
      return [name, { settings: servedSettings(effective, is_virtual === 1), parts: partsOf(database, id) }]
    }),
  )
  return { parts: partsOf(database, row.id), replicas: JSON.stringify(replicas) }
}

/** The settings that an index is built with: its own, and the sort attributes of its replicas. */
export function readBuildSettings(database: DatabaseSync, row: IndexRow): IndexSettings {
  const replicas = replicasOf(database, row).map(({ settings }) => parseSettings(settings))
  return sharedBuildSettings(parseSettings(row.settings), replicas)
}

/** Names of the replicas in JSON of `ServedReplicas`. */
export const namesOfReplicas = (replicas: string): string[] =>
  replicas === '{}' ? [] : Object.keys(JSON.parse(replicas) as ServedReplicas)
