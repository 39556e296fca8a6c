/** The findings of `docent doctor` as lines for a terminal, and as JSON. */

import { styleText } from 'node:util'

import { countUses, type Docs, LEFT_OUT } from '@docent/ingest'
import { isFree } from '@docent/server'

import type { UnansweredQuery } from '../assistants/unanswered.ts'
import { DEFAULT_PORT } from '../config/default-port.ts'
import { filesLine, generatorLine } from '../reading/found.ts'
import { problemScreen } from '../reading/problem-screen.ts'
import type { Report } from '../serve/reports.ts'
import { displayPath } from '../terminal/display-path.ts'
import { count, plural } from '../terminal/plural.ts'
import { visible } from '../terminal/terminal.ts'
import type { ClusterState, Data, Findings } from './doctor-findings.ts'

/** Maximum number of files that are listed without `--files`. */
const FILES_SHOWN = 10

/** Maximum number of queries of assistants that are listed without `--json`. */
const QUERIES_SHOWN = 20

/** The findings as one JSON value. */
export function jsonOf({ folder, docs, crawls, data, cluster, setUp }: Findings): object {
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
    cluster: cluster && { lines: clusterLines(cluster), problems: cluster.problems },
    crawls: crawls.map(({ status }) => status),
  }
}

/** The findings as lines. */
export async function linesOf({ docs, crawls, data, dataPlace, cluster, server, setUp }: Findings): Promise<string[]> {
  const warnings = data.flatMap((one) => one.warnings)
  const reports = data.flatMap((one) => one.reports)
  return [
    `Node      ${process.version}`,
    ...(docs ? docsLines(docs) : []),
    ...crawls.flatMap(({ lines }) => lines),
    ...listData(data, dataPlace),
    ...(cluster ? clusterLines(cluster) : []),
    `Server    ${server ? `${server.url} (process ${server.pid})` : await withoutServer()}`,
    `Problems  ${count(countUses(docs?.problems ?? []) + setUp.length)}`,
    ...setUp.flatMap((text) => text.split('\n').map((line) => `  ${styleText('yellow', visible(line))}`)),
    ...(docs ? [...firstProblems(docs), `Files     ${filesLine(docs)}`, ...firstLeftOut(docs)] : []),
    `Warnings  ${warnings.length}`,
    ...warnings.map(({ at, message }) => `  ${at.slice(0, 10)}  ${visible(message)}`),
    `Reports   ${reports.length} of missing results`,
    ...listReports(reports),
    ...listUnanswered(data.flatMap((one) => one.unanswered)),
  ]
}

const docsLines = ({ folder, pages, records, generator }: Docs): string[] => [
  `Docs      ${displayPath(folder)}: ${plural(pages.length, 'page')}, ${plural(records.length, 'section')}`,
  `Generator ${generatorLine(generator)}`,
]

function clusterLines({ nodes, content }: ClusterState): string[] {
  if (content === undefined) return [`Cluster   ${nodes}`]
  const { keys, storedEvents, pendingTasks, indexes } = content
  return [
    `Cluster   ${nodes}: ${plural(keys, 'key')}, ${plural(storedEvents, 'event')}${waiting(pendingTasks)}`,
    ...indexes.map(({ name, records }) => `  ${visible(name)}  ${plural(records, 'record')}`),
  ]
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
