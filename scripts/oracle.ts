/** What `npm run oracle` does: the property tests of the engine in their long form, a million cases each unless told otherwise. */

import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [runs = '1000000'] = process.argv.slice(2)

console.log(`${runs} cases of each property; a failure prints its seed and the smallest case.`)
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project=unit',
    'packages/engine/src/oracle.test.ts',
    'packages/engine/src/relevance.test.ts',
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, DOCENT_PROPERTY_RUNS: runs } },
)
process.exit(status ?? 1)
