/**
 * Asks an index a question from the terminal: the server that serves the folder now, else a throw-away index that is
 * built from the folder, or from a file of records, in memory; or a search host anywhere.
 */

import { createClient, providerHosts } from '@docent/client'
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

import { dataFolder, readRunningServer } from '../data/data-folder.ts'
import { readJsonLines } from '../records/json-lines.ts'
import { UsageError } from '../terminal/usage-error.ts'

/** The hits of one query, best first, not grouped. */
export type Ask = (params: SearchParams) => Promise<{ hits: Hit[]; nbHits: number }>

/** Asks the server that serves the folder, else an index of the folder as it is now. */
export async function askFolder(folder: string, data?: string): Promise<Ask> {
  const server = await readRunningServer(folder, data)
  if (!server) {
    const { records } = await readDocs(folder, { closed: [dataFolder(folder, 'serve', data)] })
    return askRecords(records)
  }
  const client = createClient({ hosts: [server.url], appId: 'docent', apiKey: server.searchKey })
  return (params) => client.searchIndex(server.index, params)
}

/** The path below which the server that serves the folder now puts its answers' URLs; undefined if none serves it. */
async function basePathOf(folder: string, data?: string): Promise<string | undefined> {
  const server = await readRunningServer(folder, data)
  return server && new URL(server.url).pathname
}

/** An index somewhere else. `host` is a base URL; without it, `appId` is an application of the hosted provider. */
interface RemoteIndex {
  host?: string | undefined
  appId?: string | undefined
  index: string
  /** A key that may search. */
  key: string
}

/** Asks a search host. Throws a UsageError if its address is none; the asking itself throws `SearchError`. */
function askHost({ host, appId, index, key }: RemoteIndex): Ask {
  if (host !== undefined && !/^https?:$/.test(URL.parse(host)?.protocol ?? ''))
    throw new UsageError(`"${host}" is no address of a search host: --host needs one such as https://search.example.`)
  const client = createClient({
    hosts: host === undefined ? providerHosts(appId ?? '') : [host],
    appId: appId ?? 'docent',
    apiKey: key,
    // A program needs no preflight, and a header is not logged on the way.
    credentials: 'headers',
  })
  // What a measurement asks is nothing that readers looked for.
  return (params) => client.searchIndex(index, { ...params, analytics: false })
}

/** Asks a throw-away index of the records in a JSON Lines file. Throws a UsageError that names the line of a wrong one. */
async function askFile(file: string): Promise<Ask> {
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

/** Options of the commands that ask: whom. */
export interface AskOptions {
  data?: string
  /** A file of records: they are asked instead of the folder. */
  records?: string
  /** A search host, or with `appId` alone the hosted provider: it is asked instead of the folder. */
  host?: string
  appId?: string
  index?: string
  key?: string
  /** The path below which the asked site stands; it is left off what is found. */
  base?: string
}

/** What the options name: a host, records, or the folder; and the base of its URLs. Throws a UsageError. */
export async function whomToAsk(folder: string, options: AskOptions): Promise<{ ask: Ask; base?: string | undefined }> {
  const { host, appId, index, key, records, base, data } = options
  const isRemote = host !== undefined || appId !== undefined
  if (isRemote && records !== undefined)
    throw new UsageError('--records and --host name two things to ask: give one of them.')
  if (isRemote) {
    if (index === undefined || key === undefined)
      throw new UsageError('--host also needs --index NAME and --key KEY, a key that may search.')
    return { ask: askHost({ host, appId, index, key }), base }
  }
  if (index !== undefined || key !== undefined)
    throw new UsageError('--index and --key need the --host that they belong to.')
  if (records !== undefined) return { ask: await askFile(records), base }
  return { ask: await askFolder(folder, data), base: base ?? (await basePathOf(folder, data)) }
}
