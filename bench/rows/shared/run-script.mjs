/** Runs a script of this folder in a process of its own. */
import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FLAGS = ['--max-old-space-size=12000', '--disable-warning=ExperimentalWarning']
const here = dirname(fileURLToPath(import.meta.url))

/** @returns the standard output of the script. */
export function runScript(script, ...args) {
  return execFileSync(process.execPath, [...FLAGS, join(here, script), ...args.map(String)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}
