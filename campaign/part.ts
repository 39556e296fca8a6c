/** A part of the campaign tries a number of cases from a seed, and lists its findings. */

export interface Finding {
  /** The fault, in one sentence. */
  problem: string
  /** How to repeat it: a request, a file, a seed. */
  input: string
}

export interface Outcome {
  /** The number of tried cases. */
  cases: number
  findings: Finding[]
  /** Figures to print, by name. */
  figures: Record<string, number | string>
}

export interface Part {
  name: string
  /** The name of one case, in the plural. */
  unit: string
  /** Cases of the long form, and of the short form, which `npm test -- --all` runs; 0 for none. */
  long: number
  short: number
  run(cases: number, seed: number): Promise<Outcome>
}

/** A part stops at this number of different findings. */
export const MOST_FINDINGS = 20

/** Adds a finding, unless there is one with the same problem. */
export function addFinding(findings: Finding[], finding: Finding): void {
  if (findings.length < MOST_FINDINGS && !findings.some(({ problem }) => problem === finding.problem))
    findings.push(finding)
}

/** Rounds up: the value below which a share of the sorted values is. 0 for none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
}
