/**
 * `npm run proof -- oracle [CASES] [SEED]`: the property tests of the engine in their long form, by default a million cases
 * each, in rounds of 20,000. Each round prints its seed; a failing round is the last. `oracle 20000 SEED` repeats one.
 */

import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'

/** Cases of a round, which takes a few minutes. */
const ROUND = 20_000

const root = join(import.meta.dirname, '../..')
const [runs = '1000000', first = String(randomInt(2 ** 30))] = process.argv.slice(2)
const total = Number(runs)

for (let done = 0, seed = Number(first); done < total; done += ROUND, seed++) {
  const cases = Math.min(ROUND, total - done)
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--project=unit',
      '--silent=passed-only',
      'packages/engine/src/oracle.test.ts',
      'packages/engine/src/relevance.test.ts',
      'packages/engine/src/delta.test.ts',
      'packages/engine/src/result/write-hit.test.ts',
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
