import fc from 'fast-check'
import { expect, test } from 'vitest'
import { search } from '../search.ts'
import { propertyRuns, timeoutOf } from '../testing/property-runs.ts'
import { buildIndex } from './build-index.ts'
import { createReaders, type TermFilter } from './kept-terms.ts'
import { openIndex } from './open-index.ts'

const SETTINGS = { searchableAttributes: ['text'] }
const recordsOf = (texts: readonly string[]) => texts.map((text, at) => ({ objectID: String(at), text }))

const startingWith = (letter: string): TermFilter => ({
  mayKeep: (first) => first === letter.charCodeAt(0),
  keeps: (term) => term.startsWith(letter),
})

const found = (bytes: Uint8Array, query: string): number => search(openIndex(bytes, SETTINGS), { query }).nbHits

test('terms that are not kept are left out, and take their positions', () => {
  const kept = { reader: createReaders(100)(), filter: startingWith('f') }
  const index = openIndex(buildIndex(recordsOf(['of the file for', 'file for']), SETTINGS, kept), SETTINGS)
  expect(search(index, { query: 'file' }).nbHits).toBe(2)
  expect(search(index, { query: '"file for"', advancedSyntax: true }).nbHits).toBe(2)
  expect(search(index, { query: 'the' }).nbHits).toBe(0)
})

test('a term that one build left out is kept by the next', () => {
  const readerOf = createReaders(100)
  const texts = recordsOf(['gamma beta', 'beta'])
  expect(found(buildIndex(texts, SETTINGS, { reader: readerOf(), filter: startingWith('b') }), 'gamma')).toBe(0)
  expect(found(buildIndex(texts, SETTINGS, { reader: readerOf(), filter: startingWith('g') }), 'gamma')).toBe(1)
})

const RUNS = propertyRuns(0.2)

test('a reader that has read other texts, and a new one, make the same index', timeoutOf(RUNS), () => {
  const word = fc.oneof(
    fc.constantFrom('alpha', 'alphaBeta', 'fs.readFile', 'end.', '検証する', 'C++', '--host', 'the', 'a'.repeat(80)),
    fc.string({ unit: 'binary', maxLength: 3 }),
  )
  const texts = fc.array(
    fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
    { maxLength: 6 },
  )
  const readerOf = createReaders(200)
  fc.assert(
    fc.property(texts, fc.constantFrom('a', 'f', 'c', '検'), (each, letter) => {
      const filter = startingWith(letter)
      const build = (reader: ReturnType<typeof readerOf>) => buildIndex(recordsOf(each), SETTINGS, { reader, filter })
      expect(build(readerOf())).toEqual(build(createReaders(0)()))
    }),
    RUNS,
  )
})

test('a reader with more terms than its limit is replaced', () => {
  const readerOf = createReaders(1000)
  const first = readerOf()
  const many = Array.from({ length: 1001 }, (_, at) => `term${at}x`).join(' ')
  buildIndex(recordsOf([many]), SETTINGS, { reader: first, filter: startingWith('z') })
  expect(first.terms.size).toBeGreaterThan(1000)
  const next = readerOf()
  expect(next).not.toBe(first)
  expect(readerOf()).toBe(next)
})
