/** Where the commands beside a server find what is stored: keys, events, and the database of a backup. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { dataFolder, type Mode, readRunningServer, type RunningServer } from './data-folder.ts'
import { displayPath } from '../terminal/display-path.ts'
import { UsageError } from '../terminal/usage-error.ts'

/** A data folder that holds a database. */
export interface StoredData {
  folder: string
  /** The server that serves it now. */
  server?: RunningServer
}

/** In which order they are looked at: what readers use comes before what an author tries out. */
const MODES: readonly Mode[] = ['serve', 'dev']

/**
 * The data folder of a docs folder: that of the running server, else that of `docent serve`, else that of the dev server.
 * Throws a UsageError where nothing is stored: a mistyped folder must not get a data folder of its own.
 * @param data the `--data` option.
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
