/** Power failures at any moment while the store writes, simulated from recorded writes: SQLite checks each state of the disk. */

import { checkPowerLoss } from '../packages/server/src/testing/power-loss.ts'
import { hasStrace, NO_STRACE } from '../packages/server/src/testing/recorded-io.ts'
import type { Outcome, Part } from './part.ts'

/** No short form: `power-loss.test.ts` is one. */
export const powerPart: Part = { name: 'power', unit: 'states of the disk', long: 1_000_000, short: 0, run: losePower }

async function losePower(cases: number, seed: number): Promise<Outcome> {
  if (cases > 0 && !hasStrace)
    return { cases: 0, findings: [{ problem: NO_STRACE, input: 'this machine' }], figures: {} }
  const fault = cases > 0 ? await checkPowerLoss({ states: cases, seed }) : undefined
  const findings = fault === undefined ? [] : [{ problem: fault.fault, input: JSON.stringify(fault) }]
  return { cases, findings, figures: {} }
}
