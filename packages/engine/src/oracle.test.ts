/**
 * The engine against the naive oracle of `oracle.ts`: the same records, in the same order, with the same counts.
 * A failure prints its seed.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerNaively, FIELDS, naiveDistance, type NaiveCondition } from './testing/oracle.ts'
import { propertyRuns, timeoutOf } from './testing/property-runs.ts'
import { vocabularyWith } from './testing/vocabulary.ts'
import { findTypos } from './query/find-typos.ts'
import { search } from './search.ts'
import { buildIndex } from './segment/build-index.ts'
import { openIndex } from './segment/open-index.ts'
import { createTermWriter } from './segment/term-dictionary.ts'
import type { IndexSettings, RemoveWordsIfNoResults, SearchParams, SearchRecord } from './wire.ts'

const RUNS = propertyRuns()
/** Fewer runs, because the naive distance of long words is slow. */
const LONG_RUNS = propertyRuns(0.5)

const vocabulary = vocabularyWith('reseau', 'the', 'for')

const scene = vocabulary.chain((each) => {
  const text = fc.array(each, { maxLength: 7 }).map((words) => words.join(' '))
  const row = fc.record(
    {
      title: text,
      body: text,
      tags: fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 }),
      price: fc.integer({ min: 0, max: 5 }),
      page: fc.constantFrom('p', 'q', 'r'),
    },
    { requiredKeys: ['title', 'body', 'tags'] },
  )
  return fc.record({
    rows: fc.array(row, { minLength: 1, maxLength: 12 }),
    typed: fc
      .tuple(fc.array(each, { maxLength: 4 }), fc.constantFrom('', ' '))
      .map(([words, end]) => words.join(' ') + end),
    optionalWords: fc.array(each, { maxLength: 2 }),
  })
})

const options = fc.record({
  ignorePlurals: fc.boolean(),
  removeWordsIfNoResults: fc.constantFrom<RemoveWordsIfNoResults[]>('none', 'allOptional', 'lastWords', 'firstWords'),
  distinct: fc.constantFrom(0, 0, 1, 2),
  hitsPerPage: fc.constantFrom(1, 3, 100),
  page: fc.constantFrom(0, 0, 1, 2),
})

const tagCondition = fc.record({ tag: fc.constantFrom('x', 'y', 'z', 'none'), negated: fc.boolean() })
const priceCondition = fc.record({
  operator: fc.constantFrom('<' as const, '<=' as const, '=' as const, '!=' as const, '>' as const, '>=' as const),
  price: fc.integer({ min: 0, max: 5 }),
})
/** Groups of one kind of condition each, as the wire's grammar requires. */
const filters: fc.Arbitrary<NaiveCondition[][]> = fc.array(
  fc.oneof(
    fc.array<NaiveCondition>(tagCondition, { minLength: 1, maxLength: 2 }),
    fc.array<NaiveCondition>(priceCondition, { minLength: 1, maxLength: 2 }),
  ),
  { maxLength: 2 },
)

/** The same filter in the wire's syntax: one string, or lists. */
function toWire(groups: NaiveCondition[][], asText: boolean): SearchParams {
  if (groups.length === 0) return {}
  if (asText) {
    const write = (each: NaiveCondition): string =>
      'tag' in each ? `${each.negated ? 'NOT ' : ''}tags:${each.tag}` : `price ${each.operator} ${each.price}`
    return { filters: groups.map((group) => `(${group.map(write).join(' OR ')})`).join(' AND ') }
  }
  const tags = groups.map((group) => group.flatMap((each) => ('tag' in each ? [each] : [])))
  const prices = groups.map((group) => group.flatMap((each) => ('tag' in each ? [] : [each])))
  return {
    facetFilters: tags
      .filter((group) => group.length > 0)
      .map((group) => group.map((each) => `tags:${each.negated ? '-' : ''}${each.tag}`)),
    numericFilters: prices
      .filter((group) => group.length > 0)
      .map((group) => group.map((each) => `price${each.operator}${each.price}`)),
  }
}

test('the same records, in the same order, with the same counts', timeoutOf(RUNS), () => {
  fc.assert(
    fc.property(scene, options, filters, fc.boolean(), ({ rows, typed, optionalWords }, extra, groups, asText) => {
      const records = rows.map((each, at) => ({ objectID: String(at), ...each })) as SearchRecord[]
      const settings: IndexSettings = {
        searchableAttributes: [...FIELDS],
        attributesForFaceting: ['tags', 'price'],
        attributeForDistinct: 'page',
      }
      const index = openIndex(buildIndex(records, settings), settings)
      const params: SearchParams = { query: typed, facets: ['tags'], optionalWords, ...extra }
      const response = search(index, { ...params, ...toWire(groups, asText) })
      const expected = answerNaively(records, params, groups)
      expect(response.hits.map((hit) => hit.objectID)).toEqual(expected.ids)
      expect(response.nbHits).toBe(expected.nbHits)
      expect(response.facets?.['tags'] ?? {}).toEqual(expected.tags)
    }),
    RUNS,
  )
})

const letter = fc.constantFrom('a', 'b', 'c', 'é', '容')
const shortWord = fc.string({ unit: letter, minLength: 1, maxLength: 5 })

test('finds exactly the terms within the limit, however the dictionary is cut into blocks', timeoutOf(RUNS), () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(shortWord, { maxLength: 60 }),
      shortWord,
      fc.integer({ min: 1, max: 2 }),
      fc.boolean(),
      expectTypos,
    ),
    RUNS,
  )
})

interface Change {
  at: number
  drops: number
  adds: string
  swaps: boolean
}

/** A change of a word: at a place from 0 to 1, units are removed and others inserted, or neighbours swapped. */
const change: fc.Arbitrary<Change> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  drops: fc.nat(1),
  adds: fc.string({ unit: letter, maxLength: 1 }),
  swaps: fc.boolean(),
})

test('finds exactly the terms near a word of any length', timeoutOf(LONG_RUNS), () => {
  fc.assert(
    fc.property(
      fc.string({ unit: letter, minLength: 1, maxLength: 40 }),
      fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 4 }),
      fc.integer({ min: 1, max: 2 }),
      fc.boolean(),
      (typed, terms, limit, prefix) => {
        const near = terms.map((changes) => changes.reduce(changed, typed)).filter((term) => term !== '')
        expectTypos([...new Set(near)], typed, limit, prefix)
      },
    ),
    LONG_RUNS,
  )
})

function changed(word: string, { at, drops, adds, swaps }: Change): string {
  const from = Math.floor(at * word.length)
  const pair = swaps ? (word[from + 1] ?? '') + (word[from] ?? '') : ''
  return word.slice(0, from) + pair + adds + word.slice(from + (swaps ? 2 : drops))
}

function expectTypos(list: string[], typed: string, limit: number, prefix: boolean): void {
  const terms = list.sort()
  const writer = createTermWriter()
  for (const term of terms) writer.add(term, 1)
  const found = findTypos({ ...writer.finish(), parts: undefined }, typed, limit, prefix)
  const expected = terms.flatMap((term) => {
    const whole = naiveDistance(typed, term)
    const ends = Array.from({ length: term.length + 1 }, (_, end) => naiveDistance(typed, term.slice(0, end)))
    const edits = prefix ? Math.min(...ends) : whole
    if (edits === 0 || edits > limit) return []
    return [{ term, typos: edits + (term[0] === typed[0] ? 0 : 1) }]
  })
  expect(found.map(({ term, typos }) => ({ term, typos }))).toEqual(expected)
}
