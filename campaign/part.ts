/** The parts of a campaign: each tries as many cases as it is asked for, from a seed, and lists what went wrong. */

export interface Finding {
  /** What went wrong, in one sentence. */
  problem: string
  /** What repeats it: a request, a file, a seed. */
  input: string
}

export interface Outcome {
  /** Cases that were tried. */
  cases: number
  findings: Finding[]
  /** Figures to print, by name. */
  figures: Record<string, number | string>
}

export interface Part {
  name: string
  /** What one case is. */
  unit: string
  /** Cases of the long form, and of the short form that `npm test` runs. */
  long: number
  short: number
  run(cases: number, seed: number): Promise<Outcome>
}

/** A part stops at this number of different faults: further ones rarely tell more. */
export const MOST_FINDINGS = 20

/** Adds what is not there yet: of one problem the first input is enough. */
export function addFinding(findings: Finding[], finding: Finding): void {
  if (findings.length < MOST_FINDINGS && !findings.some(({ problem }) => problem === finding.problem))
    findings.push(finding)
}

/** Rounds up: the value below which a share of the sorted values is. 0 for none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
}
