/**
 * `maxQueriesPerIPPerHour`: how many queries and readings of records each address has made with a key in the running hour.
 * The holder of a key may derive secured ones with any `userToken`, so those count for the key that they are derived from,
 * and by the address alone. Kept in memory alone: no address is written down, and all counts go when the hour ends.
 */
import { clientOf } from './address-ranges.ts'
import { BoundedCounters } from './bounded-counters.ts'
import { ServerError } from '../wire/errors.ts'
import type { ApiKey } from '../keys/key.ts'
import { RATE_TABLE_BYTES } from '../wire/limits.ts'

const HOUR_MS = 3_600_000

export interface RateLimit {
  /** Counts queries from an address; throws 429 when the key allows no more in this hour. */
  count: (key: ApiKey, address: string, queries: number) => void
}

/** `now` is in ms. */
export function createRateLimit(now: () => number = Date.now): RateLimit {
  const counts = new BoundedCounters(RATE_TABLE_BYTES)
  let hour = Math.floor(now() / HOUR_MS)
  return {
    count(key, address, queries) {
      if (key.maxQueriesPerIPPerHour === 0) return
      const time = now()
      const current = Math.floor(time / HOUR_MS)
      if (current !== hour) counts.clear()
      hour = current
      const made = counts.add(`${key.value} ${clientOf(address)}`, queries)
      if (made <= key.maxQueriesPerIPPerHour) return
      const retryAfter = Math.ceil(((hour + 1) * HOUR_MS - time) / 1000)
      throw new ServerError('overloaded', 'Too many requests with this API key in this hour', { retryAfter })
    },
  }
}
