import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTermWriter } from '../segment/term-dictionary.ts'
import { naiveDistance } from './naive-distance.test-helper.ts'
import { findTypos } from './typos.ts'

const RUNS = { numRuns: Number(process.env['DOCENT_PROPERTY_RUNS'] ?? 500) }

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '容'), minLength: 1, maxLength: 5 })

test('finds exactly the terms within the limit, however the dictionary is cut into blocks', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(word, { maxLength: 60 }),
      word,
      fc.integer({ min: 1, max: 2 }),
      fc.boolean(),
      (list, typed, limit, prefix) => {
        const terms = list.sort()
        const writer = createTermWriter()
        for (const term of terms) writer.add(term, 1)
        const found = findTypos(writer.finish(), typed, limit, prefix)
        const expected = terms.flatMap((term) => {
          const whole = naiveDistance(typed, term)
          const ends = Array.from({ length: term.length + 1 }, (_, end) => naiveDistance(typed, term.slice(0, end)))
          const edits = prefix ? Math.min(...ends) : whole
          if (edits === 0 || edits > limit) return []
          return [{ term, typos: edits + (term[0] === typed[0] ? 0 : 1) }]
        })
        expect(found.map(({ term, typos }) => ({ term, typos }))).toEqual(expected)
      },
    ),
    RUNS,
  )
})
