import type { KeyValueStorage } from './host-memory.ts'

/** The browser's local storage; `undefined` where it is missing, or where access throws because the reader blocks it. */
export function browserStorage(): KeyValueStorage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}
