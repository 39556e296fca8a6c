// @module-tag long
/** The short form of every part of the campaign, each from a new seed, which is printed. */

import { randomInt } from 'node:crypto'

import { expect, test } from 'vitest'

import { PARTS } from './parts.ts'

/** Some parts have no short form, because tests of their package have the same purpose. */
const SHORT = PARTS.filter(({ short }) => short > 0)

test.for(SHORT)('$name: $short $unit find nothing', { timeout: 600_000 }, async ({ name, short, run }) => {
  const seed = Number(process.env.DOCENT_CAMPAIGN_SEED ?? randomInt(2 ** 31))
  console.log(`seed of ${name}: ${seed}`)
  const { cases, findings } = await run(short, seed)
  expect(findings).toEqual([])
  expect(cases).toBe(short)
})
