import { expect, test } from 'vitest'
import { sourceSet } from './source-set.ts'

test.each([
  ['a.png', [['a.png', '']]],
  ['a.png 1x, b.png 2x', [['a.png', '1x'], ['b.png', '2x']]],
  ['a.png, b.png 640w 480h', [['a.png', ''], ['b.png', '640w 480h']]],
  ['../a b (1).svg', [['../a%20b%20(1).svg', '']]],
  [' a b.svg 1.5x ,c.svg', [['a%20b.svg', '1.5x'], ['c.svg', '']]],
  [',, ', []],
])('the addresses and sizes of "%s"', (set, parts) => {
  expect(sourceSet(set).map(({ url, size }) => [url, size])).toEqual(parts)
}) // prettier-ignore
