/** `docent doctor [folder]`: what is wrong with the docs and the set-up, and what to do about it. */

import { styleText } from 'node:util'

import { type Docs, readDocs } from '@docent/ingest'

import { readConfig } from '../config.ts'
import { dataFolder, readRunningServer } from '../data-folder.ts'
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
  if (options.json)
    console.log(JSON.stringify({ folder: docs.folder, pages: docs.pages.length, problems: docs.problems }, null, 2))
  else {
    console.log(`Node      ${process.version}`)
    console.log(`Docs      ${displayPath(docs.folder)}: ${docs.pages.length} pages, ${docs.records.length} sections`)
    console.log(`Data      ${displayPath(dataFolder(folder, 'serve', options.data))}`)
    console.log(`Server    ${server ? `${server.url} (process ${server.pid})` : 'none runs on this folder'}`)
    console.log(`Problems  ${docs.problems.length}`)
    console.log(listProblems(docs))
  }
  return docs.problems.length === 0 ? 0 : 1
}

/** By file, a line each, as editors and terminals link them. */
function listProblems({ problems }: Docs): string {
  return problems
    .map(
      ({ file, line, code, message }) =>
        `  ${styleText('yellow', line === undefined ? file : `${file}:${line}`)}  ${message} ${styleText('dim', code)}`,
    )
    .join('\n')
}
