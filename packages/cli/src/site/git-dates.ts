/** The date of the last change of each file of a folder, from git. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** Begins a line of the log that holds a date: no path contains a NUL. */
const DATE = '\0'

/**
 * The date of the last commit of every file below `folder`, ISO 8601, by path relative to it, with `/`. Empty without
 * git or a repository.
 */
export async function gitDates(folder: string): Promise<Map<string, string>> {
  const dates = new Map<string, string>()
  const options = ['-c', 'core.quotePath=off', '-C', folder]
  const git = spawn('git', [...options, 'log', '--format=%x00%cI', '--name-only', '--relative', '--', '.'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = new Promise<void>((resolve) => {
    git.on('error', () => resolve())
    git.on('close', () => resolve())
  })
  let date = ''
  // Newest first: the first commit of a file is its last change.
  for await (const line of createInterface({ input: git.stdout })) {
    if (line.startsWith(DATE)) date = line.slice(DATE.length)
    else if (line !== '' && !dates.has(line)) dates.set(line, date)
  }
  await ended
  return dates
}
