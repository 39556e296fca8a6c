/** Compares the answers of the simulated cluster to single operations with those of a real one. */
import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { ClusterError, openCluster, type ClusterRequest } from '../http/cluster.ts'
import { withOpenSearch } from './shared-cluster.ts'
import { SimulatedCluster } from './simulated-cluster.ts'

/** `INDEX`, `ALIAS` and `NONE` in paths, bodies and answers are replaced by names of the test. */
interface Operation {
  title: string
  method: string
  path: string
  request?: ClusterRequest
}

const BODY = {
  aliases: { ALIAS: {} },
  settings: { index: { number_of_shards: 1, number_of_replicas: 0, refresh_interval: '-1', gc_deletes: '10m' } },
  mappings: {
    dynamic: false,
    properties: { n: { type: 'long' }, kind: { type: 'keyword' }, bytes: { type: 'long' } },
  },
}

const put = (title: string, id: string, query: ClusterRequest['query'] = {}): Operation => ({
  title,
  method: 'PUT',
  path: `/INDEX/_doc/${id}`,
  request: { body: { n: 1 }, query },
})
const create = (title: string, id: string): Operation => ({
  title,
  method: 'PUT',
  path: `/INDEX/_create/${id}`,
  request: { body: { n: 1 } },
})
const head = (id: string, version: number): object => ({ _id: id, version, version_type: 'external_gte' })
const bulk = (title: string, body: object[], alias = 'ALIAS'): Operation => ({
  title,
  method: 'POST',
  path: `/${alias}/_bulk`,
  request: { body, query: { require_alias: true } },
})
const search = (title: string, body: object): Operation => ({
  title,
  method: 'POST',
  path: '/INDEX/_search',
  request: { body },
})
const refresh: Operation = { title: 'a refresh', method: 'POST', path: '/INDEX/_refresh' }
const SORTED = { sort: [{ n: 'asc' }], track_total_hits: true }

const OPERATIONS: readonly Operation[] = [
  { title: 'an index', method: 'PUT', path: '/INDEX', request: { body: BODY } },
  { title: 'an index that exists', method: 'PUT', path: '/INDEX', request: { body: BODY } },
  create('a document that is not there', 'a'),
  create('a document that is there', 'a'),
  put('a replacement of the contents that were read', 'a', { if_seq_no: 0, if_primary_term: 1 }),
  put('a replacement of older contents', 'a', { if_seq_no: 0, if_primary_term: 1 }),
  put('a replacement of a document that is not there', 'none', { if_seq_no: 0, if_primary_term: 1 }),
  put('a replacement without a condition', 'a'),
  {
    title: 'reads by id before a refresh',
    method: 'POST',
    path: '/_mget',
    request: {
      body: {
        docs: [
          { _index: 'INDEX', _id: 'a' },
          { _index: 'INDEX', _id: 'a', _source: false },
          { _index: 'INDEX', _id: 'a', _source: ['kind'] },
          { _index: 'INDEX', _id: 'none' },
          { _index: 'NONE', _id: 'a' },
        ],
      },
    },
  },
  search('a search before a refresh', SORTED),
  bulk('versions that a writer gives', [
    { index: head('b', 5) },
    { n: 2, kind: 'x', bytes: 10 },
    { index: head('b', 5) },
    { n: 3, kind: 'x', bytes: 10 },
    { index: head('b', 4) },
    { n: 4, kind: 'x' },
    { index: head('c', 1) },
    { n: 5, kind: 'y' },
    { delete: head('c', 7) },
    { delete: head('c', 7) },
    { index: head('c', 6) },
    { n: 6 },
    { delete: head('d', 3) },
    { index: head('d', 2) },
    { n: 7 },
    { index: head('e', 1) },
    { n: 8, kind: ['y', 'z'] },
  ]),
  bulk('an alias that is not there', [{ index: head('a', 1) }, { n: 1 }], 'NONE'),
  {
    title: 'a bulk request that creates and deletes',
    method: 'POST',
    path: '/_bulk',
    request: {
      body: [
        { create: { _index: 'INDEX', _id: 'f' } },
        { n: 9 },
        { create: { _index: 'INDEX', _id: 'f' } },
        { n: 10 },
        { delete: { _index: 'INDEX', _id: 'a' } },
        { delete: { _index: 'INDEX', _id: 'a' } },
      ],
    },
  },
  {
    title: 'the last write that all copies have',
    method: 'GET',
    path: '/INDEX/_stats/docs',
    request: { query: { level: 'shards' } },
  },
  refresh,
  search('a search after a refresh', SORTED),
  search('a page', { size: 1, sort: [{ n: 'desc' }], search_after: [8] }),
  search('a range', { ...SORTED, query: { range: { n: { gt: 3, lte: 8 } } } }),
  search('terms', { ...SORTED, query: { terms: { kind: ['z', 'none'] } } }),
  search('a combination', {
    ...SORTED,
    query: {
      bool: {
        should: [
          { bool: { filter: [{ term: { kind: 'x' } }, { range: { n: { gte: 3 } } }] } },
          { bool: { filter: [{ range: { n: { lt: 100 } } }], must_not: { exists: { field: 'kind' } } } },
        ],
      },
    },
  }),
  search('a sum', { size: 0, track_total_hits: true, aggs: { sum: { sum: { field: 'bytes', missing: 300 } } } }),
  { title: 'a count', method: 'POST', path: '/INDEX/_count' },
  {
    title: 'a removal by a query',
    method: 'POST',
    path: '/INDEX/_delete_by_query',
    request: { body: { query: { term: { kind: 'y' } } }, query: { conflicts: 'proceed', refresh: true } },
  },
  search('a search after a removal', SORTED),
  {
    title: 'a removal of indexes',
    method: 'DELETE',
    path: '/INDEX,NONE',
    request: { query: { ignore_unavailable: true } },
  },
  search('a search of an index that is gone', SORTED),
  bulk('the alias of an index that is gone', [{ index: head('a', 1) }, { n: 1 }]),
]

interface Hits {
  total?: { value: number }
  hits: { _id: string; _source?: object; sort?: unknown[] }[]
}

interface Answer {
  indices?: Record<string, { shards?: Record<string, { seq_no: { global_checkpoint: number } }[]> }>
  docs?: { found?: boolean; error?: { type: string }; [name: string]: unknown }[]
  items?: Record<string, { status: number; error?: { type: string } }>[]
  hits?: Hits
  [name: string]: unknown
}

/** The parts of an answer that Docent reads. */
function readOf(answer: unknown): object {
  const { indices, docs, items, hits, aggregations, errors, count, _version, _seq_no, _primary_term } = (answer ??
    {}) as Answer
  return {
    docs: docs?.map(({ found = false, error, _source, ...rest }) => ({
      found: found && { version: rest['_version'], seqNo: rest['_seq_no'], term: rest['_primary_term'], _source },
      error: error?.type,
    })),
    items: items?.map((item) => Object.entries(item).map(([kind, { status, error }]) => [kind, status, error?.type])),
    hits: hits && {
      total: hits.total?.value,
      hits: hits.hits.map(({ _id, _source, sort }) => ({ _id, _source, sort })),
    },
    checkpoints: Object.entries(indices ?? {}).map(([name, { shards = {} }]) => [
      name,
      Object.values(shards).flatMap((copies) => copies.map(({ seq_no }) => seq_no.global_checkpoint)),
    ]),
    aggregations,
    errors,
    count,
    _version,
    _seq_no,
    _primary_term,
  }
}

async function outcome(answer: () => unknown): Promise<unknown> {
  try {
    return readOf(await answer())
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error
    return { status: error.status, type: error.type }
  }
}

withOpenSearch('single operations', ({ nodes }) => {
  const cluster = openCluster({ nodes: nodes.map(({ url }) => url) })
  const name = `s-${randomBytes(4).toString('hex')}`
  const named = <Value>(value: Value): Value =>
    JSON.parse(JSON.stringify(value).replace(/INDEX|ALIAS|NONE/g, (word) => `${name}-${word.toLowerCase()}`)) as Value
  afterAll(() => cluster.close())

  test('have the same outcome in the simulated cluster', async () => {
    const simulated = new SimulatedCluster()
    for (const { title, ...operation } of OPERATIONS) {
      const { method, path, request = {} } = named(operation)
      const [here, there] = [
        await outcome(() => {
          const answer = simulated.answer(method, path, request)
          simulated.replicate(simulated.takeWrites())
          return answer
        }),
        await outcome(() => cluster.request(method, path, request)),
      ]
      expect.soft(here, title).toEqual(there)
    }
  })
})
