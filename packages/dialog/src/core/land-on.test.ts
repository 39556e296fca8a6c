import { expect, test } from 'vitest'

import { idOf } from './land-on.ts'

test.each([
  ['#install', 'install'],
  ['#%E6%97%A5', '日'],
  ['#100%', '100%'],
  ['#%', '%'],
  ['#%E6', '%E6'],
  ['', ''],
])('the hash %s names the id %s', (hash, id) => {
  expect(idOf(hash)).toBe(id)
})
