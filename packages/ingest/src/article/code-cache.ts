/** Highlighted code blocks in memory, up to a number of UTF-16 units of code; the oldest are dropped. */
export interface CodeCache {
  get: (key: string) => string | undefined
  /** Adds an entry, or makes it the latest one. An entry above the maximum is dropped at once. */
  set: (key: string, html: string) => void
  /** Sum of the lengths of all keys (UTF-16 units). */
  readonly units: number
}

/** `maxUnits`: maximum sum of the lengths of all keys, which contain the code (UTF-16 units). */
export function createCodeCache(maxUnits: number): CodeCache {
  const entries = new Map<string, string>()
  let units = 0
  const remove = (key: string): void => {
    if (entries.delete(key)) units -= key.length
  }
  return {
    get: (key) => entries.get(key),
    set(key, html) {
      remove(key)
      entries.set(key, html)
      units += key.length
      for (const oldest of entries.keys()) {
        if (units <= maxUnits) break
        remove(oldest)
      }
    },
    get units() {
      return units
    },
  }
}
