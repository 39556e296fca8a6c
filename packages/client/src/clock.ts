/** Time, as the client and the dialog see it: injected, so that tests need not wait. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls back once after so many milliseconds; returns a handle for `cancel`. */
  after(milliseconds: number, callback: () => void): unknown
  cancel(handle: unknown): void
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, callback) => setTimeout(callback, milliseconds),
  cancel: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
}
