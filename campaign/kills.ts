/** The long form of the embedded backend's tests about killed servers, and about other programs that open the database. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import type { Outcome, Part } from './part.ts'

const root = join(import.meta.dirname, '..')
const FILES = ['packages/server/src/embedded/durability.test.ts', 'packages/server/src/embedded/other-programs.test.ts']

/** No short form: the tests themselves are part of `npm test -- --all`. */
export const killPart: Part = { name: 'kills', unit: 'kills', long: 1000, short: 0, run: kill }

async function kill(cases: number): Promise<Outcome> {
  if (cases === 0) return { cases: 0, findings: [], figures: {} }
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  // Two tests of `durability.test.ts` kill: each its half.
  const trials = String(Math.ceil(cases / 2))
  const child = spawn(process.execPath, [vitest, 'run', '--project=unit', ...FILES], {
    cwd: root,
    env: { ...process.env, DOCENT_TRIALS: trials },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const [code] = (await once(child, 'close')) as [number | null]
  const seeds = [...output.matchAll(/seed of the [\w ]+: \d+/g)].map(([text]) => text)
  const findings = code === 0 ? [] : [{ problem: `The tests failed: ${output.slice(-1500)}`, input: seeds.join(', ') }]
  return { cases, findings, figures: { seeds: seeds.join(', ') } }
}
