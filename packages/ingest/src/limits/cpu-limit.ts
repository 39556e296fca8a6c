/**
 * What ends work on a page that costs too much. Most limits are counts, which give the same answer on every machine; a limit
 * of time stands behind them, since a library may take long for an input that no count foresees. The time is watched from
 * a thread of Node's own (`timeout` of `node:vm`), which also ends a regular expression or a loop that never looks at a clock.
 */
import { createContext, Script } from 'node:vm'

/** A page, or a part of it, that costs more than a limit allows. The message is half a sentence: `it is …`. */
export class TooCostly extends Error {
  override name = 'TooCostly'
  /** 1-based, where it is known. */
  readonly line: number | undefined

  constructor(message: string, line?: number) {
    super(message)
    this.line = line
  }
}

/** How often work that was ended by the clock is begun again, with more time, where the machine and not the work was slow. */
const RETRIES = 3

/** How much longer the clock takes than the processor: it is found when work is ended early, and forgotten slowly. */
let slowness = 1
const MAX_SLOWNESS = 50

const holder: { work: () => void } = { work: () => undefined }
const context = createContext(holder)
const script = new Script('work()')

/**
 * Does synchronous work for at most `ms` of this thread's CPU time; what takes longer is ended in its midst. Work must be such
 * that it can be begun anew, since on a machine that is busy with other things it is. Calls may not be nested.
 * @throws TooCostly after the time, and where the work needs a deeper stack than there is.
 */
export function withinTime<T>(ms: number, work: () => T): T {
  for (let retry = 0; ; retry++) {
    const result = attempt(ms, work)
    if ('value' in result) return result.value
    if (result.cpuMs >= ms * 0.9 || retry === RETRIES) throw new TooCostly(`it takes more than ${ms} ms of work`)
  }
}

/**
 * Does synchronous work for some `ms` of CPU time: by the clock it is more where the machine was busy of late. Gives what it gives or, where it was
 * ended, the CPU time (ms) that it had; whatever it was changing may be half changed then.
 * @throws TooCostly where the work needs a deeper stack than there is.
 */
export function attempt<T>(ms: number, work: () => T): { value: T } | { cpuMs: number } {
  let result: { value: T } | undefined
  holder.work = () => {
    result = { value: work() }
  }
  const before = process.threadCpuUsage()
  const timeout = Math.ceil(ms * slowness)
  try {
    script.runInContext(context, { timeout })
  } catch (error) {
    if (error instanceof RangeError && error.message.includes('call stack'))
      throw new TooCostly('it is nested too deep')
    if (!isTimeout(error)) throw error
  }
  if (result) {
    slowness = Math.max(1, slowness * 0.99)
    return result
  }
  const { user, system } = process.threadCpuUsage(before)
  const cpuMs = (user + system) / 1000
  slowness = Math.min(MAX_SLOWNESS, Math.max(1, timeout / Math.max(1, cpuMs)))
  return { cpuMs }
}

function isTimeout(error: unknown): boolean {
  // An error of the other context, which is no instance of this one's `Error`.
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}
