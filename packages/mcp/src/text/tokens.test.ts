import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../engine/src/testing/property-runs.ts'
import { firstPart } from './cut.ts'
import { countTokens, lengthWithin } from './tokens.ts'

/** Tokens of these sentences in o200k_base, counted with its published vocabulary. */
test.each([
  ['The port is 8080 unless another process listens on it.', 12],
  ['サーバーを起動するには、次のコマンドを実行します。', 13],
  ['const { data, error } = await fetch(`/api/${id}`)', 16],
])('the estimate of "%s" is not below its %i tokens, and at most 2.5 times as many', (text, tokens) => {
  expect(countTokens(text)).toBeGreaterThanOrEqual(tokens)
  expect(countTokens(text)).toBeLessThanOrEqual(2.5 * tokens)
})

const texts = fc.string({ unit: 'grapheme', maxLength: 300 })

test('a text that is cut to a number of tokens has at most as many as JSON', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 0, max: 200 }), (text, tokens) => {
      const cut = text.slice(0, lengthWithin(text, tokens))
      expect(countTokens(JSON.stringify(cut)) - countTokens('""')).toBeLessThanOrEqual(tokens + 1)
      expect(cut.isWellFormed() || !text.isWellFormed()).toBe(true)
    }),
    propertyRuns(),
  )
})

test('the parts of a text are the text', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 5, max: 60 }), (text, tokens) => {
      let rest = text
      const parts: string[] = []
      while (rest !== '') {
        const length = firstPart(rest, tokens)
        if (length === 0) break
        parts.push(rest.slice(0, length))
        rest = rest.slice(length)
      }
      expect(parts.join('') + rest).toBe(text)
    }),
    propertyRuns(),
  )
})

test('a cut is before a heading, else after a paragraph', () => {
  const text = `${'word '.repeat(30)}\n\n${'more '.repeat(20)}\n## Next\n\n${'text '.repeat(30)}`
  expect(text.slice(0, firstPart(text, 70))).toMatch(/more \n$/)
})
