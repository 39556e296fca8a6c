/**
 * Asks an index a question from the terminal: the server that serves the folder now, else a throw-away index that is
 * built from the folder, or from a file of records, in memory.
 */

import { createClient } from '@docent/client'
import {
  buildIndex,
  DOCS_SETTINGS,
  type Hit,
  openIndex,
  search,
  type SearchParams,
  type SearchRecord,
} from '@docent/engine'
import { readDocs } from '@docent/ingest'
import * as v from 'valibot'

import { readRunningServer } from './data-folder.ts'
import { readJsonLines } from './eval/queries.ts'
import { UsageError } from './usage-error.ts'

/** The hits of one query, best first, not grouped. */
export type Ask = (params: SearchParams) => Promise<{ hits: Hit[]; nbHits: number }>

/** Asks the server that serves the folder, else an index of the folder as it is now. */
export async function askFolder(folder: string, data?: string): Promise<Ask> {
  const server = await readRunningServer(folder, data)
  if (!server) return askRecords((await readDocs(folder)).records)
  const client = createClient({ hosts: [server.url], appId: 'docent', apiKey: server.searchKey })
  return (params) => client.searchIndex(server.index, params)
}

/** Asks a throw-away index of the records in a JSON Lines file. Throws a UsageError that names the line of a wrong one. */
export async function askFile(file: string): Promise<Ask> {
  const rows = await readJsonLines(file)
  return askRecords(
    rows.map(({ value, line }) => {
      if (!v.is(v.looseObject({ objectID: v.pipe(v.string(), v.nonEmpty()) }), value)) {
        throw new UsageError(`${file}:${line} is no record: it needs an "objectID" that is a text.`)
      }
      // Parsed JSON with an objectID is all that a record is.
      return value as SearchRecord
    }),
  )
}

function askRecords(records: SearchRecord[]): Ask {
  const index = openIndex(buildIndex(records, DOCS_SETTINGS), DOCS_SETTINGS)
  return (params) => Promise.resolve(search(index, params))
}
