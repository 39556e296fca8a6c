/**
 * `maxQueriesPerIPPerHour`: the number of queries and of records read that an address may make with a key in one hour. Secured
 * keys count for the key that they are derived from, and by address alone, since their holder can choose any `userToken`.
 */
import type { ApiKey } from '../keys/key.ts'
import { ServerError } from '../wire/errors.ts'
import { RATE_TABLE_BYTES } from '../wire/limits.ts'
import { clientOf } from './address-ranges.ts'
import { HourlyCounters } from '../system/hourly-counters.ts'

/** One for each server: servers of a cluster count apart. */
export interface RateLimit {
  /** Counts queries from an address; throws 429 when the key allows no more in this hour. */
  count: (key: ApiKey, address: string, queries: number) => void
}

/** `now` returns ms since 1970. */
export function createRateLimit(now?: () => number): RateLimit {
  const counters = new HourlyCounters(RATE_TABLE_BYTES, now)
  return {
    count({ value, maxQueriesPerIPPerHour }, address, queries) {
      if (maxQueriesPerIPPerHour === 0) return
      if (counters.add(`${value} ${clientOf(address)}`, queries) <= maxQueriesPerIPPerHour) return
      const retryAfter = counters.secondsLeft()
      throw new ServerError('overloaded', 'Too many requests with this API key in this hour', { retryAfter })
    },
  }
}
