/** The index that `docent index` fills: in the data folder, through the server that serves it, in a cluster, or on another host. */

import { SearchError } from '@docent/client'

import { type BackendOptions, type ChosenCluster, chosenCluster, openBackend } from '../backend/backend-choice.ts'
import { readConfig } from '../config/read-config.ts'
import type { Config } from '../config/schema.ts'
import { type CrawledIndex, indexOfBackend, indexOfHost } from '../crawl/crawled-index.ts'
import { makeDataFolder } from '../data/data-folder.ts'
import { readRunningServer, type RunningServer } from '../data/running-server.ts'
import type { Target } from '../records/send-records.ts'
import { failureAt } from '../terminal/failure-at.ts'
import { printError } from '../terminal/terminal.ts'
import { checkSearchHost } from '../terminal/search-host.ts'
import { UsageError } from '../terminal/usage-error.ts'

/** Options that choose the index to write: of a search host, or of a data folder. */
export interface TargetOptions extends BackendOptions {
  /** The search host; the data folder when absent. */
  to?: string
  /** A key of that host with the right to write; default: `DOCENT_KEY`, which lists of processes do not show. */
  key?: string
  appId: string
  index?: string
  data?: string
  config?: string
}

/** Number of records between two lines of progress, where the output is no terminal. */
const RECORDS_PER_LINE = 10_000

/** Rights that a key needs to replace an index. */
const RIGHTS = ['addObject', 'deleteObject', 'editSettings', 'settings', 'deleteIndex', 'listIndexes']

/** The host of `--to`; `undefined` without it. @throws UsageError */
export function readTarget({
  to: url,
  key = process.env.DOCENT_KEY,
  appId,
}: TargetOptions): Omit<Target, 'index'> | undefined {
  if (url === undefined) return undefined
  checkSearchHost('--to', url)
  if (!key) throw new UsageError('--to needs a key of that host that may write: set DOCENT_KEY to it, or use --key.')
  return { url, appId, key }
}

/** Refuses an index that a running server builds from its folder, because its next start would undo the change. */
export async function refuseServed(folder: string, index: string, { data }: TargetOptions): Promise<void> {
  const server = await readRunningServer(folder, data)
  if (server?.folderIndex === index)
    throw new UsageError(
      `The server at ${server.url} builds the index ${index} from its docs folder, docent dev at every save and docent serve at its next start, which would undo the change: write to an index of another name with --index.`,
    )
}

/** The storage of a folder's indexes. */
export interface Storage {
  config: Config
  /** `undefined` for the data folder. */
  cluster: ChosenCluster | undefined
  /** The server that writes to the data folder: only it may. Several processes may write to a cluster. */
  server: RunningServer | undefined
}

/** Finds the storage that the options or the configuration name. @throws UsageError */
export async function findStorage(folder: string, options: TargetOptions): Promise<Storage> {
  const config = await readConfig(folder, options.config)
  const cluster = chosenCluster(folder, options, config)
  return { config, cluster, server: cluster ? undefined : await readRunningServer(folder, options.data) }
}

/** A running server as a search host, with the right to write. */
export const hostOf = ({ url, adminKey: key }: RunningServer): Omit<Target, 'index'> => ({ url, appId: 'docent', key })

/** Opens the index for a crawl; the caller closes it. */
export async function openCrawledIndex(
  folder: string,
  index: string,
  options: TargetOptions,
): Promise<{ index: CrawledIndex; close: () => Promise<void> }> {
  const close = async (): Promise<void> => undefined
  const target = readTarget(options)
  if (target) return { index: indexOfHost({ ...target, index }, SENDING), close }
  const { cluster, server } = await findStorage(folder, options)
  if (server) {
    await refuseServed(folder, index, options)
    return { index: indexOfHost({ ...hostOf(server), index }, SENDING), close }
  }
  const data = makeDataFolder(folder, 'serve', options.data)
  const opened = await openBackend(cluster, data)
  return { index: indexOfBackend(opened.backend, index), close: opened.close }
}

/** Progress of sending, on the standard error. */
export const SENDING = {
  onProgress(sent: number, total: number): void {
    const text = `${sent.toLocaleString('en')} of ${total.toLocaleString('en')} records are sent`
    if (process.stderr.isTTY) process.stderr.write(`\r${text}${sent === total ? '\n' : ''}`)
    else if (sent === total || sent % RECORDS_PER_LINE === 0) process.stderr.write(`${text}\n`)
  },
  onRetry(error: Error, wait: number): void {
    printError(`${error.message} Trying again in ${wait / 1000} s.`)
  },
}

/** An error of a host with its message, a remedy, and the state of the index; other errors unchanged. */
export function explained(error: unknown, target: { url: string; index: string }): unknown {
  if (!(error instanceof SearchError)) return error
  return new Error(explain(error, target), { cause: error })
}

function explain(error: SearchError, { url, index }: { url: string; index: string }): string {
  const { kind, status } = error
  const failure = failureAt(url, error)
  const unchanged = `The index ${index} is unchanged.`
  if (kind === 'not-allowed')
    return `${failure}: the key needs ${RIGHTS.join(', ')} for ${index} and ${index}_tmp_*. ${unchanged}`
  if (status === 404 || status === 405 || kind === 'bad-answer' || kind === 'unreachable')
    return `${failure}: --to needs the address of a search host, such as https://search.example. ${unchanged}`
  if (kind === 'refused') return `${failure}. ${unchanged}`
  return `${failure}. ${unchanged} Start the command again to continue.`
}
