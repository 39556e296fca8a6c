/**
 * `npm run proof -- opensearch-faults [60]`: the faults of `e2e/opensearch-faults.opensearch.test.ts` in their long form, 24
 * by default, a line for each. Needs Java 21 or newer.
 */

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const [faults = '24'] = process.argv.slice(2)
const args = [
  'run',
  'e2e/opensearch-faults.opensearch.test.ts',
  '--project=opensearch-faults',
  '--disable-console-intercept',
]
const { status } = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
  cwd: root,
  stdio: 'inherit',
  // With CI it fails without Java, instead of being skipped.
  env: { ...process.env, CI: 'true', DOCENT_FAULTS: faults },
})
process.exit(status ?? 1)
