/** `docent doctor [folder]`: what is wrong with the docs and the set-up, and what to do about it. */

import { styleText } from 'node:util'

import { type Docs, readDocs } from '@docent/ingest'

import { readConfig } from '../config.ts'
import { dataFolder, readRunningServer } from '../data-folder.ts'
import { readReports, type Report } from '../reports.ts'
import { displayPath } from '../serve-folder.ts'

export interface DoctorOptions {
  config?: string
  data?: string
  json?: boolean
}

/** Lists every problem of the folder with file and line. Returns the exit code: 1 if there is any. */
export async function doctorCommand(folder: string, options: DoctorOptions): Promise<number> {
  const config = await readConfig(folder, options.config)
  const docs = await readDocs(folder, { drafts: true, ...(config.title && { title: config.title }) })
  const server = await readRunningServer(folder, options.data)
  const modes = ['dev', 'serve'] as const
  const folders = modes.map((mode) => dataFolder(folder, mode, options.data))
  const reports = (await Promise.all(folders.map(readReports))).flat()
  if (options.json)
    console.log(
      JSON.stringify({ folder: docs.folder, pages: docs.pages.length, problems: docs.problems, reports }, null, 2),
    )
  else {
    console.log(`Node      ${process.version}`)
    console.log(`Docs      ${displayPath(docs.folder)}: ${docs.pages.length} pages, ${docs.records.length} sections`)
    console.log(`Data      ${displayPath(dataFolder(folder, 'serve', options.data))}`)
    console.log(`Server    ${server ? `${server.url} (process ${server.pid})` : 'none runs on this folder'}`)
    console.log(`Problems  ${docs.problems.length}`)
    for (const line of listProblems(docs)) console.log(line)
    console.log(`Reports   ${reports.length} of missing results`)
    for (const line of listReports(reports)) console.log(line)
  }
  return docs.problems.length === 0 ? 0 : 1
}

/** By file, a line each, as editors and terminals link them. */
function listProblems({ problems }: Docs): string[] {
  return problems.map(
    ({ file, line, code, message }) =>
      `  ${styleText('yellow', line === undefined ? file : `${file}:${line}`)}  ${message} ${styleText('dim', code)}`,
  )
}

/** The query that found too little, and what the reader had hoped for; control characters must not reach a terminal. */
function listReports(reports: Report[]): string[] {
  const plain = (text: string): string => text.replace(/\p{Cc}+/gu, ' ')
  return reports.map(
    ({ at, query, expected }) => `  ${at.slice(0, 10)}  ${plain(query)}  ${styleText('dim', plain(expected))}`,
  )
}
