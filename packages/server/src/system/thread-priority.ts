/**
 * Lower priorities for threads that write or build, so that searches get the processor first. Measured in three pairs on
 * one core of a busy machine while an index is built (`bench/thread-priority.mjs`): the median search takes 0.61 s instead of
 * 1.43 s, and the build takes twice as long.
 */
import { getPriority, setPriority } from 'node:os'

/** The largest `nice` value, which is the lowest priority. */
const MAX_NICE = 19

/**
 * Raises the `nice` value of the calling thread by `steps` above that of the process; it never becomes smaller. Only Linux has
 * priorities of threads; elsewhere the whole process would be changed, so nothing happens. A refusal by the system is ignored.
 */
export function lowerPriority(steps: number): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(Math.min(getPriority() + steps, MAX_NICE))
  } catch {
    // Refused by a sandbox, for example.
  }
}
