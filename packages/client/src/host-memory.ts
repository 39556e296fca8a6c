/**
 * Records which hosts failed. A failed host is skipped for two minutes, across page loads and tabs when a storage is
 * given. The storage is read again for each call, since another tab may have written to it; it holds at most one small
 * entry per host. When the storage is blocked, full or unreadable, the entries of this page are used, and nothing throws.
 */

import type { Clock } from './clock.ts'

/** The part of `localStorage` that is used. */
export interface KeyValueStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

/** How a host failed: `down` (refused, reset, 5xx) or `slow` (time-out). */
export type HostFailure = 'down' | 'slow'

/** The failures of hosts within the last two minutes. */
export interface HostMemory {
  /** The failures of the last two minutes, by host. */
  failures(): ReadonlyMap<string, HostFailure>
  failed(host: string, failure: HostFailure): void
  worked(host: string): void
}

/** A failed host is tried again after this long (the specification's constant), in milliseconds. */
export const HOST_RETRY_AFTER = 120_000

const STORAGE_KEY = 'docent:failed-hosts'

type Entries = Map<string, { at: number; failure: HostFailure }>

/** A memory in `storage`, or in this page only. */
export function createHostMemory(clock: Clock, storage: KeyValueStorage | undefined): HostMemory {
  let entries: Entries = new Map()

  function load(): Entries {
    const stored = storage && readEntries(storage)
    if (stored) entries = stored
    for (const [host, { at }] of entries) {
      // An entry from the future was written under another clock and would not expire.
      const age = clock.now() - at
      if (age < 0 || age >= HOST_RETRY_AFTER) entries.delete(host)
    }
    return entries
  }

  function save(): void {
    try {
      storage?.setItem(STORAGE_KEY, JSON.stringify([...entries].map(([host, { at, failure }]) => [host, at, failure])))
    } catch {
      // Blocked or full: this page keeps its own entries.
    }
  }

  return {
    failures: () => new Map([...load()].map(([host, { failure }]) => [host, failure])),
    failed(host, failure) {
      load().set(host, { at: clock.now(), failure })
      save()
    },
    worked(host) {
      if (load().delete(host)) save()
    },
  }
}

/** The stored entries; `undefined` when there are none or they cannot be read. */
function readEntries(storage: KeyValueStorage): Entries | undefined {
  try {
    const stored: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? '')
    if (!Array.isArray(stored)) return undefined
    const entries: Entries = new Map()
    for (const item of stored as unknown[]) {
      if (!Array.isArray(item)) continue
      const [host, at, failure] = item as unknown[]
      if (typeof host === 'string' && typeof at === 'number' && (failure === 'down' || failure === 'slow')) {
        entries.set(host, { at, failure })
      }
    }
    return entries
  } catch {
    return undefined
  }
}
