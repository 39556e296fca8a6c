/** A part of the campaign tries a number of cases from a seed, and lists its findings. */

export interface Finding {
  /** The fault, in one sentence. */
  problem: string
  /** The place in the run: the number of the case, and the request, file or payload. */
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
  /** Calls `onTried` with the number of cases so far, after each step. */
  run(cases: number, seed: number, onTried: OnTried): Promise<Outcome>
}

export type OnTried = (cases: number) => void

/** Runs a part. The input of each finding then begins with the command that repeats it. */
export async function runPart(
  { name, run }: Pick<Part, 'name' | 'run'>,
  { cases, seed, onTried = () => {} }: { cases: number; seed: number; onTried?: OnTried },
): Promise<Outcome> {
  const outcome = await run(cases, seed, onTried)
  const command = `campaign ${name} --cases ${cases} --seed ${seed}`
  return {
    ...outcome,
    findings: outcome.findings.map((finding) => ({ ...finding, input: `${command}, ${finding.input}` })),
  }
}

/** A part stops at this number of different findings. */
export const MAX_FINDINGS = 20

/** Adds a finding, unless there is one with the same problem. */
export function addFinding(findings: Finding[], finding: Finding): void {
  if (findings.length < MAX_FINDINGS && !findings.some(({ problem }) => problem === finding.problem))
    findings.push(finding)
}

/** The least of the values that at least `share` of them do not exceed; 0 for none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
}
