/**
 * Ends work on a page that costs too much. Most limits are counts, which are the same on every machine. A limit of CPU
 * time backs them, since a library may be slow for an unforeseen input. A thread of Node watches the time (`timeout` of
 * `node:vm`), so it also ends regular expressions and loops that never check a clock.
 */
import { createContext, Script } from 'node:vm'

/** A page, or a part of it, exceeds a limit. The message is half a sentence: `it is …`. */
export class TooCostly extends Error {
  override name = 'TooCostly'
  /** 1-based, where it is known. */
  readonly line: number | undefined

  constructor(message: string, line?: number) {
    super(message)
    this.line = line
  }
}

/** Repetitions, with more time, of work that timed out because the machine was busy. */
const RETRIES = 3

/** Ratio of elapsed time to CPU time: set when work is ended early, and decaying slowly. */
let slowness = 1
const MAX_SLOWNESS = 50

const holder: { work: () => void } = { work: () => undefined }
const context = createContext(holder)
const script = new Script('work()')

/**
 * Runs synchronous work for at most `ms` of this thread's CPU time. The work must be repeatable, since on a busy
 * machine it is repeated. Calls may not be nested.
 * @throws TooCostly after the time, and where the work overflows the stack.
 */
export function withinTime<T>(ms: number, work: () => T): T {
  for (let retry = 0; ; retry++) {
    const result = attempt(ms, work)
    if ('value' in result) return result.value
    if (result.cpuMs >= ms * 0.9 || retry === RETRIES) throw new TooCostly(`it takes more than ${ms} ms of work`)
  }
}

/**
 * Longest page (UTF-16 units, with its includes) whose work is not watched. Our rules take time in proportion to a page
 * (`costly-pages.test.ts`), and even work that is quadratic in it, 3·10⁸ steps, ends within a second. Nine of ten pages
 * of 20 real docs folders are shorter. A watch starts a thread: 0.15 ms of CPU time (3,000 empty calls); a page
 * had five.
 */
const UNWATCHED_UNITS = 16 << 10

/** Thrown by unwatched work that turns out to be longer than its page, such as one with includes. */
export class WatchNeeded extends Error {
  override name = 'WatchNeeded'
}

/**
 * Runs the work of our own rules on a page of this length (UTF-16 units), for at most `ms` of this thread's CPU time.
 * The patterns of authors need `withinTime`.
 * @param work repeatable; unwatched work may throw `WatchNeeded`, and is then repeated.
 * @throws TooCostly as `withinTime`.
 */
export function forPage<T>(units: number, ms: number, work: (isWatched: boolean) => T): T {
  if (units <= UNWATCHED_UNITS) {
    try {
      return work(false)
    } catch (error) {
      if (isOverflow(error)) throw new TooCostly(TOO_DEEP)
      if (!(error instanceof WatchNeeded)) throw error
    }
  }
  return withinTime(ms, () => work(true))
}

/**
 * Runs synchronous work once for about `ms` of CPU time; elapsed time is longer on a busy machine. Returns its value
 * or, where it was ended, its CPU time (ms); state that it was changing is then inconsistent.
 * @throws TooCostly where the work overflows the stack.
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
    if (isOverflow(error)) throw new TooCostly(TOO_DEEP)
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

const TOO_DEEP = 'it is nested too deep'

function isOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack')
}

function isTimeout(error: unknown): boolean {
  // The error belongs to the other context, so `instanceof Error` is false.
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}
