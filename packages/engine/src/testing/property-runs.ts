/**
 * How many random cases a property is tested with, and from which seed: 8,000 in `npm test`, as many as one likes in
 * `npm run oracle`, which sets DOCENT_PROPERTY_RUNS and DOCENT_PROPERTY_SEED. For tests only.
 */

/** `share` of the cases, for a property whose single case is as much work as several of the others. */
export function propertyRuns(share = 1): { numRuns: number; seed?: number } {
  const cases = Number(process.env['DOCENT_PROPERTY_RUNS'] ?? 8_000)
  const seed = process.env['DOCENT_PROPERTY_SEED']
  return { numRuns: Math.ceil(cases * share), ...(seed !== undefined && { seed: Number(seed) }) }
}

/** A test is over when its cases are. The limit only ends one that hangs: a case takes a few ms, on a busy machine too. */
export function timeoutOf({ numRuns }: { numRuns: number }): { timeout: number } {
  return { timeout: 600_000 + numRuns * 200 }
}
