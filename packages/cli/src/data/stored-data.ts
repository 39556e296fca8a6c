/** Finds stored data for commands beside a server: keys, events, and the database of a backup. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { dataFolder, type Mode } from './data-folder.ts'
import { readRunningServer, type RunningServer } from './running-server.ts'
import { displayPath } from '../terminal/display-path.ts'
import { UsageError } from '../terminal/usage-error.ts'

/** A data folder that holds a database. */
export interface StoredData {
  folder: string
  /** The server that serves it. */
  server?: RunningServer
}

/** Order of the search: data of readers before that of authors. */
const MODES: readonly Mode[] = ['serve', 'dev']

/**
 * The data folder of a docs folder: that of the running server, else that of `docent serve`, else that of the dev
 * server.
 * @param data the `--data` option.
 * @throws UsageError where nothing is stored: a mistyped folder must not get a data folder.
 */
export async function findStoredData(docs: string, data?: string): Promise<StoredData> {
  const server = await readRunningServer(docs, data)
  if (server) return { folder: server.data, server }
  const places = MODES.map((mode) => dataFolder(docs, mode, data))
  const folder = places.find((place) => existsSync(join(place, 'docent.db')))
  if (folder !== undefined) return { folder }
  const missing = existsSync(docs) ? '' : `${displayPath(docs)} does not exist, and `
  throw new UsageError(
    `${missing}nothing is stored in ${displayPath(places[0] ?? docs)}: give the docs folder of the server, or its data folder with --data.`,
  )
}
