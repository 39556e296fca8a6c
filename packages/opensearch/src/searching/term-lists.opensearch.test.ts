/** The terms of an index of a cluster in a server's memory. */
import { countsBeginning, termsBeginning } from '@docent/engine/planning'
import type { SearchRecord } from '@docent/engine'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, openCluster } from '../http/cluster.ts'
import { withOpenSearch } from '../testing/shared-cluster.ts'
import { documentOf } from '../records/document.ts'
import type { IndexTerms } from './known-patterns.ts'
import { createIndexBody } from '../records/mapping.ts'
import { readTerms, TermLists } from './term-lists.ts'

const SETTINGS = { searchableAttributes: ['body'] }
let cluster: Cluster = openCluster({ nodes: [] })
const made: string[] = []

async function create(shards: number): Promise<string> {
  const target = `t-test-${process.pid}-${made.length}`
  made.push(target)
  await cluster.request('PUT', `/${target}`, { body: createIndexBody(SETTINGS, { shards, replicas: 0 }) })
  return target
}

async function write(target: string, task: number, bodies: readonly string[]): Promise<void> {
  const lines = bodies.flatMap((body, position) => {
    const record: SearchRecord = { objectID: `${task} ${position}`, body }
    return [{ index: {} }, documentOf(record, SETTINGS, { task, position })]
  })
  await cluster.request('POST', `/${target}/_bulk`, { body: lines, query: { refresh: true }, timeoutMs: 60_000 })
}

const all = (terms: Pick<NonNullable<IndexTerms>, 'lists'> | undefined): string[] =>
  (terms?.lists ?? []).flatMap((list) => termsBeginning(list, '')).sort()

withOpenSearch('the terms of an index', (shared) => {
  beforeAll(() => {
    cluster = openCluster({ nodes: shared.nodes.map(({ url }) => url) })
  })
  afterAll(async () => {
    for (const target of made) await cluster.request('DELETE', `/${target}`)
    cluster.close()
  })

  test('are those of all shards, also if they do not fit into one answer', async () => {
    const target = await create(3)
    const words = Array.from({ length: 90 }, (_, at) => `word${String.fromCharCode(97 + (at % 26), 97 + at / 26)}x`)
    await write(target, 1, words)
    expect(all(await readTerms(cluster, { target, lastTask: 1 }))).toEqual(words.toSorted())
    expect(all(await readTerms(cluster, { target, lastTask: 1 }, { size: 20 }))).toEqual(words.toSorted())
  })

  test('include those of later tasks, first in a short list', async () => {
    const target = await create(1)
    const words = Array.from({ length: 50 }, (_, at) => `term${String.fromCharCode(97 + (at % 26), 97 + at / 26)}x`)
    await write(target, 1, words)
    const first = await readTerms(cluster, { target, lastTask: 1 })
    await write(target, 2, ['apple termaax', 'pear'])
    const second = await readTerms(cluster, { target, lastTask: 2 }, { known: first })
    expect(second.lists.map((list) => termsBeginning(list, ''))).toEqual([words.toSorted(), ['apple', 'pear']])
    await write(target, 3, ['plum pear one two three'])
    const third = await readTerms(cluster, { target, lastTask: 3 }, { known: second })
    expect(third.lists).toHaveLength(1)
    expect(all(third)).toEqual([...words, 'apple', 'one', 'pear', 'plum', 'three', 'two'].sort())
  })

  test('have the numbers of their records, and of the records that changed since they were counted', async () => {
    const target = await create(2)
    await write(target, 1, ['apple pear', 'apple', 'plum'])
    const first = await readTerms(cluster, { target, lastTask: 1 })
    const numbers = first.lists.flatMap((list) => countsBeginning(list, ''))
    expect(numbers.map(({ term, count }) => `${term} ${count}`)).toEqual(['apple 2', 'pear 1', 'plum 1'])
    expect([first.records, first.changed]).toEqual([3, 0])
    await write(target, 2, ['apple'])
    const second = await readTerms(cluster, { target, lastTask: 2 }, { known: first })
    expect([second.records, second.changed]).toEqual([4, 1])
    await cluster.request('POST', `/${target}/_delete_by_query`, {
      query: { refresh: true },
      body: { query: { term: { 'search.terms': 'apple' } } },
    })
    const third = await readTerms(cluster, { target, lastTask: 3 }, { known: second })
    expect([third.records, third.changed]).toEqual([1, 4])
  })

  test('are read again after a task, and not before', async () => {
    const target = await create(1)
    await write(target, 1, ['apple'])
    const lists = new TermLists(cluster)
    expect(all(await lists.of({ target, lastTask: 1 }, 10_000))).toEqual(['apple'])
    await write(target, 2, ['pear'])
    expect(all(await lists.of({ target, lastTask: 1 }, 10_000))).toEqual(['apple'])
    expect(all(await lists.of({ target, lastTask: 2 }, 10_000))).toEqual(['apple', 'pear'])
  })

  test('are the earlier ones, or none, for a caller that cannot wait', async () => {
    const target = await create(1)
    await write(target, 1, ['apple'])
    const lists = new TermLists(cluster)
    expect(await lists.of({ target, lastTask: 1 }, 0)).toBeUndefined()
    await lists.of({ target, lastTask: 1 }, 10_000)
    await write(target, 2, ['pear'])
    const before = await lists.of({ target, lastTask: 2 }, 0)
    expect([all(before), before?.isWhole]).toEqual([['apple'], false])
  })
})
