import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeJson } from './write-json.ts'

const json = (value: object): string => Buffer.from(writeJson(value)).toString()

test('any object is written as JSON.stringify writes it', () => {
  const value = fc.dictionary(
    fc.string({ unit: 'binary' }),
    fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.constant(undefined)),
  )
  fc.assert(
    fc.property(value, (object) => {
      expect(json(object)).toBe(JSON.stringify(object))
    }),
    { numRuns: 200 },
  )
})

test('an answer of many hits in several scripts is written as JSON.stringify writes it', () => {
  const hits = Array.from({ length: 1000 }, (_, i) => ({
    objectID: String(i),
    content: `${'plain "text" '.repeat(100)}${i % 3 === 0 ? 'Größe \ud800 日本語 …' : ''}`,
    missing: undefined,
    _snippetResult: { content: { value: '<mark>x</mark>…', matchLevel: 'full' } },
    _highlightResult: { hierarchy: { lvl0: { value: 'a › b', matchLevel: 'none', matchedWords: [] } }, list: [[], {}] },
  }))
  const answer = { hits, nbHits: 5, facets: { lang: { de: 1 } }, empty: {} }
  expect(json(answer)).toBe(JSON.stringify(answer))
})

test('what is JSON already is written as it is', () => {
  const hits = [{ objectID: 'a', title: 'Größe' }]
  const written = new TextEncoder().encode(JSON.stringify(hits))
  expect(json({ hits: written, nbHits: 1 })).toBe(JSON.stringify({ hits, nbHits: 1 }))
})
