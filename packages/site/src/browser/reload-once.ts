/**
 * The reload when a live page cannot be updated in place. The same address is reloaded at most once in ten seconds, so that
 * a page that cannot be loaded is not requested in a loop. A click or Back needs no guard, since it ends with that load.
 */

const STORAGE_KEY = 'docent-reload'

/** Milliseconds. */
const GUARD_MS = 10_000

/** What a reload needs of the browser. */
export interface ReloadEnvironment {
  storage: Pick<Storage, 'getItem' | 'setItem'>
  now: () => number
  /** The address that is shown now. */
  here: () => string
  reload: () => void
}

/** Reloads the page. Returns false when the guard held it back; without storage there is no guard, and no reload. */
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

/** The browser itself. */
export const BROWSER: ReloadEnvironment = {
  get storage() {
    return sessionStorage
  },
  now: () => Date.now(),
  here: () => location.href,
  reload: () => location.reload(),
}
