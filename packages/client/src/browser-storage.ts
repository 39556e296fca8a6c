import type { KeyValueStorage } from './host-memory.ts'

/** The browser's local storage; `undefined` where there is none, or where reaching for it throws (blocked by the reader). */
export function browserStorage(): KeyValueStorage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}
