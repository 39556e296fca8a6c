/**
 * A virtual clock for simulated processes. Code that runs inside a process (`VirtualTime.within`) gets timers, `Date.now`
 * and `performance.now` of that clock; other code keeps the real ones. The process is found through an `AsyncLocalStorage`,
 * so that each process can be paused, killed, or have its clock stepped without a change of the code under test.
 *
 * Between two events all promise callbacks run (one turn of the real event loop), so a schedule depends on its seed alone,
 * as long as the code waits only for timers and other simulated parts.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/** A simulated process. Times are ms of the virtual clock. */
export interface Process {
  readonly name: string
  /** Its events wait until this time, as those of a process that the system has stopped. */
  pausedUntil: number
  /** Difference of its wall clock. Its monotonic clock has none. */
  wallOffset: number
  /** A dead process receives no more events. */
  isDead: boolean
}

interface Event {
  at: number
  order: number
  process: Process
  run: () => void
  isCancelled: boolean
}

/** Start of the wall clock, an arbitrary time: 2026-01-01T00:00:00Z. */
const EPOCH = 1_767_225_600_000

const processes = new AsyncLocalStorage<{ time: VirtualTime; process: Process }>()
const real = { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, date: Date.now }
const realNow = performance.now.bind(performance)

export class VirtualTime {
  now = 0
  #events: Event[] = []
  #order = 0

  process(name: string): Process {
    return { name, pausedUntil: 0, wallOffset: 0, isDead: false }
  }

  /** Runs `callback`, and all its timers and promises, as the process. */
  within<Result>(process: Process, callback: () => Result): Result {
    return processes.run({ time: this, process }, callback)
  }

  /** Calls `run` within the process after `ms`. */
  after(ms: number, process: Process, run: () => void): Event {
    const event: Event = { at: this.now + Math.max(0, ms), order: this.#order++, process, run, isCancelled: false }
    this.#insert(event)
    return event
  }

  sleep(ms: number, process: Process): Promise<void> {
    return new Promise((resolve) => void this.after(ms, process, resolve))
  }

  #insert(event: Event): void {
    let [low, high] = [0, this.#events.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const other = this.#events[middle] as Event
      if (other.at > event.at || (other.at === event.at && other.order > event.order)) low = middle + 1
      else high = middle
    }
    this.#events.splice(low, 0, event)
  }

  /** Runs events until `isDone`. Throws when it is not by the virtual time `limit`, with the message of `why`. */
  async runUntil(isDone: () => boolean, limit: number, why: () => string): Promise<void> {
    await settled()
    while (!isDone()) {
      const event = this.#events.pop()
      if (event === undefined) throw new Error(`Nothing is left to happen at ${Math.round(this.now)} ms: ${why()}`)
      const { process, run } = event
      if (event.isCancelled || process.isDead) continue
      if (event.at > limit) throw new Error(`Not done after ${limit} ms: ${why()}`)
      this.now = Math.max(this.now, event.at)
      if (process.pausedUntil > this.now) {
        event.at = process.pausedUntil
        this.#insert(event)
        continue
      }
      this.within(process, run)
      await settled()
    }
  }
}

/** Resolves when all promise callbacks have run. */
const settled = (): Promise<void> => new Promise((resolve) => void real.setImmediate(resolve))

/** A timer with the used methods of Node's. */
class VirtualTimer {
  event: Event
  constructor(event: Event) {
    this.event = event
  }
  unref(): this {
    return this
  }
  ref(): this {
    return this
  }
}

function virtualTimeout(callback: () => void, ms = 0): unknown {
  const current = processes.getStore()
  if (current === undefined) return real.setTimeout(callback, ms)
  return new VirtualTimer(current.time.after(ms, current.process, callback))
}

function virtualInterval(callback: () => void, ms = 0): unknown {
  const current = processes.getStore()
  if (current === undefined) return real.setInterval(callback, ms)
  const { time, process } = current
  const again = (): void => {
    timer.event = time.after(ms, process, again)
    callback()
  }
  const timer = new VirtualTimer(time.after(ms, process, again))
  return timer
}

const cancelling =
  (cancel: (timer: never) => void) =>
  (timer: unknown): void => {
    if (timer instanceof VirtualTimer) timer.event.isCancelled = true
    else cancel(timer as never)
  }

/** Replaces the timers and clocks of this thread; returns a function that restores the real ones. */
export function installVirtualTime(): () => void {
  Object.assign(globalThis, {
    setTimeout: virtualTimeout,
    setInterval: virtualInterval,
    clearTimeout: cancelling(real.clearTimeout),
    clearInterval: cancelling(real.clearInterval),
  })
  Date.now = () => {
    const current = processes.getStore()
    return current === undefined ? real.date() : EPOCH + Math.floor(current.time.now) + current.process.wallOffset
  }
  performance.now = () => processes.getStore()?.time.now ?? realNow()
  return () => {
    const { date, setTimeout, clearTimeout, setInterval, clearInterval } = real
    Object.assign(globalThis, { setTimeout, clearTimeout, setInterval, clearInterval })
    Date.now = date
    performance.now = realNow
  }
}
