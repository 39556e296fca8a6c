import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPause, createSearchCount, setSearchCount, yieldToSearches } from './yielding.ts'

test('work pauses after 5 ms, and not before', async () => {
  let time = 0
  let pauses = 0
  const pause = createPause(
    () => time,
    async () => {
      pauses++
      // Time of other events, which does not count as work.
      time += 100
    },
  )
  const seen: number[] = []
  for (const worked of [4, 0, 1, 4, 1, 12]) {
    time += worked
    await pause()
    seen.push(pauses)
  }
  expect(seen).toEqual([0, 0, 1, 1, 2, 3])
})

test('a thread sleeps while there are searches, and never for longer than it has worked', () => {
  const steps = fc.array(fc.record({ worked: fc.nat(50), count: fc.nat(3) }))
  fc.assert(
    fc.property(steps, (list) => {
      const searches = createSearchCount()
      let time = 0
      let worked = 0
      let slept = 0
      const sleep = (count: number, ms: number): void => {
        expect(count).toBeGreaterThan(0)
        slept += ms
        time += ms
      }
      const yieldNow = yieldToSearches(searches, () => time, sleep)
      for (const step of list) {
        setSearchCount(searches, step.count)
        time += step.worked
        worked += step.worked
        const before = slept
        yieldNow()
        expect(slept > before).toBe(step.count > 0 && worked > before)
        expect(slept).toBeLessThanOrEqual(worked)
        // A sleep is limited by the work since the one before it.
        if (slept > before) worked = slept
      }
    }),
  )
})

test('a sleeping thread is woken by the end of the last search, and by no earlier one', async () => {
  const searches = createSearchCount()
  setSearchCount(searches, 2)
  const asleep = Atomics.waitAsync(searches, 0, 2, 60_000)
  expect(asleep.async).toBe(true)
  setSearchCount(searches, 1)
  // 1: this call wakes the thread, so no earlier call has.
  expect(Atomics.notify(searches, 0)).toBe(1)
  const last = Atomics.waitAsync(searches, 0, 1, 60_000)
  setSearchCount(searches, 0)
  expect(await last.value).toBe('ok')
})
