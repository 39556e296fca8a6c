import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { byName } from './filters.ts'

describe('the order of values', () => {
  test.each([
    [
      ['1.9', '1.10', '2.0'],
      ['2.0', '1.10', '1.9'],
    ],
    [
      ['v1', 'next', 'v10', 'v2', 'latest'],
      ['v10', 'v2', 'v1', 'latest', 'next'],
    ],
    [
      ['Chapter 10', 'Appendix', 'Chapter 2', 'Deploy'],
      ['Appendix', 'Chapter 2', 'Chapter 10', 'Deploy'],
    ],
    [
      ['d', 'c1', 'b', 'd'],
      ['b', 'c1', 'd', 'd'],
    ],
  ])('%j', (values, sorted) => {
    expect([...values].sort(byName)).toEqual(sorted)
  })

  test('is the same, however they come', () => {
    const value = fc.oneof(
      fc.constantFrom('1', '1.0', 'v2', '2.0-beta', 'd', 'c1', 'b', 'Chapter 2', 'latest', 'é', ''),
      fc.string({ maxLength: 4 }),
    )
    fc.assert(
      fc.property(value, value, value, (a, b, c) => {
        expect(Math.sign(byName(a, b)) + Math.sign(byName(b, a))).toBe(0)
        if (byName(a, b) <= 0 && byName(b, c) <= 0) expect(byName(a, c)).toBeLessThanOrEqual(0)
      }),
      { numRuns: 2000 },
    )
  })
})
