/**
 * Queries an index from the terminal: that of the server that serves the folder, else a temporary index in memory of
 * the folder or of a file of records; or an index of any search host.
 */

import { createClient, providerHosts, SearchError } from '@docent/client'
import {
  buildIndex,
  DOCS_SETTINGS,
  type Hit,
  openIndex,
  search,
  type SearchParams,
  type SearchRecord,
} from '@docent/engine'
import { IngestError, readDocs } from '@docent/ingest'
import * as v from 'valibot'

import { readConfig } from '../config/read-config.ts'
import { acceptedRecords } from '../crawl/accepted-records.ts'
import { dataFolder } from '../data/data-folder.ts'
import { readRunningServer } from '../data/running-server.ts'
import { guardFetch, UnusableAnswer } from '../records/guarded-fetch.ts'
import { readJsonLines } from '../records/json-lines.ts'
import { checkSearchHost } from '../terminal/search-host.ts'
import { UsageError } from '../terminal/usage-error.ts'

/** The hits of one query, best first, not grouped. */
export type Ask = (
  params: SearchParams,
) => Promise<{ hits: Hit[]; nbHits: number; facets?: Record<string, Record<string, number>> | undefined }>

/** Queries the server that serves the folder, else an index of the current folder. */
export async function askFolder(folder: string, data?: string): Promise<Ask> {
  const server = await readRunningServer(folder, data)
  if (!server) return askRecords(await recordsOf(folder, dataFolder(folder, 'serve', data)))
  const client = createClient({ hosts: [server.url], appId: 'docent', apiKey: server.searchKey })
  return (params) => client.searchIndex(server.index, params)
}

/** The records of the folder's pages; of the crawled site, if the configuration has one or the folder has no pages. */
async function recordsOf(folder: string, data: string): Promise<SearchRecord[]> {
  const { crawl, index } = await readConfig(folder)
  const crawled = acceptedRecords(data, index)
  if (crawl !== undefined && crawled !== undefined) return crawled
  try {
    return (await readDocs(folder, { closed: [data] })).records
  } catch (error) {
    if (error instanceof IngestError && crawled !== undefined) return crawled
    throw error
  }
}

/** The base path of the URLs of the server that serves the folder; `undefined` without a server. */
async function basePathOf(folder: string, data?: string): Promise<string | undefined> {
  const server = await readRunningServer(folder, data)
  return server && new URL(server.url).pathname
}

/** A remote index. `host` is a base URL; without it, `appId` is an application of the hosted provider. */
export interface RemoteIndex {
  host?: string | undefined
  appId?: string | undefined
  index: string
  /** A key that may search. */
  key: string
}

/** Ceiling (bytes) of the answer to one query: 50 hits with long texts have less than a hundredth of it. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024

/** Queries a search host, with errors of type `SearchError`. @throws UsageError for an invalid address. */
export function askHost({ host, appId, index, key }: RemoteIndex): Ask {
  if (host !== undefined) checkSearchHost('--host', host)
  const client = createClient({
    hosts: host === undefined ? providerHosts(appId ?? '') : [host],
    appId: appId ?? 'docent',
    apiKey: key,
    // A program needs no preflight request, and proxies do not log headers.
    credentials: 'headers',
    fetch: guardFetch(MAX_ANSWER_BYTES).fetch,
  })
  // Queries of a measurement must not count as queries of readers.
  return (params) =>
    client.searchIndex(index, { ...params, analytics: false }).catch((error: unknown) => {
      if (!(error instanceof SearchError && error.cause instanceof UnusableAnswer)) throw error
      throw new SearchError(
        'bad-answer',
        `${host ?? `The application ${appId}`} cannot be used: ${error.cause.message}.`,
      )
    })
}

/**
 * Queries a temporary index of the records in a JSON Lines file. @throws UsageError with the line of an invalid record.
 */
async function askFile(file: string): Promise<Ask> {
  const rows = await readJsonLines(file)
  return askRecords(
    rows.map(({ value, line }) => {
      if (!v.is(v.looseObject({ objectID: v.pipe(v.string(), v.nonEmpty()) }), value)) {
        throw new UsageError(`${file}:${line} is no record: it needs an "objectID" that is a text.`)
      }
      // Parsed JSON with an objectID is a record.
      return value as SearchRecord
    }),
  )
}

/** Queries a temporary index of records, with the settings of docs. */
export function askRecords(records: SearchRecord[]): Ask {
  const index = openIndex(buildIndex(records, DOCS_SETTINGS), DOCS_SETTINGS)
  return (params) => Promise.resolve(search(index, params))
}

/** Options of the commands that query: the index. */
export interface AskOptions {
  data?: string
  /** A file of records to query instead of the folder. */
  records?: string
  /** A search host, or with `appId` alone the hosted provider, to query instead of the folder. */
  host?: string
  appId?: string
  index?: string
  key?: string
  /** The base path of the queried site, which is removed from the URLs of hits. */
  base?: string
}

/** The index that the options name (a host, records, or the folder), and the base of its URLs. @throws UsageError */
export async function chooseIndex(
  folder: string,
  options: AskOptions,
): Promise<{ ask: Ask; base?: string | undefined }> {
  const { host, appId, index, key, records, base, data } = options
  const isRemote = host !== undefined || appId !== undefined
  if (isRemote && records !== undefined)
    throw new UsageError('--records and --host name two indexes to query: give one of them.')
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
