import { expect, test } from 'vitest'
import { notLinear } from '../../../scripts/regular-expressions/growth.ts'

test('regular expressions run in time linear in the input', () => {
  expect(notLinear(import.meta.dirname)).toEqual([])
})
