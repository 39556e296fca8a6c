// @module-tag long
/** The short form of every part of the campaign, from the seed of the run, which every finding names. */

import { expect, test } from 'vitest'

import { runSeed } from '../packages/engine/src/testing/property-runs.ts'
import { runPart } from './part.ts'
import { PARTS } from './parts.ts'

/** Some parts have no short form, because tests of their package have the same purpose. */
const SHORT = PARTS.filter(({ short }) => short > 0)

test.for(SHORT)('$name: $short $unit find nothing', { timeout: 600_000 }, async (part) => {
  const seed = runSeed()
  const { cases, findings } = await runPart(part, { cases: part.short, seed })
  expect(findings).toEqual([])
  expect(cases).toBe(part.short)
})
