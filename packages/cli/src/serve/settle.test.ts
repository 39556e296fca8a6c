import { expect, test } from 'vitest'

import { settle } from './settle.ts'

test('reasons that come together are one, and one that comes while it is done leads to one more time', async () => {
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
  settling.ask()
  settling.ask()
  await started
  expect(runs).toBe(1)
  settling.ask()
  settling.ask()
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

test('nothing asked for is done already', async () => {
  const settling = settle(0, () => Promise.reject(new Error('It was never asked for.')))
  await settling.done()
  await settling.close()
})

test('closing waits for what is being done and does nothing more', async () => {
  let done = false
  let release = (): void => {}
  let begun = (): void => {}
  const started = new Promise<void>((resolve) => (begun = resolve))
  const settling = settle(0, async () => {
    begun()
    await new Promise<void>((resolve) => (release = resolve))
    done = true
  })
  settling.ask()
  await started
  const closed = settling.close()
  release()
  await closed
  expect(done).toBe(true)
})
