/** The key that the website's pages carry: one that was made for pages, whatever other search keys there are. */

import { type Backend, isPagesKey, PAGES_KEY_FIELDS } from '@docent/server'

/** How often (ms) a server looks whether the key of its pages is still valid: a look-up in memory. */
const CHECK_MS = 250

/** The key for pages that search `index`; a new one where there is none or the last one was deleted. */
export async function pageKey(backend: Backend, index: string): Promise<string> {
  const found = (await backend.keys.list()).find((key) => isPagesKey(key, index))
  return (found ?? (await backend.keys.add(PAGES_KEY_FIELDS))).value
}

/**
 * Calls `onChange` with another key when pages may no longer carry `value`, and watches that one from then on. A backend that
 * cannot be asked now is asked again later. Returns the function that ends it.
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
      // A backend that is down refuses searches with any key: the next check asks again.
    } finally {
      checking = false
    }
  }
  const timer = setInterval(() => void check(), CHECK_MS)
  timer.unref()
  return () => clearInterval(timer)
}
