/** Answers of a broken node, or of something else at its address. */
import { expect, test } from 'vitest'
import { checkingAnswers } from './check-answer.ts'
import type { Cluster, ClusterRequest } from './cluster.ts'
import { createDocument, readDocuments } from './documents.ts'

const answering = (answer: unknown): Cluster =>
  checkingAnswers({ request: () => Promise.resolve(answer), close: () => undefined })
const ask = (answer: unknown, path: string, request?: ClusterRequest): Promise<unknown> =>
  answering(answer).request('POST', path, request)
const unexpected = expect.objectContaining({ status: 0, type: 'unexpected_answer' }) as Error

test.each([undefined, null, [], {}, 'ok', { _seq_no: '1', _primary_term: 1 }])(
  'a write that is answered with %j has not happened',
  (answer) => expect(createDocument(answering(answer), 'tasks', '1', {})).rejects.toEqual(unexpected),
)

test.each([{}, { items: [] }, { errors: true }, { errors: true, items: [null] }])(
  'records that are answered with %j are not written',
  (answer) => expect(ask(answer, '/docs/_bulk')).rejects.toEqual(unexpected),
)

test.each([{ docs: [] }, { docs: [null] }, { docs: [{ _id: 'a', found: true }] }])(
  'a document that is answered with %j is not missing',
  (answer) => expect(readDocuments(answering(answer), [{ index: 'docs', id: 'a' }])).rejects.toEqual(unexpected),
)

const hits = (...list: unknown[]): object => ({ hits: { total: { value: list.length }, hits: list } })

test.each([
  ['no list', { hits: {} }, {}],
  ['a hit without its document', hits({ _id: 'a' }), {}],
  ['a hit without the value that it is sorted by', hits({ _source: {} }), { sort: [{ position: 'asc' }] }],
  ['no number', { hits: { total: 'many', hits: [] } }, { track_total_hits: true }],
  ['a negative number', { hits: { total: { value: -1 }, hits: [] } }, { track_total_hits: true }],
  ['no counts', hits(), { aggs: { facet: {} } }],
  ['counts without a list', { ...hits(), aggregations: { facet: { buckets: 'x' } } }, { aggs: { facet: {} } }],
])('a search that is answered with %s is no empty answer', async (_, answer, body) => {
  await expect(ask(answer, '/docs/_search', { body })).rejects.toEqual(unexpected)
  await expect(ask({ responses: [answer] }, '/_msearch', { body: [{}, body] })).rejects.toEqual(unexpected)
})

test('each search of a list has an answer', () =>
  expect(ask({ responses: [hits()] }, '/_msearch', { body: [{}, {}, {}, {}] })).rejects.toEqual(unexpected))

test('the answers of OpenSearch are passed on', async () => {
  const found = hits({ _id: 'a', _source: {}, sort: [1] })
  const failed = { error: { type: 'x' }, status: 503 }
  expect(await ask(found, '/docs/_search', { body: { sort: [{}] } })).toBe(found)
  await ask({ responses: [found, failed] }, '/_msearch', { body: [{}, {}, {}, {}] })
  await ask({ errors: true, items: [{ index: { status: 429, error: {} } }] }, '/docs/_bulk')
  await ask({ docs: [{ _id: 'a', found: false }] }, '/_mget', { body: { docs: [{}] } })
})

test('a pattern that no index matches is answered without aggregations, an index is not', async () => {
  const body = { size: 0, aggs: { targets: {} } }
  const ofNone = { _shards: { total: 0 }, ...hits() }
  expect(await ask(ofNone, '/docs-*/_search', { body })).toBe(ofNone)
  await expect(ask(ofNone, '/docs/_search', { body })).rejects.toEqual(unexpected)
  await expect(ask({ ...ofNone, _shards: { total: 2 } }, '/docs-*/_search', { body })).rejects.toEqual(unexpected)
})
