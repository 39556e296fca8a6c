/** What the server reports about itself: one event with plain fields; the caller decides how it is written. */
export interface LogEvent {
  level: 'info' | 'warn' | 'error'
  /** For programs, in the past tense: `request`, `index-built`, `index-damaged`, `build-failed`. */
  event: string
  /** One sentence for people. Never holds a key. */
  message: string
  [field: string]: string | number | boolean | readonly string[] | undefined
}

/** Receives the server's events. Must not throw. */
export type Log = (event: LogEvent) => void
