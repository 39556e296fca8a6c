/** One event of the server's log, with plain fields; the receiver decides how it is written. */
export interface LogEvent {
  level: 'info' | 'warn' | 'error'
  /** For programs, in the past tense: `request`, `index-built`, `index-damaged`, `build-failed`. */
  event: string
  /** One sentence for people. Never holds a key. */
  message: string
  [field: string]: string | number | boolean | readonly string[] | undefined
}

/** Receives log events. Must not throw. */
export type Log = (event: LogEvent) => void
