/**
 * The number of random cases of a property: 1,000 in `npm test`, 4,000 in `npm test -- --all` (`scripts/test.ts`), a million in
 * `npm run proof -- oracle`, which set DOCENT_PROPERTY_RUNS. And the seed of random cases, DOCENT_PROPERTY_SEED. For the tests of all
 * packages.
 */

/**
 * The parameters of `fc.assert`.
 * @param share of the cases: below 1 for a property with costly cases, above 1 for one with cheap cases.
 */
export function propertyRuns(share = 1): { numRuns: number; seed: number } {
  return { numRuns: Math.ceil(Number(process.env['DOCENT_PROPERTY_RUNS'] ?? 1_000) * share), seed: runSeed() }
}

/**
 * The seed of this test run: `npm test` derives it from the committed files. Tests that draw numbers themselves take it from
 * here. Without the variable, a new one at each call.
 */
export function runSeed(): number {
  return Number(process.env['DOCENT_PROPERTY_SEED'] ?? Date.now() >>> 0)
}

/**
 * The time-out of a test with this many cases, in ms. It ends tests that hang: a case takes a few ms, even on a busy
 * machine.
 */
export function timeoutOf({ numRuns }: { numRuns: number }): { timeout: number } {
  return { timeout: 600_000 + numRuns * 200 }
}
