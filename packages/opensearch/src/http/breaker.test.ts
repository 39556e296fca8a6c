import { expect, test } from 'vitest'
import { createBreaker } from './breaker.ts'

const LIMITS = { failures: 3, openMs: 100, maxOpenMs: 250 }

/** A breaker that was opened at time 0, and its log events. */
function opened() {
  const events: string[] = []
  const breaker = createBreaker('searches', LIMITS, ({ event }) => events.push(event))
  for (let i = 0; i < LIMITS.failures; i++) breaker.failed(0)
  return { breaker, events }
}

test('a success between failures keeps it closed', () => {
  const breaker = createBreaker('searches', LIMITS, () => {})
  for (const outcome of ['failed', 'failed', 'succeeded', 'failed', 'failed'] as const) breaker[outcome](0)
  expect(breaker.takes(0)).toBe(true)
})

test('after its time an open breaker allows one request, and the next one only after its outcome', () => {
  const { breaker } = opened()
  expect([0, 99, 100, 101, 199].map((now) => breaker.takes(now))).toEqual([false, false, true, false, false])
  expect(breaker.takes(200)).toBe(true)
})

test('a failure of that request doubles the time, up to a limit', () => {
  const { breaker } = opened()
  expect(breaker.takes(100)).toBe(true)
  breaker.failed(110)
  expect([309, 310].map((now) => breaker.takes(now))).toEqual([false, true])
  breaker.failed(310)
  expect([559, 560].map((now) => breaker.takes(now))).toEqual([false, true])
  breaker.failed(560)
  expect([809, 810].map((now) => breaker.takes(now))).toEqual([false, true])
})

test('a success of that request closes the breaker and resets the time', () => {
  const { breaker, events } = opened()
  breaker.takes(100)
  breaker.failed(100)
  breaker.takes(300)
  breaker.succeeded()
  expect(breaker.takes(301)).toBe(true)
  for (let i = 0; i < LIMITS.failures; i++) breaker.failed(400)
  expect([499, 500].map((now) => breaker.takes(now))).toEqual([false, true])
  expect(events).toEqual(['cluster-failed', 'cluster-back', 'cluster-failed'])
})
