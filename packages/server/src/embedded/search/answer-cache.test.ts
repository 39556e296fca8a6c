import { expect, test } from 'vitest'
import type { SearchRequest, WrittenResponse } from '@docent/engine'
import { LIMITS } from '../../wire/limits.ts'
import { AnswerCache, periodAt, type AnswerSource } from './answer-cache.ts'

/** The part of one of 32 workers. */
const BYTES = LIMITS.answerCacheBytes / 32

const source = (request: Partial<SearchRequest>, more: Partial<AnswerSource> = {}): AnswerSource => ({
  snapshot: 1,
  request: { indexName: 'docs', ...request },
  publicUrl: '',
  period: 0,
  ...more,
})

/** An answer with hits of `bytes` bytes, each with the value `content`. */
const answerOf = (bytes: number, content = 1): WrittenResponse => ({
  hits: { length: 1, json: new Uint8Array(bytes).fill(content) },
  nbHits: 1,
  query: '',
  params: '',
  processingTimeMS: 0,
  exhaustiveNbHits: true,
  exhaustiveTypo: true,
})

/** Whether the answer to a source has to be made. */
function isMade(cache: AnswerCache, asked: AnswerSource, answer = answerOf(1000)): boolean {
  let made = false
  cache.answer(asked, () => {
    made = true
    return answer
  })
  return made
}

test('an answer is kept for requests of the same data, whatever the format of the answer', () => {
  const cache = new AnswerCache(BYTES)
  expect(isMade(cache, source({ query: 'a' }))).toBe(true)
  for (const request of [
    { query: 'a' },
    { query: 'a', clickAnalytics: true },
    { query: 'a', responseFields: ['hits'] },
  ])
    expect(isMade(cache, source(request))).toBe(false)
  for (const other of [
    source({ query: 'b' }),
    source({ query: 'a', filters: 'lang:en' }),
    source({ query: 'a', indexName: 'replica' }),
    source({ query: 'a' }, { snapshot: 2 }),
    source({ query: 'a' }, { period: 1 }),
    source({ query: 'a' }, { publicUrl: '/docs' }),
  ])
    expect(isMade(cache, other)).toBe(true)
})

test('kept hits do not change with the memory of the engine', () => {
  const cache = new AnswerCache(BYTES)
  const answer = answerOf(3, 7)
  cache.answer(source({}), () => answer)
  answer.hits.json.fill(9)
  expect([...cache.answer(source({}), () => answerOf(3)).hits.json]).toEqual([7, 7, 7])
})

test('a request with the vectors of a model is not kept', () => {
  const cache = new AnswerCache(BYTES)
  const nearest = {} as NonNullable<SearchRequest['nearest']>
  for (const _ of [1, 2]) expect(isMade(cache, source({ nearest }))).toBe(true)
})

test('a full cache drops the answers that were used least lately, and stays below its ceiling', () => {
  const cache = new AnswerCache(BYTES)
  for (let n = 0; n < 1000; n++) {
    expect(isMade(cache, source({ query: String(n) }), answerOf(10_000))).toBe(true)
    expect(isMade(cache, source({ query: '0' }))).toBe(false)
    expect(cache.bytes).toBeLessThanOrEqual(BYTES)
  }
  expect(cache.bytes).toBeGreaterThan(0.9 * BYTES)
  expect(isMade(cache, source({ query: '1' }))).toBe(true)
})

test('requests and fields of answers count for the ceiling', () => {
  const cache = new AnswerCache(BYTES)
  for (let n = 0; n < 1000; n++)
    cache.answer(source({ query: `${n}${'x'.repeat(5000)}` }), () => ({ ...answerOf(0), userData: ['y'.repeat(2000)] }))
  expect(cache.bytes).toBeGreaterThan(0.9 * BYTES)
  expect(cache.bytes).toBeLessThanOrEqual(BYTES)
})

test('an answer that is too large is not kept: by its hits, its request or its other fields', () => {
  const cache = new AnswerCache(BYTES)
  const large = 'x'.repeat(BYTES / 32)
  for (const [request, answer] of [
    [{}, answerOf(BYTES / 32 + 1)],
    [{ query: large }, answerOf(1)],
    [{}, { ...answerOf(1), userData: [large] }],
  ] satisfies [Partial<SearchRequest>, WrittenResponse][])
    for (const _ of [1, 2]) expect(isMade(cache, source(request), answer)).toBe(true)
  expect(cache.bytes).toBe(0)
})

test('the answers of a closed snapshot are dropped, those of others are kept', () => {
  const cache = new AnswerCache(BYTES)
  for (const snapshot of [1, 10]) cache.answer(source({}, { snapshot }), () => answerOf(1000))
  cache.close(1)
  expect(isMade(cache, source({}, { snapshot: 10 }))).toBe(false)
  expect(isMade(cache, source({}, { snapshot: 1 }))).toBe(true)
})

test('a period ends where a rule begins to apply, and after it has ended', () => {
  const validity = [{ from: 10, until: 20 }, { until: 15 }, { from: 15 }]
  const rulesAt = (ms: number): boolean[] =>
    validity.map(({ from = 0, until = Infinity }) => ms / 1000 >= from && ms / 1000 <= until)
  const times = [0, 9999, 10_000, 14_999, 15_000, 15_001, 20_000, 20_001, 1e12]
  for (const one of times)
    for (const other of times)
      if (periodAt(validity, one) === periodAt(validity, other)) expect(rulesAt(one)).toEqual(rulesAt(other))
  expect(new Set(times.map((time) => periodAt(validity, time)))).toHaveLength(5)
})
