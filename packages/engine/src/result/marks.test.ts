import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tokenize } from '../analysis/tokenize.ts'
import { createMarker, marksOf } from './marks.ts'

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
  '容器',
  'é',
  '\u200b',
  '(',
  ' ',
  '\n',
  '\u00a0',
  '\u3000',
)

test('the tokens of a text are those of its pieces between spaces, so that pieces can be remembered', () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
      (text) => {
        const terms: { term: string; start: number; end: number }[] = []
        tokenize(text, (term, start, end) => terms.push({ term, start, end }))
        const marker = createMarker([], [])
        const all = { ...marker, terms: new Map(terms.map(({ term }) => [term, [{ word: 0, units: term.length }]])) }
        const expected = terms.map(({ start, end }) => `${start}-${end}`).sort()
        const marked = marksOf(text, all).map(({ start, end }) => `${start}-${end}`)
        expect(marked.sort()).toEqual(expected)
        expect(
          marksOf(text, all)
            .map(({ start, end }) => `${start}-${end}`)
            .sort(),
        ).toEqual(expected)
      },
    ),
    { numRuns: 1000 },
  )
})
