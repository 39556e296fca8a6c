/** The `docent` command as a process. */

import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

/** The command: its source, which Node runs directly; with `npm test -- --all` the bundle that is published. */
export const MAIN = process.env.DOCENT_COMMAND ?? join(import.meta.dirname, '../packages/cli/src/main.ts')
const started = new Set<ChildProcess>()

/** Starts the command; its output has no colours. */
export function start(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
  })
  started.add(child)
  return child
}

/** Runs the command to its end. */
export async function run(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = start(...args)
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk) => (stdout += chunk))
  child.stderr?.on('data', (chunk) => (stderr += chunk))
  return { code: await exitCode(child), stdout, stderr }
}

/** Resolves with the output of the child when it matches the pattern. Rejects if the child ends before. */
export function nextOutput(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk) => {
      text += String(chunk)
      if (pattern.test(text)) resolve(text)
    })
    child.stderr?.on('data', (chunk) => (text += String(chunk)))
    child.once('exit', () => reject(new Error(`The command ended: ${text}`)))
  })
}

/** Resolves when the child has ended; `null` if a signal ended it. */
export function exitCode(child: ChildProcess): Promise<number | null> {
  return child.exitCode === null
    ? new Promise((resolve) => child.once('close', resolve))
    : Promise.resolve(child.exitCode)
}

/** Ends every process that `start` started. */
export async function stopAll(): Promise<void> {
  await Promise.all([...started].map(stop))
  started.clear()
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await exitCode(child)
}
