/** `docent doctor [folder]`: faults of the docs, the crawled site and the set-up, with remedies. */

import { countUses, type Docs } from '@docent/ingest'

import { fileTable, filesLine, generatorLine } from '../reading/found.ts'
import { problemCount, problemJson, problemText } from '../reading/problem-screen.ts'
import { displayPath } from '../terminal/display-path.ts'
import { print } from '../terminal/terminal.ts'
import { type DoctorOptions, readFindings, readFolder } from './doctor-findings.ts'
import { jsonOf, linesOf } from './doctor-lines.ts'

/**
 * Lists the problems of the folder by cause, with file and line, and of the set-up. Returns the exit code: 1 if there is
 * a problem.
 */
export async function doctorCommand(folder: string, options: DoctorOptions): Promise<number> {
  const state = await readFolder(folder, options)
  const { docs } = state
  if (docs && options.files) return listFiles(docs, options)
  if (docs && options.problems) return listProblems(docs, options)
  const findings = await readFindings(state, options)
  if (options.json) print(JSON.stringify(jsonOf(findings), null, 2))
  else for (const line of await linesOf(findings)) print(line)
  return (docs?.problems.length ?? 0) + findings.setUp.length === 0 ? 0 : 1
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
