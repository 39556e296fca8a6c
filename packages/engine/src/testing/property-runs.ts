/**
 * The number of random cases of a property, and their first seed: 1,000 in `npm test`, 8,000 in `npm test -- --all`
 * (`scripts/test.ts`), a million in `npm run proof -- oracle`. These set DOCENT_PROPERTY_RUNS and DOCENT_PROPERTY_SEED.
 * For the tests of all packages.
 */

/** @param share of the cases: below 1 for a property with costly cases, above 1 for one with cheap cases. */
export function propertyRuns(share = 1): { numRuns: number; seed?: number } {
  const cases = Number(process.env['DOCENT_PROPERTY_RUNS'] ?? 1_000)
  const seed = process.env['DOCENT_PROPERTY_SEED']
  return { numRuns: Math.ceil(cases * share), ...(seed !== undefined && { seed: Number(seed) }) }
}

/**
 * The time-out of a test with this many cases, in ms. It ends tests that hang: a case takes a few ms, even on a busy
 * machine.
 */
export function timeoutOf({ numRuns }: { numRuns: number }): { timeout: number } {
  return { timeout: 600_000 + numRuns * 200 }
}
