/** The ceilings of the terms in a server's memory. */
import { expect, test } from 'vitest'
import type { Cluster } from '../http/cluster.ts'
import { TermLists } from './term-lists.ts'

/** 676 terms of two letters. */
const WORDS = Array.from({ length: 676 }, (_, at) => String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26)))

/** A cluster in which each index has these terms, and the indexes whose terms were requested. */
function clusterWith(words: readonly string[]): { cluster: Cluster; asked: string[] } {
  const asked: string[] = []
  const cluster: Cluster = {
    async request(_method, path) {
      asked.push(path.split('/')[1] ?? '')
      return {
        hits: { total: { value: 1 } },
        aggregations: {
          words: { buckets: words.map((key) => ({ key, doc_count: 1 })) },
          count: { value: words.length },
          all: { doc_count: 1 },
        },
      }
    },
    close: () => undefined,
  }
  return { cluster, asked }
}

const source = (n: number) => ({ target: `t${n}`, lastTask: 1 })

test('the lists of the most recently searched indexes are kept, up to a limit of bytes', async () => {
  const { cluster, asked } = clusterWith(WORDS)
  const one = new TermLists(cluster)
  await one.of(source(0), 10_000)
  const { bytes } = one
  expect(bytes).toBeGreaterThan(WORDS.length)

  const lists = new TermLists(cluster, { limits: { indexes: 100, bytes: 3 * bytes } })
  for (let n = 0; n < 50; n++) {
    expect((await lists.of(source(n), 10_000))?.lists).toHaveLength(1)
    expect(lists.bytes).toBeLessThanOrEqual(3 * bytes)
  }
  expect(lists.bytes).toBe(3 * bytes)
  asked.length = 0
  for (const n of [47, 48, 49]) await lists.of(source(n), 10_000)
  expect(asked).toEqual([])
  await lists.of(source(0), 10_000)
  expect(asked).toEqual(['t0'])
})

test('a list above the ceiling is the only one that is kept', async () => {
  const { cluster } = clusterWith(WORDS)
  const lists = new TermLists(cluster, { limits: { indexes: 100, bytes: 1 } })
  for (let n = 0; n < 3; n++) expect((await lists.of(source(n), 10_000))?.isWhole).toBe(true)
  const one = new TermLists(cluster)
  await one.of(source(0), 10_000)
  expect(lists.bytes).toBe(one.bytes)
})

test('lists that are fetched ahead replace none, and stop at the ceiling', async () => {
  const { cluster, asked } = clusterWith(WORDS)
  const one = new TermLists(cluster)
  await one.of(source(0), 10_000)
  const lists = new TermLists(cluster, { limits: { indexes: 100, bytes: 2 * one.bytes } })
  asked.length = 0
  for (let n = 0; n < 10; n++) await lists.fetch(source(n))
  expect(asked).toEqual(['t0', 't1'])
})
