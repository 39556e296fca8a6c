import { expect, test } from 'vitest'
import { createPause } from './pause.ts'

test('others have their turn after 5 ms of work, and not before', async () => {
  let time = 0
  let turns = 0
  const pause = createPause(
    () => time,
    async () => {
      turns++
      // What others do is not counted as work.
      time += 100
    },
  )
  const seen: number[] = []
  for (const worked of [4, 0, 1, 4, 1, 12]) {
    time += worked
    await pause()
    seen.push(turns)
  }
  expect(seen).toEqual([0, 0, 1, 1, 2, 3])
})
