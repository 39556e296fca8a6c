/**
 * Runs a crawl in a process of its own with low priority, so that searches of the server are not slowed, and its memory
 * is freed at the end.
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'

import type { AwaitedPage } from '@docent/server'
import { messageOf } from '../terminal/message-of.ts'

/** Priority of the process, from −20 (highest) to 19. */
const PRIORITY = 10

/** Set in the environment of the process: it ends when its standard input is closed, as by the death of the server. */
export const ENDS_WITH_PARENT = 'DOCENT_CRAWL_ENDS_WITH_PARENT'

/** Characters of the error output that are kept for the log. */
const KEPT_CHARS = 4000

/** The command by which a server starts a crawl as a process of its own. */
export interface CrawlCommand {
  /** Program and arguments. */
  command: readonly string[]
  /** The current folder of the process. */
  folder: string
}

/** A run that the server asks for. */
export interface AskedRun {
  /** The page of the deployed build for which the run waits. */
  waitFor: AwaitedPage | undefined
  /** Is called when that build is served, and the crawl begins. */
  onServed: () => void
  /** Ends the run. */
  signal: AbortSignal
}

/** Message of the process to the server: the build that it waited for is served. */
const BUILD_SERVED = 'build-served'

/** In the process of a crawl: reports to the server, if one started it, that the awaited build is served. */
export function reportServed(): void {
  // A server that has ended needs no report.
  if (process.env[ENDS_WITH_PARENT] === '1') process.send?.(BUILD_SERVED, () => {})
}

/** Runs the command until it ends, or `signal` ends it. Returns the end of its error output. */
export async function runCrawlChild(
  { command: [program = '', ...args], folder }: CrawlCommand,
  { waitFor, onServed, signal }: AskedRun,
): Promise<string> {
  const all = waitFor === undefined ? args : [...args, '--wait-for', waitFor.url, waitFor.text]
  const env = { ...process.env, [ENDS_WITH_PARENT]: '1' }
  const child = spawn(program, all, { cwd: folder, env, stdio: ['pipe', 'ignore', 'pipe', 'ipc'] })
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => (errors = `${errors}${chunk.toString()}`.slice(-KEPT_CHARS)))
  child.on('message', (message) => message === BUILD_SERVED && onServed())
  const stop = (): void => void child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  try {
    if (child.pid !== undefined) lowerPriority(child.pid)
    await once(child, 'close')
    return errors.trim()
  } catch (error) {
    return messageOf(error)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, PRIORITY)
  } catch {
    // The process has ended, or the system has no priorities.
  }
}
