// @module-tag long
/** What the store acknowledges survives a power failure at any moment. `npm run proof -- campaign` checks a million states. */
import { expect, test } from 'vitest'
import { checkPowerLoss } from '../../testing/power-loss.ts'
import { NO_STRACE, hasStrace } from '../../testing/recorded-io.ts'

const TRIALS = Number(process.env['DOCENT_TRIALS'] ?? 0)

/** Without strace nothing can be recorded. */
const reason = hasStrace ? '' : ` (${NO_STRACE})`

test.skipIf(!hasStrace)(
  `after a power failure every acknowledged write is there as a whole, and no half of another${reason}`,
  { timeout: 3_600_000 },
  async () => {
    const seed = Date.now() >>> 0
    console.log(`seed of the power losses: ${seed}`)
    expect(await checkPowerLoss({ states: Math.max(2000, TRIALS), seed })).toBeUndefined()
  },
)

// A harness that finds nothing proves nothing: without syncs, or with those of checkpoints alone, writes are lost.
test.skipIf(!hasStrace).each(['OFF', 'NORMAL'])(
  `writes that are not synced are found to be lost: synchronous = %s${reason}`,
  async (synchronous) => {
    const fault = await checkPowerLoss({ states: 2000, seed: 1, pragma: `PRAGMA synchronous = ${synchronous}` })
    expect(fault?.fault).toMatch(/was acknowledged and is lost|cannot be read|by half/)
  },
)
