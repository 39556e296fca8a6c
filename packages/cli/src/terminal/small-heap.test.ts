import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

/** Makes garbage of which a part lives for some time, and prints the largest size of the space for new objects. */
const CHURN = `
import { getHeapSpaceStatistics } from 'node:v8'
let kept = []
let most = 0
for (let i = 0; i < 2_000_000; i++) {
  kept.push({ i, text: 'text ' + i })
  if (kept.length === 200_000) kept = []
  if (i % 50_000 === 0)
    most = Math.max(most, getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size)
}
console.log(most)
`

async function newSpace(before: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', before + CHURN])
  return Number(stdout)
}

test('the space for new objects stays small', async () => {
  const module = new URL('./small-heap.ts', import.meta.url).href
  const small = await newSpace(`import { keepHeapSmall } from '${module}'; keepHeapSmall();`)
  expect(small).toBeGreaterThan(0)
  expect(small).toBeLessThanOrEqual((await newSpace('')) / 4)
})
