import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tokenize } from '../analysis/tokenize.ts'
import { createExpansion } from '../query/expansion.ts'
import { createMarker } from './marker.ts'
import { marksOf } from './marks.ts'
import { propertyRuns } from '../testing/property-runs.ts'

const piece = fc.constantFrom(
  'use',
  'Word.',
  'word:',
  'word,',
  'useEffect',
  'fs.readFile',
  '...',
  'C++',
  '--host',
  'é',
  '\u200b',
  '(',
  ' ',
  '\n',
  '\u00a0',
  '\u3000',
)

/** Of no record: marks depend on the term only. */
const noList = { bytes: new Uint8Array(1), masks: new Uint32Array(0), start: 0, firstDoc: 0, hidden: 0 }

test('the tokens of a text that are terms are marked', () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
      fc.nat(6),
      (text, left) => {
        const tokens: { term: string; start: number; end: number }[] = []
        tokenize(text, (term, start, end) => tokens.push({ term, start, end }))
        const terms = tokens.filter(({ term }) => term.length % 7 !== left)
        const expansions = terms.map(({ term }) => createExpansion({ kind: 'exact', term, list: noList, quality: 1 }))
        const marker = createMarker([], [expansions])
        const expected = terms.map(({ start, end }) => `${start}-${end}`).sort()
        const marked = (): string[] => marksOf(text, marker).map(({ start, end }) => `${start}-${end}`)
        expect(marked().sort()).toEqual(expected)
        // The cached marks are the same.
        expect(marked().sort()).toEqual(expected)
      },
    ),
    propertyRuns(),
  )
})
