/** Highlighted code blocks in memory, up to a number of UTF-16 units of code; the oldest are dropped. */
import type { Token } from './tokenizer.ts'

export interface TokenCache {
  get: (key: string) => Token[][] | undefined
  /** Adds an entry, or makes it the latest one. An entry above the maximum is dropped at once. */
  set: (key: string, tokens: Token[][]) => void
  /** Sum of the lengths of all keys (UTF-16 units). */
  readonly units: number
}

/** `maxUnits`: maximum sum of the lengths of all keys, which contain the code (UTF-16 units). */
export function createTokenCache(maxUnits: number): TokenCache {
  const entries = new Map<string, Token[][]>()
  let units = 0
  const remove = (key: string): void => {
    if (entries.delete(key)) units -= key.length
  }
  return {
    get: (key) => entries.get(key),
    set(key, tokens) {
      remove(key)
      entries.set(key, tokens)
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
