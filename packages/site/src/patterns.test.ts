import { expect, test } from 'vitest'
import { notLinear } from '../../../scripts/patterns/growth.ts'

test('regular expressions run in linear time', () => {
  expect(notLinear(import.meta.dirname)).toEqual([])
})
