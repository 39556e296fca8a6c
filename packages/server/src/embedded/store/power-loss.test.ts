// @module-tag long
/** Acknowledged writes survive a power failure at any moment. `npm run proof -- campaign` checks a million states. */
import { expect, test } from 'vitest'
import { runSeed } from '../../../../engine/src/testing/property-runs.ts'
import { checkPowerLoss } from '../../testing/power-loss.ts'
import { NO_STRACE, hasStrace } from '../../testing/recorded-io.ts'

const TRIALS = Number(process.env['DOCENT_TRIALS'] ?? 0)

/** Without strace nothing can be recorded. */
const reason = hasStrace ? '' : ` (${NO_STRACE})`

test.skipIf(!hasStrace)(
  `after a power failure every acknowledged write is stored completely, and no other in part${reason}`,
  { timeout: 3_600_000 },
  async () => {
    const seed = runSeed()
    console.log(`seed of the power losses: ${seed}`)
    expect(await checkPowerLoss({ states: Math.max(2000, TRIALS), seed })).toBeUndefined()
  },
)

// Proves that the check finds losses: without syncs, or with those of checkpoints only, writes are lost.
test.skipIf(!hasStrace).each(['OFF', 'NORMAL'])(
  `the loss of writes that were not synced is detected: synchronous = %s${reason}`,
  async (synchronous) => {
    const fault = await checkPowerLoss({ states: 2000, seed: 1, pragma: `PRAGMA synchronous = ${synchronous}` })
    expect(fault?.fault).toMatch(/was acknowledged and is lost|cannot be read|by half/)
  },
)
