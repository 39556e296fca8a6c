import { expect, test } from 'vitest'
import { notLinear } from '../../../scripts/patterns/growth.ts'

test('regular expressions take time proportional to their input', () => {
  expect(notLinear(import.meta.dirname)).toEqual([])
})
