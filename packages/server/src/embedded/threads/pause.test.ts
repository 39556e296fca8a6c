import { expect, test } from 'vitest'
import { createPause } from './pause.ts'

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
