/**
 * The reload when a live page cannot be updated in place. The same address is reloaded at most once in ten seconds, so that
 * a page that cannot be loaded is not requested in a loop. A click or Back needs no guard, since it causes one load only.
 */

const STORAGE_KEY = 'docent-reload'

/** Minimum time between two reloads of an address (ms). */
const GUARD_MS = 10_000

/** The browser functions of a reload. */
export interface ReloadEnvironment {
  storage: Pick<Storage, 'getItem' | 'setItem'>
  now: () => number
  /** The current address. */
  here: () => string
  reload: () => void
}

/** Reloads the page. Returns false when the guard prevents it, or when there is no storage for the guard. */
export function reloadOnce({ storage, now, here, reload }: ReloadEnvironment): boolean {
  try {
    const last: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? 'null')
    const [href, time] = Array.isArray(last) ? (last as unknown[]) : []
    if (href === here() && typeof time === 'number' && now() - time < GUARD_MS) return false
    storage.setItem(STORAGE_KEY, JSON.stringify([here(), now()]))
  } catch {
    return false
  }
  reload()
  return true
}

/** The functions of the real browser. */
export const BROWSER: ReloadEnvironment = {
  get storage() {
    return sessionStorage
  },
  now: () => Date.now(),
  here: () => location.href,
  reload: () => location.reload(),
}
