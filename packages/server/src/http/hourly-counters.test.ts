import { expect, test } from 'vitest'
import { HourlyCounters } from './hourly-counters.ts'

test('a counter increases within an hour of the clock, and restarts with the next hour', () => {
  let now = 7_199_000
  const counters = new HourlyCounters(1000, () => now)
  expect([counters.add('a', 2), counters.add('a', 1), counters.add('b', 1)]).toEqual([2, 3, 1])
  expect(counters.secondsLeft()).toBe(1)
  now = 7_200_000
  expect(counters.add('a', 1)).toBe(1)
  expect(counters.secondsLeft()).toBe(3600)
})
