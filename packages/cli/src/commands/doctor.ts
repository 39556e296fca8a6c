/** `docent doctor [folder]`: faults of the docs and the set-up, with remedies. */

import { styleText } from 'node:util'

import { type Docs, readDocs } from '@docent/ingest'
import { type DataReport, inspectData } from '@docent/server'

import { type BackendOptions, type ChosenCluster, chosenCluster, openBackend } from '../backend/backend-choice.ts'
import { DEFAULT_PORT } from '../config/default-port.ts'
import { docsOptions } from '../config/docs-options.ts'
import { readConfig } from '../config/read-config.ts'
import { dataFolder, type Mode, readRunningServer, type RunningServer } from '../data/data-folder.ts'
import { readWarnings, type Warning } from '../data/warnings.ts'
import { readReports, type Report } from '../serve/reports.ts'
import { appearanceOf, referencesOf } from '../site/appearance.ts'
import { displayPath } from '../terminal/display-path.ts'
import { print, visible } from '../terminal/terminal.ts'
import { isFree } from '@docent/server'

export interface DoctorOptions extends BackendOptions {
  config?: string
  data?: string
  json?: boolean
}

/** A data folder and the facts about it. */
interface Data extends DataReport {
  folder: string
  warnings: Warning[]
  reports: Report[]
}

/** Time-out (ms) for the answer of a running server on this machine. */
const ANSWER_MS = 5000

/**
 * Lists every problem of the folder, with file and line, and of the set-up. Returns the exit code: 1 if there is a
 * problem.
 */
export async function doctorCommand(folder: string, options: DoctorOptions): Promise<number> {
  const config = await readConfig(folder, options.config)
  const docs = await readDocs(folder, {
    drafts: true,
    ...docsOptions(config),
    references: referencesOf(config, await appearanceOf(folder, config)),
    closed: [dataFolder(folder, 'serve', options.data)],
  })
  const server = await readRunningServer(folder, options.data)
  const modes: Mode[] = ['dev', 'serve']
  const places = new Set(modes.map((mode) => dataFolder(folder, mode, options.data)))
  if (server) places.add(server.data)
  const data = (await Promise.all([...places].map(readData))).filter((one) => one !== undefined)
  const cluster = chosenCluster(folder, options, config)
  const inCluster = cluster && (await readCluster(cluster))
  const found = [
    ...data.flatMap(({ problems }) => problems),
    ...(server ? await problemsOf(server) : []),
    ...(inCluster?.problems ?? []),
  ]
  const warnings = data.flatMap((one) => one.warnings)
  const reports = data.flatMap((one) => one.reports)
  if (options.json) {
    const { problems, unpublished } = docs
    const all = { folder: docs.folder, pages: docs.pages.length, problems, unpublished, reports }
    print(JSON.stringify({ ...all, setup: found, warnings, data: data.map(toJson), cluster: inCluster }, null, 2))
  } else {
    print(`Node      ${process.version}`)
    print(`Docs      ${displayPath(docs.folder)}: ${docs.pages.length} pages, ${docs.records.length} sections`)
    for (const line of listData(data, dataFolder(folder, 'serve', options.data))) print(line)
    for (const line of inCluster?.lines ?? []) print(line)
    print(`Server    ${server ? `${server.url} (process ${server.pid})` : await withoutServer()}`)
    print(`Problems  ${docs.problems.length + found.length}`)
    for (const line of [...listProblems(docs), ...found.map((text) => `  ${styleText('yellow', visible(text))}`)])
      print(line)
    print(`Files     ${docs.assets.length} published, ${docs.unpublished.length} not published: nothing refers to them`)
    for (const file of docs.unpublished) print(`  ${visible(file)}`)
    print(`Warnings  ${warnings.length}`)
    for (const { at, message } of warnings) print(`  ${at.slice(0, 10)}  ${visible(message)}`)
    print(`Reports   ${reports.length} of missing results`)
    for (const line of listReports(reports)) print(line)
  }
  return docs.problems.length + found.length === 0 ? 0 : 1
}

async function readData(folder: string): Promise<Data | undefined> {
  const report = inspectData(folder)
  return report && { ...report, folder, warnings: await readWarnings(folder), reports: await readReports(folder) }
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
      const waiting = pendingTasks > 0 ? `, ${pendingTasks} writes are not searchable yet` : ''
      return {
        lines: [
          `Cluster   ${where}: ${keys.length} keys, ${storedEvents} events${waiting}`,
          ...indexes.map(({ name, records }) => `  ${visible(name)}  ${records} records`),
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

function toJson({ folder, indexes, keys, events }: Data): object {
  return { folder, indexes, keys, events }
}

/** Problems of a server that is announced as running. */
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
    `Data      ${displayPath(folder)}: ${format === 'older' ? 'written by an older version of Docent; the next start updates it' : `${keys} keys, ${events} events`}`,
    ...indexes.map(
      ({ name, records, pendingTasks }) =>
        `  ${visible(name)}  ${records} records${pendingTasks > 0 ? `, ${pendingTasks} writes are not searchable yet` : ''}`,
    ),
  ])
}

/** One line for each problem, in the form of `file:line` that editors and terminals link. */
function listProblems({ problems }: Docs): string[] {
  return problems.map(
    ({ file, line, code, message }) =>
      `  ${styleText('yellow', visible(line === undefined ? file : `${file}:${line}`))}  ${visible(message)} ${styleText('dim', code)}`,
  )
}

/** The query with too few results, and the reader's expectation. */
function listReports(reports: Report[]): string[] {
  return reports.map(
    ({ at, query, expected }) => `  ${at.slice(0, 10)}  ${visible(query)}  ${styleText('dim', visible(expected))}`,
  )
}
