import { expect, test } from 'vitest'

import { settle } from './settle.ts'

test('requests during the pause are one run, and a request during a run leads to one further run', async () => {
  let runs = 0
  let release = (): void => {}
  let begun = (): void => {}
  const hold = (): Promise<void> => new Promise((resolve) => (release = resolve))
  let held = hold()
  let started = new Promise<void>((resolve) => (begun = resolve))
  const settling = settle(0, async () => {
    runs++
    begun()
    await held
  })
  settling.request()
  settling.request()
  await started
  expect(runs).toBe(1)
  settling.request()
  settling.request()
  // The pause of 0 ms is over when a later timer fires.
  await new Promise((resolve) => setTimeout(resolve, 2))
  started = new Promise((resolve) => (begun = resolve))
  const first = release
  held = hold()
  first()
  await started
  expect(runs).toBe(2)
  release()
  await settling.done()
  expect(runs).toBe(2)
  await settling.close()
  expect(runs).toBe(2)
})

test('without requests, done resolves at once', async () => {
  const settling = settle(0, () => Promise.reject(new Error('No run was requested.')))
  await expect(settling.done()).resolves.toBeUndefined()
  await settling.close()
})

test('close waits for the current run and cancels requested runs', async () => {
  let done = false
  let release = (): void => {}
  let begun = (): void => {}
  const started = new Promise<void>((resolve) => (begun = resolve))
  const settling = settle(0, async () => {
    begun()
    await new Promise<void>((resolve) => (release = resolve))
    done = true
  })
  settling.request()
  await started
  const closed = settling.close()
  release()
  await closed
  expect(done).toBe(true)
})
