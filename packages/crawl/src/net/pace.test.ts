import { describe, expect, test } from 'vitest'
import { makePace } from './pace.ts'
import { retryAfter } from './retry-after.ts'

/** Starts of requests whose answers take `duration` ms each. */
function starts(pace: ReturnType<typeof makePace>, count: number, duration: number): number[] {
  let now = 0
  return Array.from({ length: count }, () => {
    now = pace.reserve(now)
    pace.succeeded(duration)
    return now
  })
}

const last = (times: readonly number[]): number => (times.at(-1) ?? 0) - (times.at(-2) ?? 0)

describe('the pace of a host', () => {
  test('begins with 2 requests a second and rises to 4, never more', () => {
    const times = starts(makePace({ delay: 0 }), 200, 50)
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeCloseTo(500, 0)
    expect(last(times)).toBeCloseTo(250)
  })
  test('falls to 1 when answers become slow', () => {
    const pace = makePace({ delay: 0 })
    starts(pace, 200, 100)
    for (let index = 0; index < 5; index++) pace.succeeded(2000)
    const from = pace.reserve(1e9)
    expect(pace.reserve(from) - from).toBeCloseTo(1000)
  })
  test('keeps to the delay of robots.txt', () => {
    expect(last(starts(makePace({ delay: 5 }), 100, 50))).toBe(5000)
    expect(last(starts(makePace({ delay: 5, rate: 0 }), 100, 50))).toBe(5000)
  })
  test('is fixed by the user', () => {
    expect(last(starts(makePace({ delay: 0, rate: 10 }), 100, 50))).toBe(100)
    expect(last(starts(makePace({ delay: 0, rate: 0 }), 100, 50))).toBe(0)
  })
  test('pauses as long as the host asks for', () => {
    const pace = makePace({ delay: 0 })
    pace.failed(1000, 30_000)
    expect(pace.reserve(1500)).toBe(31_000)
  })
  test('ends after 20 failures in a row', () => {
    const pace = makePace({ delay: 0 })
    for (let index = 0; index < 19; index++) pace.failed(0, undefined)
    pace.succeeded(10)
    for (let index = 0; index < 19; index++) pace.failed(0, undefined)
    expect(pace.isGivenUp()).toBe(false)
    pace.failed(0, undefined)
    expect(pace.isGivenUp()).toBe(true)
  })
})

test('Retry-After has seconds or a date', () => {
  const now = Date.parse('Wed, 21 Oct 2026 07:28:00 GMT')
  expect(retryAfter('120', now)).toBe(120_000)
  expect(retryAfter('Wed, 21 Oct 2026 07:28:30 GMT', now)).toBe(30_000)
  expect(retryAfter('Wed, 21 Oct 2026 07:00:00 GMT', now)).toBe(0)
  expect(['', 'soon', '-1', '1e9', '12345678901'].map((text) => retryAfter(text, now))).toEqual(
    Array(5).fill(undefined),
  )
})
