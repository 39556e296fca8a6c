/**
 * `maxQueriesPerIPPerHour`: how many queries each sender has made with a key in the running hour. Kept in memory alone:
 * no address is written down, and all counts go when the hour ends.
 */
import { ServerError } from '../errors.ts'
import type { ApiKey } from '../keys/key.ts'

const HOUR_MS = 3_600_000

/** Senders that are counted in one hour; beyond that all counts begin again, so that memory has a ceiling. */
const MAX_SENDERS = 100_000

export interface RateLimit {
  /** Counts queries of a sender; throws 429 when the key allows no more in this hour. */
  count: (key: ApiKey, sender: string, queries: number) => void
}

/** `now` is in ms. */
export function createRateLimit(now: () => number = Date.now): RateLimit {
  const counts = new Map<string, number>()
  let hour = Math.floor(now() / HOUR_MS)
  return {
    count(key, sender, queries) {
      if (key.maxQueriesPerIPPerHour === 0) return
      const time = now()
      const current = Math.floor(time / HOUR_MS)
      if (current !== hour || counts.size > MAX_SENDERS) counts.clear()
      hour = current
      const name = `${key.value} ${sender}`
      const made = (counts.get(name) ?? 0) + queries
      counts.set(name, made)
      if (made <= key.maxQueriesPerIPPerHour) return
      const retryAfter = Math.ceil(((hour + 1) * HOUR_MS - time) / 1000)
      throw new ServerError('overloaded', 'Too many requests with this API key in this hour', { retryAfter })
    },
  }
}
