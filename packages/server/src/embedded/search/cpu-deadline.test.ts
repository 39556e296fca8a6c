import { expect, test } from 'vitest'
import { cpuDeadline } from './cpu-deadline.ts'

/** A thread's clocks, which only a test advances. */
function createClocks() {
  const clocks = { time: 1000, cpu: 70, asked: 0 }
  const shouldStop = cpuDeadline(
    800,
    () => clocks.time,
    () => (clocks.asked++, clocks.cpu),
  )
  return { clocks, shouldStop }
}

test('the time that a query waits for a core does not count', () => {
  const { clocks, shouldStop } = createClocks()
  clocks.time += 5000
  clocks.cpu += 799
  expect(shouldStop()).toBe(false)
  clocks.time += 1
  clocks.cpu += 1
  expect(shouldStop()).toBe(true)
  expect(shouldStop()).toBe(true)
})

test('the CPU time is read only when the deadline may have passed', () => {
  const { clocks, shouldStop } = createClocks()
  clocks.time += 799
  expect(shouldStop()).toBe(false)
  expect(clocks.asked).toBe(1)
  clocks.time += 1
  clocks.cpu += 300
  expect(shouldStop()).toBe(false)
  clocks.time += 499
  expect(shouldStop()).toBe(false)
  expect(clocks.asked).toBe(2)
})
