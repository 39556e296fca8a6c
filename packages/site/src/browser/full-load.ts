/**
 * The way out: the browser loads the page in full. Guarded, so that a page that cannot be had is not asked for again and
 * again: the same address is loaded at most once in ten seconds.
 */

const STORAGE_KEY = 'docent-full-load'

/** Milliseconds. */
const GUARD_MS = 10_000

/** What a full load needs of the browser. */
export interface FullLoadEnvironment {
  storage: Pick<Storage, 'getItem' | 'setItem'>
  now(): number
  /** The address that is shown now. */
  here(): string
  assign(href: string): void
  reload(): void
}

/** Loads an address in full. Returns false when the guard held it back. */
export function fullLoad(href: string, environment: FullLoadEnvironment): boolean {
  const { storage, now, here } = environment
  if (isGuarded(href, environment)) return false
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify([href, now()]))
  } catch {
    // Without storage there is no guard across loads; a reload of our own is then never made.
    if (href === here()) return false
  }
  if (href === here()) environment.reload()
  else environment.assign(href)
  return true
}

function isGuarded(href: string, { storage, now }: FullLoadEnvironment): boolean {
  try {
    const last: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? 'null')
    return Array.isArray(last) && last[0] === href && typeof last[1] === 'number' && now() - last[1] < GUARD_MS
  } catch {
    return false
  }
}

/** The browser itself. */
export const BROWSER: FullLoadEnvironment = {
  get storage() {
    return sessionStorage
  },
  now: () => Date.now(),
  here: () => location.href,
  assign: (href) => location.assign(href),
  reload: () => location.reload(),
}
