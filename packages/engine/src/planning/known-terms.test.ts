/** Look-ups among known terms find the same terms as a walk over all of them. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns, timeoutOf } from '../testing/property-runs.ts'
import { distanceWithin } from '../query/edit-distance.ts'
import { hasTerm, hasTermBeginning, openTerms, termsBeginning, termsNear } from './known-terms.ts'

const RUNS = propertyRuns(0.1)
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '集'), minLength: 1, maxLength: 8 })

test('for any terms and word', timeoutOf(RUNS), () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), word, fc.integer({ min: 1, max: 2 }), (words, asked, edits) => {
      const terms = [...new Set(words)].sort()
      const known = openTerms(terms)
      const beginning = terms.filter((term) => term.startsWith(asked))
      const isNear = (term: string): boolean => distanceWithin(term, asked, edits)
      const beginsNear = (term: string): boolean =>
        Array.from({ length: term.length + 1 }, (_, end) => term.slice(0, end)).some(isNear)
      expect(termsBeginning(known, '')).toEqual(terms)
      expect(termsBeginning(known, asked)).toEqual(beginning)
      expect(hasTermBeginning(known, asked)).toBe(beginning.length > 0)
      expect(hasTerm(known, asked)).toBe(terms.includes(asked))
      expect(termsNear(known, asked, edits, false)).toEqual(terms.filter((term) => term !== asked && isNear(term)))
      expect(termsNear(known, asked, edits, true)).toEqual(
        terms.filter((term) => !term.startsWith(asked) && beginsNear(term)),
      )
    }),
    RUNS,
  )
})
