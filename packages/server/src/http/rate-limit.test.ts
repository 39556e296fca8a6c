import { expect, test } from 'vitest'
import { DEFAULT_KEY_FIELDS } from '../keys/key.ts'
import { createRateLimit } from './rate-limit.ts'

const key = { ...DEFAULT_KEY_FIELDS, value: 'k', createdAt: 0, expiresAt: 0, maxQueriesPerIPPerHour: 3 }

test('the limit applies to each address and hour, and restarts with the next hour', () => {
  let now = 0
  const limit = createRateLimit(() => now)
  limit.count(key, 'a', 2)
  limit.count(key, 'a', 1)
  limit.count(key, 'b', 3)
  now = 3_599_000
  expect(() => limit.count(key, 'a', 1)).toThrow(expect.objectContaining({ status: 429, retryAfter: 1 }) as Error)
  now = 3_600_000
  limit.count(key, 'a', 3)
})

test('queries with a key without a limit are not counted', () => {
  const limit = createRateLimit(() => 0)
  expect(() => limit.count({ ...key, maxQueriesPerIPPerHour: 0 }, 'a', 1_000_000)).not.toThrow()
})

test('IPv6 addresses of one network count together', () => {
  const limit = createRateLimit(() => 0)
  for (const last of ['1', '2', '3']) limit.count(key, `2001:db8:1:2::${last}`, 1)
  expect(() => limit.count(key, '2001:db8:1:2:3:4:5:6', 1)).toThrow(expect.objectContaining({ status: 429 }) as Error)
  limit.count(key, '2001:db8:1:3::1', 1)
})

test('more addresses than the table can store do not reset the counts of the latest ones', () => {
  const limit = createRateLimit(() => 0)
  for (let i = 0; i < 400_000; i++) limit.count(key, `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`, 3)
  expect(() => limit.count(key, '10.6.26.127', 1)).toThrow(expect.objectContaining({ status: 429 }) as Error)
})
