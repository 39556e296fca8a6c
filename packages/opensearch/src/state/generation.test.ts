/** Records that are read page by page from nodes that answer with a part of them. */
import { expect, test } from 'vitest'
import type { Cluster } from '../http/cluster.ts'
import { matchingIds, recordsBefore, scanRecords } from './generation.ts'

const answering = (answer: object): Cluster => ({ request: () => Promise.resolve(answer), close: () => undefined })
const hit = (position: number): object => ({
  _id: String(position),
  _source: { record: '{"objectID":"a"}', position },
  sort: [position],
})
const all = async (items: AsyncGenerator<unknown>): Promise<number> => {
  let count = 0
  for await (const _ of items) count++
  return count
}

test('an answer without some of the shards is refused: a copy of it would lose records', async () => {
  const cluster = answering({ _shards: { failed: 1 }, hits: { hits: [] } })
  const refused = expect.objectContaining({ type: 'partial_answer' }) as Error
  await expect(all(scanRecords(cluster, 'docs'))).rejects.toEqual(refused)
  await expect(all(matchingIds(cluster, 'docs', {}))).rejects.toEqual(refused)
  await expect(recordsBefore(cluster, 'docs', 10, { limit: 5, maxBytes: 1000 })).rejects.toEqual(refused)
})

test('a node that sends the same page again and again ends the reading', async () => {
  const cluster = answering({ hits: { hits: Array.from({ length: 500 }, (_, position) => hit(position)) } })
  await expect(all(scanRecords(cluster, 'docs'))).rejects.toThrow('does not follow the one before it')
})

test('a document without a record is named', async () => {
  const cluster = answering({ hits: { hits: [{ _id: 'a', _source: { record: 'no JSON' }, sort: [1] }] } })
  await expect(recordsBefore(cluster, 'docs', 10, { limit: 5, maxBytes: 1000 })).rejects.toThrow(
    'The document "a" holds no record: import the records of its index again',
  )
})
