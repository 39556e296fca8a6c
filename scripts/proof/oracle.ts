/**
 * `npm run proof -- oracle [CASES] [SEED] [PATH…]`: the tests with random cases of all packages, or those below paths, by default
 * with a million cases of each property, or its share of them. Each round has as many as CI and prints its seed; a failing
 * round is the last. `oracle 4000 SEED packages/ingest` repeats one.
 */

import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { propertyTests } from './property-tests.ts'

/** Cases of a round, as in `npm test -- --all`. */
const ROUND = 4_000

const root = join(import.meta.dirname, '../..')
const [runs = '1000000', first = String(randomInt(2 ** 30)), ...paths] = process.argv.slice(2)
const total = Number(runs)
const files = propertyTests(root).filter((file) => paths.length === 0 || paths.some((path) => file.startsWith(path)))
if (files.length === 0) {
  console.error(
    `There is no test with random cases below ${paths.join(', ')}: name a path from the root of the repository.`,
  )
  process.exit(2)
}

for (let done = 0, seed = Number(first); done < total; done += ROUND, seed++) {
  const cases = Math.min(ROUND, total - done)
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--project=unit',
      '--project=e2e',
      '--silent=passed-only',
      ...files,
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, DOCENT_PROPERTY_RUNS: String(cases), DOCENT_PROPERTY_SEED: String(seed) },
    },
  )
  if (status !== 0) {
    console.error(`Failed after ${done} cases of each property, in the ${cases} from seed ${seed}.`)
    process.exit(1)
  }
  console.log(`✓ ${done + cases} of ${total} cases of each property, seed ${seed}`)
}
