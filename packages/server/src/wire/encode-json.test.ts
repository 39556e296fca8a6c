import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeJson } from './encode-json.ts'
import { propertyRuns } from '../../../engine/src/testing/property-runs.ts'

const json = (value: object): string => Buffer.from(encodeJson(value)).toString()

test('any object has the JSON of JSON.stringify', () => {
  const value = fc.dictionary(
    fc.string({ unit: 'binary' }),
    fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.constant(undefined)),
  )
  fc.assert(
    fc.property(value, (object) => {
      expect(json(object)).toBe(JSON.stringify(object))
    }),
    propertyRuns(),
  )
})

test('an answer of many hits in several scripts has the JSON of JSON.stringify', () => {
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

test('bytes are copied as JSON at any position', () => {
  const hits = [{ objectID: 'a', title: 'Größe' }]
  const written = new TextEncoder().encode(JSON.stringify(hits))
  expect(json({ hits: written, nbHits: 1 })).toBe(JSON.stringify({ hits, nbHits: 1 }))
  expect(json({ nbHits: 1, hits: written })).toBe(JSON.stringify({ nbHits: 1, hits }))
  expect(json({ missing: undefined, hits: written })).toBe(JSON.stringify({ hits }))
})
