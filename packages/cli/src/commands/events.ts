/** `docent events [folder]`: what readers did with their answers, a line of JSON each, for whatever counts lines. */

import { readStoredEvents } from '@docent/server'

import { dataFolder } from '../data-folder.ts'
import { UsageError } from '../usage-error.ts'

export interface EventsOptions {
  data?: string
  limit: string
}

/** Prints the latest events, the latest first, also while a server runs. Returns the exit code. */
export function eventsCommand(folder: string, { data, limit }: EventsOptions): number {
  if (!/^[1-9]\d{0,6}$/.test(limit))
    throw new UsageError(`--limit ${limit} is no number of events: write 1 to 9999999.`)
  for (const event of readStoredEvents(dataFolder(folder, 'serve', data), Number(limit)))
    console.log(JSON.stringify(event))
  return 0
}
