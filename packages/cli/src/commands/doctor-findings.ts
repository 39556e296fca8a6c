/** The state of a folder, its data and its set-up, for `docent doctor`. */

import { type Docs, IngestError, readDocs } from '@docent/ingest'
import { type DataReport, inspectData, type Readiness } from '@docent/server'

import { readUnanswered, type UnansweredQuery } from '../assistants/unanswered.ts'
import { type BackendOptions, type ChosenCluster, chosenCluster, openBackend } from '../backend/backend-choice.ts'
import { configFolder, findConfig, ignoredConfig, readConfig } from '../config/read-config.ts'
import type { Config } from '../config/schema.ts'
import { type CrawlReport, crawlReports } from '../crawl/doctor-report.ts'
import { dataFolder } from '../data/data-folder.ts'
import { readRunningServer, type RunningServer } from '../data/running-server.ts'
import { readWarnings, type Warning } from '../data/warnings.ts'
import { readReports, type Report } from '../serve/reports.ts'
import { appearanceOf, siteReading } from '../site/appearance.ts'
import { displayPath } from '../terminal/display-path.ts'
import { messageOf } from '../terminal/message-of.ts'
import { visible } from '../terminal/terminal.ts'
import { DEFAULT_FOLDER } from './shared-options.ts'

/** Options of `docent doctor` for a folder. */
export interface DoctorOptions extends BackendOptions {
  config?: string
  data?: string
  json?: boolean
  /** Lists only the files with their roles. */
  files?: boolean
  /** Lists only the problems of the docs, all of them. */
  problems?: boolean
}

/** A data folder and the facts about it. */
export interface Data extends DataReport {
  folder: string
  warnings: Warning[]
  reports: Report[]
  unanswered: UnansweredQuery[]
}

/** The state of a cluster. */
export interface ClusterState {
  /** Addresses of its nodes, separated by commas. */
  nodes: string
  /** Absent if the cluster cannot be read. */
  content?: {
    keys: number
    storedEvents: number
    pendingTasks: number
    indexes: readonly { name: string; records: number }[]
  }
  problems: string[]
}

/** Time-out (ms) for the answer of a running server on this machine. */
const ANSWER_MS = 5000

/** The state of the folder and of its set-up. */
export interface Findings {
  folder: string
  /** `undefined` for a folder whose index is crawled. */
  docs: Docs | undefined
  crawls: readonly CrawlReport[]
  data: readonly Data[]
  /** The data folder of `docent serve`, which need not exist. */
  dataPlace: string
  cluster: ClusterState | undefined
  server: RunningServer | undefined
  /** Problems of the set-up: a sentence each, that of a crawl with further lines. */
  setUp: readonly string[]
}

/** The docs and the crawls of a folder. */
export interface FolderState extends Pick<Findings, 'folder' | 'docs' | 'crawls' | 'dataPlace'> {
  config: Config
}

/** Reads the configuration, the docs and the results of crawls. @throws UsageError, and as `readDocs` */
export async function readFolder(folder: string, options: DoctorOptions): Promise<FolderState> {
  const config = await readConfig(folder, options.config)
  const dataPlace = dataFolder(folder, 'serve', options.data)
  const crawls = crawlReports(dataPlace, acceptCommand(folder, options, config))
  const docs = await readDocsOrCrawl(folder, options, { config, isCrawled: crawls.length > 0 })
  return { folder, config, dataPlace, crawls, docs }
}

/** The command that switches to held records, with the options by which it finds those that `docent doctor` was asked about. */
function acceptCommand(folder: string, { config, data }: DoctorOptions, { index }: Config): (index: string) => string {
  const options = [
    ...(displayPath(folder) === DEFAULT_FOLDER ? [] : ['--folder', displayPath(folder)]),
    ...(config === undefined ? [] : ['--config', displayPath(config)]),
    ...(data === undefined ? [] : ['--data', displayPath(data)]),
  ]
  return (held) =>
    ['docent index --accept', ...(held === index ? [] : ['--index', visible(held)]), ...options].join(' ')
}

/** Adds the facts about stored data, the cluster and the running server. */
export async function readFindings(
  { folder, config, dataPlace, crawls, docs }: FolderState,
  options: DoctorOptions,
): Promise<Findings> {
  const server = await readRunningServer(folder, options.data)
  const places = new Set([dataFolder(folder, 'dev', options.data), dataPlace, ...(server ? [server.data] : [])])
  const data = (await Promise.all([...places].map(readData))).filter((one) => one !== undefined)
  const nodes = chosenCluster(folder, options, config)
  const cluster = nodes && (await readCluster(nodes))
  const ignored = ignoredConfig(folder, docs?.folder ?? folder, options.config)
  const setUp = [
    ...data.flatMap(({ problems }) => problems),
    ...(server ? await problemsOf(server) : []),
    ...(cluster?.problems ?? []),
    ...(ignored === undefined ? [] : [ignored]),
    ...crawls.flatMap(({ problem }) => problem ?? []),
  ]
  return { folder, docs, crawls, data, dataPlace, cluster, server, setUp }
}

/** The docs of the folder; `undefined` for a folder whose index is crawled. */
async function readDocsOrCrawl(
  folder: string,
  options: DoctorOptions,
  { config, isCrawled }: { config: Config; isCrawled: boolean },
): Promise<Docs | undefined> {
  if (config.crawl !== undefined) return undefined
  const file = findConfig(folder, options.config)
  try {
    return await readDocs(folder, {
      // The roles of files are those of a build; the problems are those of drafts too.
      drafts: options.files !== true,
      ...siteReading(config, await appearanceOf(configFolder(folder, options.config), config), file),
      base: config.base,
      closed: [dataFolder(folder, 'serve', options.data)],
    })
  } catch (error) {
    if (isCrawled && error instanceof IngestError) return undefined
    throw error
  }
}

async function readData(folder: string): Promise<Data | undefined> {
  const report = inspectData(folder)
  if (report === undefined) return undefined
  const [warnings, reports] = [await readWarnings(folder), await readReports(folder)]
  return { ...report, folder, warnings, reports, unanswered: await readUnanswered(folder) }
}

async function readCluster(cluster: ChosenCluster): Promise<ClusterState> {
  const nodes = cluster.nodes.join(', ')
  try {
    const { backend, close } = await openBackend(cluster, '')
    try {
      const { ready, reason } = await backend.readiness()
      const { indexes, pendingTasks, storedEvents } = await backend.figures()
      const keys = (await backend.keys.list()).length
      const problems = ready ? [] : [`The cluster is not ready: ${reason ?? 'it gives no reason'}.`]
      return { nodes, content: { keys, storedEvents, pendingTasks, indexes }, problems }
    } finally {
      await close()
    }
  } catch (error) {
    return { nodes, problems: [messageOf(error)] }
  }
}

/** Problems of the server that is recorded as running. */
async function problemsOf({ url, pid }: RunningServer): Promise<string[]> {
  try {
    const response = await fetch(new URL('_docent/ready', url), { signal: AbortSignal.timeout(ANSWER_MS) })
    const { reason, failing = [], refusedWrite } = (await response.json()) as Readiness
    const problems = failing.map(
      (name) => `The server at ${url} cannot build the index ${name}, and tries again: see its log for the reason.`,
    )
    if (refusedWrite !== undefined)
      problems.push(`The server at ${url} could not store the latest write: ${refusedWrite}.`)
    if (response.ok) return problems
    return [`The server at ${url} is not ready: ${reason ?? `it answers with status ${response.status}`}.`, ...problems]
  } catch {
    return [`The server at ${url} does not answer: check process ${pid}, and restart the server.`]
  }
}
