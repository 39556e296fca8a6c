/**
 * `docent index <folder|records>`: replaces the records of an index atomically: in the data folder, through the server
 * that serves it, or in a cluster; or, with `--to`, on any search host.
 */

import { resolve } from 'node:path'

import { SearchError } from '@docent/client'
import { DOCS_SETTINGS, type IndexSettings, type SearchRecord } from '@docent/engine'
import { readDocs } from '@docent/ingest'
import { isFolder } from '@docent/ingest/below-root'

import { type BackendOptions, chosenCluster, openBackend } from '../backend/backend-choice.ts'
import { docsOptions } from '../config/docs-options.ts'
import { readConfig } from '../config/read-config.ts'
import { dataFolder, readRunningServer } from '../data/data-folder.ts'
import { folderSettings, withoutMark } from '../backend/folder-index.ts'
import { exists, readJson } from '../records/json-lines.ts'
import { readRecords } from '../records/read-records.ts'
import { isNewIndex, sendRecords, type Sent, type Target } from '../records/send-records.ts'
import { print, printError } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'

export interface IndexOptions extends BackendOptions {
  /** The search host; the data folder when absent. */
  to?: string
  /** A key of that host with the right to write. */
  key?: string
  appId: string
  index?: string
  /** A JSON file of settings. */
  settings?: string
  data?: string
  config?: string
  json?: boolean
}

/** Number of records between two lines of progress, where the output is no terminal. */
const RECORDS_PER_LINE = 10_000

/** Rights that a key needs to replace an index. */
const RIGHTS = ['addObject', 'editSettings', 'settings', 'deleteIndex', 'listIndexes']

/** The records to index. */
interface Source {
  records: SearchRecord[]
  index: string
  /** Whether the records are pages, for which Docent's own settings are made. */
  isFolder: boolean
}

/**
 * Indexes `source`. `folder` is the docs folder whose data folder is used for a file of records. Returns the exit code.
 */
export async function indexCommand(source: string, folder: string, options: IndexOptions): Promise<number> {
  const started = performance.now()
  const target = options.to === undefined ? undefined : readTarget(options, options.to)
  const read = await readSource(resolve(source), options)
  const given = options.settings === undefined ? undefined : ((await readJson(options.settings)) as IndexSettings)
  const home = read.isFolder ? resolve(source) : folder
  const settings = given ?? (read.isFolder ? DOCS_SETTINGS : undefined)
  if (read.isFolder && target === undefined) await refuseServed(home, read.index, options)
  const sent = target
    ? await send({ ...target, index: read.index }, read, settings)
    : await indexHere(home, read, settings, options)
  const seconds = (performance.now() - started) / 1000
  if (options.json) print(JSON.stringify({ index: read.index, ...sent, ms: Math.round(seconds * 1000) }))
  else print(`${sent.records.toLocaleString('en')} records in ${read.index}, in ${seconds.toFixed(1)} s.`)
  return 0
}

function readTarget({ key, appId }: IndexOptions, url: string): Omit<Target, 'index'> {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new UsageError(`"${url}" is no address of a search host: --to needs one such as https://search.example.`)
  if (!key) throw new UsageError('--to needs --key, a key of that host that may write.')
  return { url, appId, key }
}

async function readSource(path: string, { index, config, data }: IndexOptions): Promise<Source> {
  if (!exists(path))
    throw new UsageError(`${path} does not exist: give a docs folder, or a file of records (.jsonl or .jsonl.gz).`)
  if (!isFolder(path)) return { records: await readRecords(path), index: index ?? 'docs', isFolder: false }
  const settings = await readConfig(path, config)
  const docs = await readDocs(path, { ...docsOptions(settings), closed: [dataFolder(path, 'serve', data)] })
  return { records: docs.records, index: index ?? settings.index, isFolder: true }
}

/** Settings for a new index: those of docs where the records have their form. */
const settingsFor = (records: readonly SearchRecord[]): IndexSettings =>
  records.some((record) => 'hierarchy' in record) ? DOCS_SETTINGS : {}

async function indexHere(
  folder: string,
  source: Source,
  settings: IndexSettings | undefined,
  options: IndexOptions,
): Promise<Sent> {
  const { records, index } = source
  const cluster = chosenCluster(folder, options, await readConfig(folder, options.config))
  // Several processes may write to a cluster; only its server may write to a data folder.
  const server = cluster ? undefined : await readRunningServer(folder, options.data)
  if (server) return send({ url: server.url, appId: 'docent', key: server.adminKey, index }, source, settings)
  const { backend, close } = await openBackend(cluster, dataFolder(folder, 'serve', options.data))
  try {
    const exists = (await backend.listIndexes()).some(({ name }) => name === index)
    const current = exists ? await backend.getSettings(index) : settingsFor(records)
    const chosen = withoutMark(settings ?? current)
    const { taskID, total } = await backend.replaceRecords(
      index,
      records,
      source.isFolder ? folderSettings(index, chosen) : chosen,
    )
    await backend.waitForTask(taskID)
    return { records: total, resumed: 0 }
  } finally {
    await close()
  }
}

/** Refuses an index that a running server builds from its folder, because its next start would undo the change. */
async function refuseServed(folder: string, index: string, options: IndexOptions): Promise<void> {
  const server = await readRunningServer(folder, options.data)
  if (server?.folderIndex === index)
    throw new UsageError(
      `The server at ${server.url} builds the index ${index} from its docs folder: docent dev at every save, docent serve at its next start.`,
    )
}

async function send(target: Target, { records }: Source, settings: IndexSettings | undefined): Promise<Sent> {
  try {
    return await sendRecords(target, records, {
      settings: settings ?? ((await isNewIndex(target)) ? settingsFor(records) : undefined),
      onProgress: showProgress,
      onRetry: (error, wait) => printError(`${error.message} Trying again in ${wait / 1000} s.`),
    })
  } catch (error) {
    throw error instanceof SearchError ? new Error(explain(error, target), { cause: error }) : error
  }
}

/** The host's message, a remedy, and the state of the index. */
function explain({ kind, status, message }: SearchError, { url, index }: Target): string {
  const failure = `${url}: ${message.replace(/(?<![.\s])[.\s]+$/, '')}`
  const unchanged = `The index ${index} is unchanged.`
  if (kind === 'not-allowed')
    return `${failure}: --key needs one of this host with ${RIGHTS.join(', ')} for ${index} and ${index}_tmp_*. ${unchanged}`
  if (status === 404 || status === 405 || kind === 'bad-answer' || kind === 'unreachable')
    return `${failure}: --to needs the address of a search host, such as https://search.example. ${unchanged}`
  if (kind === 'refused') return `${failure}. ${unchanged}`
  return `${failure}. ${unchanged} Start the command again to continue.`
}

function showProgress(sent: number, total: number): void {
  const text = `${sent.toLocaleString('en')} of ${total.toLocaleString('en')} records are sent`
  if (process.stderr.isTTY) process.stderr.write(`\r${text}${sent === total ? '\n' : ''}`)
  else if (sent === total || sent % RECORDS_PER_LINE === 0) process.stderr.write(`${text}\n`)
}
