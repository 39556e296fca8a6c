import { expect, onTestFinished, test, vi } from 'vitest'
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

test('a step of the clock, back or forward, does not restart the counters', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const counters = new HourlyCounters(1000)
  const start = Date.now()
  const before = counters.secondsLeft()
  counters.add('a', 1)
  for (const hours of [-1, 1, 24 * 400]) {
    vi.setSystemTime(start + hours * 3_600_000)
    // Not where a real hour begins during the test.
    if (counters.secondsLeft() <= before) expect(counters.add('a', 1)).toBeGreaterThan(1)
  }
})
