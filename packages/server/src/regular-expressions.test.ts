import { expect, test } from 'vitest'
import { notLinear } from '../../../scripts/regular-expressions/growth.ts'

test('regular expressions over input do work in proportion to the input', () => {
  expect(notLinear(import.meta.dirname)).toEqual([])
})
