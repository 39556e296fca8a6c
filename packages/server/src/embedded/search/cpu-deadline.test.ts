import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { cpuDeadline } from './cpu-deadline.ts'

test('a search may use its CPU time, and no more', () => {
  let cpu = 70
  const shouldStop = cpuDeadline(800, () => cpu)
  expect(shouldStop()).toBe(false)
  cpu += 799
  expect(shouldStop()).toBe(false)
  cpu += 1
  expect(shouldStop()).toBe(true)
})

test('the time that a thread waits does not count', async () => {
  const shouldStop = cpuDeadline(200)
  await delay(300)
  expect(shouldStop()).toBe(false)
})

test('the time that a thread computes counts', () => {
  const shouldStop = cpuDeadline(20)
  let sum = 0
  while (!shouldStop()) sum += Math.sqrt(sum + 1)
  expect(sum).toBeGreaterThan(0)
})
