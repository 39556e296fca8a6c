/** What the server reports about itself: one event with plain fields; the caller decides how it is written. */
export interface LogEvent {
  level: 'info' | 'warn' | 'error'
  /** For programs, in the past tense: `index-built`, `index-damaged`, `build-failed`. */
  event: string
  /** One sentence for people. Never holds a key. */
  message: string
  [field: string]: string | number | boolean | undefined
}

/** Receives the server's events. Must not throw. */
export type Log = (event: LogEvent) => void

const KEY_IN_URL = /([?&]x-algolia-api-key=)[^&\s#]*/gi

/** A URL as it may be written to a log: the value of the key parameter, in any letter case, is replaced. */
export const redactUrl = (url: string): string => url.replace(KEY_IN_URL, '$1[redacted]')
