/**
 * The state over a simulated cluster, under seeded faults (`testing/simulation.ts`). `DOCENT_TRIALS=5000` runs 5000 schedules,
 * `DOCENT_PROPERTY_SEED=7 DOCENT_TRIALS=1` the one of a seed that failed.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runSeed } from '../../../engine/src/testing/property-runs.ts'
import { createRandom } from '../../../server/src/testing/power-loss.ts'
import { Schedule, type ScheduleOptions } from '../testing/simulation.ts'
import { installVirtualTime } from '../testing/virtual-time.ts'

const SEED = runSeed()
const TRIALS = Number(process.env['DOCENT_TRIALS'] ?? 40)
/** Mean times (ms) between two losses of a primary, in turn; none in every fourth schedule. */
const LOSSES = [undefined, 400, 60, 15]
/** The schedules that must detect each mutant once; always the same ones. */
const MUTANTS = { seed: 1, trials: 400 }

let uninstall: () => void
beforeAll(() => {
  uninstall = installVirtualTime()
})
afterAll(() => uninstall())

/** The error of the first schedule that fails, with its seed. */
async function firstFailure(
  { seed: first, trials }: { seed: number; trials: number },
  options: Partial<ScheduleOptions> = {},
): Promise<string | undefined> {
  for (let seed = first; seed < first + trials; seed++) {
    try {
      const lossMs = LOSSES[seed % LOSSES.length]
      await new Schedule({ random: createRandom(seed), ...(lossMs !== undefined && { lossMs }), ...options }).run()
    } catch (error) {
      return `DOCENT_PROPERTY_SEED=${seed}: ${String(error instanceof Error ? error.stack : error)}`
    }
  }
  return undefined
}

test(
  `${TRIALS} schedules with faults from the seed ${SEED} on keep every property`,
  async () => expect(await firstFailure({ seed: SEED, trials: TRIALS })).toBeUndefined(),
  3_600_000,
)

test.each<[string, Partial<ScheduleOptions>]>([
  ['a former lease holder can replace the head', { mutation: { ignoresSequence: (id) => id === 'head' } }],
  ['two tasks can get one number', { mutation: { ignoresCreate: true } }],
  ['an older task can replace a record of a newer one', { mutation: { ignoresVersion: true } }],
  ['a write that only the primary has is trusted', { mutation: { ignoresReplica: true }, lossMs: 400 }],
  ['a write is acknowledged before its task is created', { acknowledgesEarly: true }],
])('a mutant is noticed: %s', { tags: 'long' }, async (_, options) => {
  expect(await firstFailure(MUTANTS, options)).toMatch(/DOCENT_PROPERTY_SEED=/)
})
