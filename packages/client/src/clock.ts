/** The time source of the client and the dialog: injected, so that tests need not wait. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls `callback` once after `milliseconds`; returns a handle for `cancel`. */
  after(milliseconds: number, callback: () => void): unknown
  cancel(handle: unknown): void
}

/** The time and the timers of the platform. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, callback) => setTimeout(callback, milliseconds),
  cancel: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
}
