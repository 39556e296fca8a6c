import { expect, test } from 'vitest'
import { notLinear } from '../../../scripts/patterns/growth.ts'

test('regular expressions run in time linear in the input', () => {
  expect(notLinear(import.meta.dirname)).toEqual([])
})
