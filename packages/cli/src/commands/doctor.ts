/** `docent doctor [folder]`: faults of the docs, the crawled site and the set-up, with remedies. */

import { styleText } from 'node:util'

import { countUses, type Docs, IngestError, LEFT_OUT, readDocs } from '@docent/ingest'
import { type DataReport, inspectData, isFree } from '@docent/server'

import { type BackendOptions, type ChosenCluster, chosenCluster, openBackend } from '../backend/backend-choice.ts'
import { DEFAULT_PORT } from '../config/default-port.ts'
import { configFolder, findConfig, ignoredConfig, readConfig } from '../config/read-config.ts'
import type { Config } from '../config/schema.ts'
import { readUnanswered, type UnansweredQuery } from '../assistants/unanswered.ts'
import { type CrawlReport, crawlReports } from '../crawl/doctor-report.ts'
import { dataFolder, readRunningServer, type RunningServer } from '../data/data-folder.ts'
import { readWarnings, type Warning } from '../data/warnings.ts'
import { filesLine, fileTable, generatorLine } from '../reading/found.ts'
import { problemCount, problemJson, problemScreen, problemText } from '../reading/problem-screen.ts'
import { readReports, type Report } from '../serve/reports.ts'
import { appearanceOf, siteReading } from '../site/appearance.ts'
import { displayPath } from '../terminal/display-path.ts'
import { count, plural } from '../terminal/plural.ts'
import { print, visible } from '../terminal/terminal.ts'

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
interface Data extends DataReport {
  folder: string
  warnings: Warning[]
  reports: Report[]
  unanswered: UnansweredQuery[]
}

/** Maximum number of files that are listed without `--files`. */
const FILES_SHOWN = 10

/** Maximum number of queries of assistants that are listed without `--json`. */
const QUERIES_SHOWN = 20

/** Time-out (ms) for the answer of a running server on this machine. */
const ANSWER_MS = 5000

/** The state of the folder and of its set-up. */
interface Findings {
  folder: string
  /** `undefined` for a folder whose index is crawled. */
  docs: Docs | undefined
  crawls: readonly CrawlReport[]
  data: readonly Data[]
  /** The data folder of `docent serve`, which need not exist. */
  dataPlace: string
  cluster: { lines: string[]; problems: string[] } | undefined
  server: RunningServer | undefined
  /** Problems of the set-up, one sentence each. */
  setUp: readonly string[]
}

/**
 * Lists the problems of the folder by cause, with file and line, and of the set-up. Returns the exit code: 1 if there is
 * a problem.
 */
export async function doctorCommand(folder: string, options: DoctorOptions): Promise<number> {
  const config = await readConfig(folder, options.config)
  const dataPlace = dataFolder(folder, 'serve', options.data)
  const crawls = crawlReports(dataPlace)
  const docs = await readDocsOrCrawl(folder, options, { config, isCrawled: crawls.length > 0 })
  if (docs && options.files) return listFiles(docs, options)
  if (docs && options.problems) return listProblems(docs, options)
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
    ...crawls.flatMap(({ problems }) => problems),
  ]
  const findings: Findings = { folder, docs, crawls, data, dataPlace, cluster, server, setUp }
  if (options.json) print(JSON.stringify(jsonOf(findings), null, 2))
  else for (const line of await linesOf(findings)) print(line)
  return (docs?.problems.length ?? 0) + setUp.length === 0 ? 0 : 1
}

function jsonOf({ folder, docs, crawls, data, cluster, setUp }: Findings): object {
  return {
    folder: docs?.folder ?? folder,
    generator: docs?.generator,
    pages: docs?.pages.length,
    problems: docs?.problems,
    files: docs?.files,
    reports: data.flatMap((one) => one.reports),
    unanswered: data.flatMap((one) => one.unanswered),
    setup: setUp,
    warnings: data.flatMap((one) => one.warnings),
    data: data.map(({ folder: place, indexes, keys, events }) => ({ folder: place, indexes, keys, events })),
    cluster,
    crawls: crawls.map(({ status }) => status),
  }
}

async function linesOf({ docs, crawls, data, dataPlace, cluster, server, setUp }: Findings): Promise<string[]> {
  const warnings = data.flatMap((one) => one.warnings)
  const reports = data.flatMap((one) => one.reports)
  return [
    `Node      ${process.version}`,
    ...(docs ? docsLines(docs) : []),
    ...crawls.flatMap(({ lines }) => lines),
    ...listData(data, dataPlace),
    ...(cluster?.lines ?? []),
    `Server    ${server ? `${server.url} (process ${server.pid})` : await withoutServer()}`,
    `Problems  ${count(countUses(docs?.problems ?? []) + setUp.length)}`,
    ...setUp.map((text) => `  ${styleText('yellow', visible(text))}`),
    ...(docs ? [...firstProblems(docs), `Files     ${filesLine(docs)}`, ...firstLeftOut(docs)] : []),
    `Warnings  ${warnings.length}`,
    ...warnings.map(({ at, message }) => `  ${at.slice(0, 10)}  ${visible(message)}`),
    `Reports   ${reports.length} of missing results`,
    ...listReports(reports),
    ...listUnanswered(data.flatMap((one) => one.unanswered)),
  ]
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

const docsLines = ({ folder, pages, records, generator }: Docs): string[] => [
  `Docs      ${displayPath(folder)}: ${plural(pages.length, 'page')}, ${plural(records.length, 'section')}`,
  `Generator ${generatorLine(generator)}`,
]

async function readData(folder: string): Promise<Data | undefined> {
  const report = inspectData(folder)
  if (report === undefined) return undefined
  const [warnings, reports] = [await readWarnings(folder), await readReports(folder)]
  return { ...report, folder, warnings, reports, unanswered: await readUnanswered(folder) }
}

/** The contents of a cluster, as lines for a terminal, and its problems. */
async function readCluster(cluster: ChosenCluster): Promise<{ lines: string[]; problems: string[] }> {
  const where = cluster.nodes.join(', ')
  try {
    const { backend, close } = await openBackend(cluster, '')
    try {
      const { ready, reason } = await backend.readiness()
      const { indexes, pendingTasks, storedEvents } = await backend.figures()
      const keys = await backend.keys.list()
      return {
        lines: [
          `Cluster   ${where}: ${plural(keys.length, 'key')}, ${plural(storedEvents, 'event')}${waiting(pendingTasks)}`,
          ...indexes.map(({ name, records }) => `  ${visible(name)}  ${plural(records, 'record')}`),
        ],
        problems: ready ? [] : [`The cluster is not ready: ${reason ?? 'it gives no reason'}.`],
      }
    } finally {
      await close()
    }
  } catch (error) {
    return { lines: [`Cluster   ${where}`], problems: [error instanceof Error ? error.message : String(error)] }
  }
}

/** Problems of the server that is recorded as running. */
async function problemsOf({ url, pid }: RunningServer): Promise<string[]> {
  try {
    const response = await fetch(new URL('_docent/ready', url), { signal: AbortSignal.timeout(ANSWER_MS) })
    const { reason, failing = [] } = (await response.json()) as { reason?: string; failing?: string[] }
    const problems = failing.map(
      (name) => `The server at ${url} cannot build the index ${name}, and tries again: see its log for the reason.`,
    )
    if (response.ok) return problems
    return [`The server at ${url} is not ready: ${reason ?? `it answers with status ${response.status}`}.`, ...problems]
  } catch {
    return [`The server at ${url} does not answer: check process ${pid}, and restart the server.`]
  }
}

/** States that no server runs, and whether the default port is free. */
async function withoutServer(): Promise<string> {
  const none = 'none is running for this folder'
  if (await isFree(DEFAULT_PORT)) return none
  return `${none}; port ${DEFAULT_PORT} is in use by another program, so a server would use the next free port: choose one with --port`
}

function listData(data: readonly Data[], where: string): string[] {
  if (data.length === 0) return [`Data      ${displayPath(where)}: nothing is stored yet`]
  return data.flatMap(({ folder, format, indexes, keys, events }) => [
    `Data      ${displayPath(folder)}: ${format === 'older' ? 'written by an older version of Docent; the next start updates it' : `${plural(keys, 'key')}, ${plural(events, 'event')}`}`,
    ...indexes.map(
      ({ name, records, pendingTasks }) => `  ${visible(name)}  ${plural(records, 'record')}${waiting(pendingTasks)}`,
    ),
  ])
}

/** The end of a line about stored data, for writes that searches do not see yet. */
const waiting = (writes: number): string => (writes > 0 ? `, ${plural(writes, 'write')} not searchable yet` : '')

/** The problems of the docs by cause, at most a screen. */
function firstProblems({ problems }: Docs): string[] {
  const { lines, rest } = problemScreen(problems, {
    columns: process.stdout.columns ?? Infinity,
    placeOf: (file) => file,
  })
  const shown = lines.map((line) => `  ${styleText('yellow', line)}`)
  return rest === undefined ? shown : [...shown, `  ${styleText('dim', `${rest}: docent doctor --problems`)}`]
}

/** Files that an author may miss on the site, at most ten. */
function firstLeftOut({ files }: Docs): string[] {
  const missed = files.filter(({ reason }) => reason !== undefined && reason !== 'hidden' && reason !== 'closed')
  const lines = missed
    .slice(0, FILES_SHOWN)
    .map(
      ({ file, reason }) => `  ${visible(file)}  ${styleText('dim', reason === undefined ? '' : LEFT_OUT[reason][2])}`,
    )
  const rest = missed.length - lines.length
  return [...lines, ...(rest > 0 ? [`  ${styleText('dim', `… and ${count(rest)} more: docent doctor --files`)}`] : [])]
}

/** Prints all files with their roles. */
function listFiles({ folder, files, generator }: Docs, { json }: DoctorOptions): number {
  if (json) print(JSON.stringify({ folder, generator, files }, null, 2))
  else {
    print(`${displayPath(folder)}: ${generatorLine(generator)}`)
    print(`${filesLine({ files })}\n`)
    for (const line of fileTable(files)) print(line)
  }
  return 0
}

/** Prints all problems of the docs by cause. Returns the exit code: 1 if there is one. */
function listProblems({ folder, problems }: Docs, { json }: DoctorOptions): number {
  if (json) print(JSON.stringify({ folder, count: countUses(problems), causes: problemJson(problems) }, null, 2))
  else {
    print(`${displayPath(folder)}: ${problemCount(problems)}\n`)
    for (const line of problemText(problems)) print(line)
  }
  return problems.length === 0 ? 0 : 1
}

/** Searches of assistants without an answer, the most frequent first; none where no assistant asked. */
function listUnanswered(unanswered: UnansweredQuery[]): string[] {
  if (unanswered.length === 0) return []
  const first = unanswered.slice(0, QUERIES_SHOWN)
  return [
    `Assistants: ${plural(unanswered.length, 'query', 'queries')} without an answer`,
    ...first.map(({ query, count: times }) => `  ${String(times).padStart(4)}  ${visible(query)}`),
  ]
}

/** The query with too few results, and the reader's expectation. */
function listReports(reports: Report[]): string[] {
  return reports.map(
    ({ at, query, expected }) => `  ${at.slice(0, 10)}  ${visible(query)}  ${styleText('dim', visible(expected))}`,
  )
}
