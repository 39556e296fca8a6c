/** The search key of the website's pages: a key that was created for pages. */

import { type Backend, isPagesKey, PAGES_KEY_FIELDS } from '@docent/server'

/** Interval (ms) of the check that the key is still valid: a look-up in memory. */
const CHECK_MS = 250

/** The key for pages that search `index`; a new one where there is none or the last one was deleted. */
export async function pageKey(backend: Backend, index: string): Promise<string> {
  const found = (await backend.keys.list()).find((key) => isPagesKey(key, index))
  return (found ?? (await backend.keys.add(PAGES_KEY_FIELDS))).value
}

/**
 * Calls `onChange` with a new key when `value` is no longer valid for pages, and watches the new one. When the backend
 * is unavailable, the check is repeated. Returns the function that stops it.
 */
export function watchPageKey(
  backend: Backend,
  index: string,
  value: string,
  onChange: (value: string) => Promise<void>,
): () => void {
  let current = value
  let checking = false
  const check = async (): Promise<void> => {
    if (checking) return
    checking = true
    try {
      const key = await backend.keys.find(current)
      if (key !== undefined && isPagesKey(key, index)) return
      const next = await pageKey(backend, index)
      await onChange(next)
      current = next
    } catch {
      // An unavailable backend refuses searches with any key: the next check repeats this.
    } finally {
      checking = false
    }
  }
  const timer = setInterval(() => void check(), CHECK_MS)
  timer.unref()
  return () => clearInterval(timer)
}
