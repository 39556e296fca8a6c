import { expect, test } from 'vitest'
import { encodeJson } from '../../wire/encode-json.ts'
import { LIMITS } from '../../wire/limits.ts'
import { AnswerCache, type AskedQuery, nextChange } from './answer-cache.ts'
import type { MadeAnswer, WrittenAnswer } from './search-messages.ts'

const BYTES = LIMITS.answerCacheBytes / 32

type Changes = Partial<AskedQuery['request'] & AskedQuery['format'] & { snapshot: number }>

/** A query for `q`. */
function asked(q: string, { snapshot = 1, queryID, publicUrl = '', fields, ...request }: Changes = {}): AskedQuery {
  return {
    snapshot,
    request: { indexName: 'docs', query: q, ...request },
    format: { query: q, params: '', publicUrl, ...(queryID && { queryID }), ...(fields && { fields }) },
  }
}

/** An answer with hits of some `bytes`. */
function made(bytes: number, others: object = {}, until = Infinity): MadeAnswer {
  const hits = encodeJson({ hits: ['x'.repeat(bytes)] }).slice('{"hits":'.length, -1)
  return { json: encodeJson({ hits, nbHits: 1, processingTimeMS: 7, ...others }), hitBytes: hits.length, until }
}

const textOf = (answer: WrittenAnswer | undefined): string | undefined => answer && new TextDecoder().decode(answer)

test('an answer is given again as it was, with its own time and queryID', () => {
  const cache = new AnswerCache(BYTES)
  const answer = made(3, { queryID: 'first', facets: { 'ä"': 1 } })
  const before = textOf(answer.json)
  cache.keep(asked('a', { queryID: 'first' }), answer)
  // Its memory belongs to the reply that is sent.
  answer.json.fill(0)
  for (const queryID of ['second', 'third'])
    expect(textOf(cache.find(asked('a', { queryID }), 0))).toBe(
      before?.replace('"processingTimeMS":7', '"processingTimeMS":1').replace('first', queryID),
    )
})

test('a given answer is in memory of its own', () => {
  const cache = new AnswerCache(BYTES)
  cache.keep(asked('a'), made(3))
  cache.find(asked('a'), 0)?.fill(0)
  expect(textOf(cache.find(asked('a'), 0))).toBe('{"hits":["xxx"],"nbHits":1,"processingTimeMS":1}')
})

test('fields that an answer does not have are not added', () => {
  const cache = new AnswerCache(BYTES)
  const fields = ['hits']
  cache.keep(asked('a', { fields, queryID: 'q' }), { json: encodeJson({ hits: [] }), hitBytes: 2, until: Infinity })
  expect(textOf(cache.find(asked('a', { fields, queryID: 'q' }), 0))).toBe('{"hits":[]}')
})

test.each<[string, AskedQuery]>([
  ['query', asked('b')],
  ['filter', asked('a', { filters: 'lang:en' })],
  ['replica', asked('a', { indexName: 'replica' })],
  ['snapshot', asked('a', { snapshot: 2 })],
  ['address', asked('a', { publicUrl: '/docs' })],
  ['list of fields', asked('a', { fields: ['hits'] })],
])('an answer is not given to another %s', (_, other) => {
  const cache = new AnswerCache(BYTES)
  cache.keep(asked('a'), made(3))
  expect(cache.find(asked('a'), 0)).toBeDefined()
  expect(cache.find(other, 0)).toBeUndefined()
})

test('an answer is given until rules change', () => {
  const cache = new AnswerCache(BYTES)
  cache.keep(asked('a'), made(3, {}, 1000))
  expect(cache.find(asked('a'), 999)).toBeDefined()
  expect(cache.find(asked('a'), 1000)).toBeUndefined()
  expect(cache.bytes).toBe(0)
})

test('a full cache drops the answers that were used least lately, and stays below its ceiling', () => {
  const cache = new AnswerCache(BYTES)
  cache.keep(asked('first'), made(10_000))
  for (let n = 0; n < 1000; n++) {
    cache.keep(asked(String(n)), made(10_000))
    expect(cache.find(asked('first'), 0)).toBeDefined()
    expect(cache.bytes).toBeLessThanOrEqual(BYTES)
  }
  expect(cache.bytes).toBeGreaterThan(0.9 * BYTES)
  expect(cache.find(asked('0'), 0)).toBeUndefined()
})

test('requests count for the ceiling, and an answer that is kept again counts once', () => {
  const cache = new AnswerCache(BYTES)
  for (let n = 0; n < 1000; n++) for (const _ of [1, 2]) cache.keep(asked(`${n}${'x'.repeat(500)}`), made(1))
  expect(cache.bytes).toBeGreaterThan(0.9 * BYTES)
  expect(cache.bytes).toBeLessThanOrEqual(BYTES)
  cache.close(1)
  expect(cache.bytes).toBe(0)
})

test.each<[string, AskedQuery, MadeAnswer]>([
  ['of many bytes', asked('a'), made(BYTES / 64)],
  ['to a long request', asked('a', { filters: 'x'.repeat(BYTES / 64) }), made(1)],
  ['with vectors of a model', asked('a', { nearest: {} as never }), made(1)],
  ['of facet values', asked('a'), { json: encodeJson({ facetHits: [] }), hitBytes: 0, until: Infinity }],
  ['without hits', asked('a'), { json: encodeJson({ nbHits: 1 }), hitBytes: 500, until: Infinity }],
])('an answer %s is not kept', (_, query, answer) => {
  const cache = new AnswerCache(BYTES)
  cache.keep(query, answer)
  expect(cache.find(query, 0)).toBeUndefined()
  expect(cache.bytes).toBe(0)
})

test('the answers of a closed snapshot are dropped, those of others are kept', () => {
  const cache = new AnswerCache(BYTES)
  for (const snapshot of [1, 10]) cache.keep(asked('a', { snapshot }), made(3))
  cache.close(1)
  expect(cache.find(asked('a', { snapshot: 10 }), 0)).toBeDefined()
  expect(cache.find(asked('a', { snapshot: 1 }), 0)).toBeUndefined()
})

test('between two changes of the rules the same rules apply', () => {
  const validity = [{ from: 10, until: 20 }, { until: 15.0005 }, { from: 15 }]
  const rulesAt = (ms: number): boolean[] =>
    validity.map(({ from = 0, until = Infinity }) => ms / 1000 >= from && ms / 1000 <= until)
  let changes = 0
  for (let now = 0; now < 25_000; now++) {
    const isChange = rulesAt(now).join() !== rulesAt(now + 1).join()
    expect(nextChange(validity, now) <= now + 1).toBe(isChange)
    if (isChange) changes++
  }
  expect(changes).toBe(4)
  expect(nextChange(validity, 25_000)).toBe(Infinity)
})
