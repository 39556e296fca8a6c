/** All problems of the docs in `problems.txt` of the data folder. */

import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Problem } from '@docent/ingest'

import { problemText } from './problem-screen.ts'

/** The file in a data folder. */
export function problemFile(data: string): string {
  return join(data, 'problems.txt')
}

/** Writes the file, or removes it where there is no problem. A full disk must not stop the command. */
export function writeProblems(data: string, problems: readonly Problem[]): void {
  const file = problemFile(data)
  try {
    if (problems.length > 0) writeFileSync(file, `${problemText(problems).join('\n')}`, { mode: 0o600 })
    else if (existsSync(file)) rmSync(file)
  } catch {
    // `docent doctor --problems` lists them too.
  }
}
