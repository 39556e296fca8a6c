import fc from 'fast-check'
import { expect, test } from 'vitest'

import { runSeed } from '../packages/engine/src/testing/property-runs.ts'

test.runIf(process.env.DOCENT_PROPERTY_SEED !== undefined)(
  'a property begins with the seed of the run, also with a number of cases of its own',
  () => {
    const fails = fc.property(fc.integer(), () => false)
    expect([fc.check(fails), fc.check(fails, { numRuns: 5000 })]).toMatchObject([
      { seed: runSeed() },
      { seed: runSeed() },
    ])
  },
)
