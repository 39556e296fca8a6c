import fc from 'fast-check'
import { expect, test } from 'vitest'

import { propertyRuns } from '../testing/property-runs.ts'
import { MAX_SHARED, sharedUnits, type SortedTerms, walkTypos } from './walk-typos.ts'

/** Few letters, so that many terms are near. */
const words = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 9 })

test('the walk finds the terms of which some beginning is within the edits, by the definition of the distance', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(words, { maxLength: 60 }),
      words,
      fc.integer({ min: 1, max: 3 }),
      (list, word, limit) => {
        const sorted = list.toSorted()
        const expected = sorted.flatMap((term, ordinal) => {
          const beginnings = Array.from({ length: term.length + 1 }, (_, end) => distance(term.slice(0, end), word))
          const edits = Math.min(...beginnings)
          return edits > 0 && edits <= limit ? [{ ordinal, edits, prefix: distance(term, word) > limit }] : []
        })
        expect(walkTypos(toTerms(sorted), toUnits(word), limit)).toEqual(expected)
      },
    ),
    propertyRuns(),
  )
})

test('terms that share more units than are counted are found', () => {
  const long = 'a'.repeat(MAX_SHARED + 20)
  const terms = toTerms([`${long}b`, `${long}bb`, `${long}c`])
  const found = walkTypos(terms, toUnits(`${long}bcb`), 2)
  expect(found.map(({ ordinal, edits }) => [ordinal, edits])).toEqual([
    [0, 2],
    [1, 1],
    [2, 2],
  ])
})

/** Optimal alignment: insert, delete, replace, swap of neighbours. */
function distance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (__, j) => i + j))
  const at = (i: number, j: number): number => table[i]?.[j] ?? Infinity
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : Infinity
      ;(table[i] as number[])[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, swapped)
    }
  }
  return at(a.length, b.length)
}

function toUnits(word: string): Uint16Array {
  return Uint16Array.from({ length: word.length }, (_, at) => word.charCodeAt(at))
}

function toTerms(sorted: readonly string[]): SortedTerms {
  const starts = new Uint32Array(sorted.length + 1)
  for (const [ordinal, term] of sorted.entries()) starts[ordinal + 1] = (starts[ordinal] as number) + term.length
  const terms = { starts, units: toUnits(sorted.join('')) }
  return { ...terms, shared: sharedUnits(terms) }
}
