import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { visible } from './terminal.ts'
import { propertyRuns } from '../../../engine/src/testing/property-runs.ts'

test.each([
  ['plain text, ü, 日本語, 👩‍💻', 'plain text, ü, 日本語, 👩‍💻'],
  ['\u001B[2J', String.raw`\u001b[2J`],
  ['\u009B31m', String.raw`\u009b31m`],
  ['a\nb\tc\r', String.raw`a\u000ab\u0009c\u000d`],
  ['\u202Egnp.exe\u2066', String.raw`\u202egnp.exe\u2066`],
  ['\u2028', String.raw`\u2028`],
])('%j is shown as %s', (text, shown) => {
  expect(visible(text)).toBe(shown)
})

test('JSON stays the same JSON', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      expect(JSON.parse(visible(JSON.stringify({ [text]: text })))).toEqual({ [text]: text })
    }),
    propertyRuns(),
  )
})
