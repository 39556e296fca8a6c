/** `docent events [folder]`: the events of readers, a line of JSON each. */

import { readStoredEvents } from '@docent/server'

import { type BackendOptions, chosenCluster, openBackend } from '../backend/backend-choice.ts'
import { readConfig } from '../config/read-config.ts'
import { findStoredData } from '../data/stored-data.ts'
import { print } from '../terminal/terminal.ts'

/** Options of `docent events`. */
export interface EventsOptions extends BackendOptions {
  data?: string
  config?: string
  /** Maximum number of events. */
  limit: number
}

/** Prints the latest events, the latest first, also while a server runs. Returns the exit code. */
export async function eventsCommand(folder: string, options: EventsOptions): Promise<number> {
  const { data, limit } = options
  const cluster = chosenCluster(folder, options, await readConfig(folder, options.config))
  if (cluster) {
    const { backend, close } = await openBackend(cluster, '')
    for (const event of await backend.events.list(limit)) print(JSON.stringify(event))
    await close()
    return 0
  }
  const stored = await findStoredData(folder, data)
  for (const event of readStoredEvents(stored.folder, limit)) print(JSON.stringify(event))
  return 0
}
