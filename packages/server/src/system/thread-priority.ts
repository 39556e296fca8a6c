import { getPriority, setPriority } from 'node:os'

/** As `nice` counts, whose last is this. */
const LAST = 19

/**
 * Lets others go before the work of the thread that calls: it is `steps` nicer than the process, and never less nice than
 * it was. On Linux a priority is the thread's own; elsewhere it would be the process's, so there nothing happens. A system
 * that refuses changes nothing: the work is worth more than its priority.
 */
export function lowerPriority(steps: number): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(Math.min(getPriority() + steps, LAST))
  } catch {
    // Refused by a sandbox, say.
  }
}
