/** Look-ups among known terms find the same terms as a scan of all of them. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns, timeoutOf } from '../testing/property-runs.ts'
import { distanceWithin } from '../query/edit-distance.ts'
import {
  countOf,
  countsBeginning,
  hasTerm,
  hasTermBeginning,
  openTerms,
  termsBeginning,
  termsNear,
} from './known-terms.ts'

const RUNS = propertyRuns(0.1)
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '集'), minLength: 1, maxLength: 8 })

test('for any terms and word', timeoutOf(RUNS), () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), word, fc.integer({ min: 1, max: 2 }), (words, typed, edits) => {
      const terms = [...new Set(words)].sort()
      const countIn = (term: string): number => words.filter((other) => other === term).length
      const known = openTerms([...new Set(words)].map((term) => ({ term, count: countIn(term) })))
      const beginning = terms.filter((term) => term.startsWith(typed))
      const isNear = (term: string): boolean => distanceWithin(term, typed, edits)
      const beginsNear = (term: string): boolean =>
        Array.from({ length: term.length + 1 }, (_, end) => term.slice(0, end)).some(isNear)
      expect(termsBeginning(known, '')).toEqual(terms)
      expect(termsBeginning(known, typed)).toEqual(beginning)
      expect(countsBeginning(known, typed, 3)).toEqual(
        beginning.slice(0, 3).map((term) => ({ term, count: countIn(term) })),
      )
      expect(countOf(known, typed)).toBe(countIn(typed))
      expect(hasTermBeginning(known, typed)).toBe(beginning.length > 0)
      expect(hasTerm(known, typed)).toBe(terms.includes(typed))
      expect(termsNear(known, typed, edits, false)).toEqual(terms.filter((term) => term !== typed && isNear(term)))
      expect(termsNear(known, typed, edits, true)).toEqual(
        terms.filter((term) => !term.startsWith(typed) && beginsNear(term)),
      )
    }),
    RUNS,
  )
})
