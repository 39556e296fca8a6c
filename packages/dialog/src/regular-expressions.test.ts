import { expect, test } from 'vitest'
import { notLinear } from '../../../scripts/regular-expressions/growth.ts'

test('regular expressions run in linear time', () => {
  // A pattern as `markMatches` builds it from escaped words.
  const made = { 'core/mark-matches.ts': [/(?<![\p{L}\p{N}])aa\s+aa|(?<![\p{L}\p{N}])aa|a/giu] }
  expect(notLinear(import.meta.dirname, made)).toEqual([])
})
