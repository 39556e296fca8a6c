import { expect, test, vi } from 'vitest'
import { DocumentCache } from './document-cache.ts'

const sized = (value: string, bytes: number) => vi.fn(() => Promise.resolve({ value, bytes }))

test('documents are cached up to the limit, and the least recently used one is dropped', async () => {
  const cache = new DocumentCache(100)
  for (const id of ['a', 'b', 'c']) await cache.get(id, sized(id, 40))
  expect(cache.bytes).toBe(80)
  const [b, a] = [sized('b', 40), sized('a', 40)]
  expect([await cache.get('b', b), await cache.get('a', a)]).toEqual(['b', 'a'])
  expect([b.mock.calls.length, a.mock.calls.length, cache.bytes]).toEqual([0, 1, 80])
  const c = sized('c', 40)
  await cache.get('c', c)
  expect([c.mock.calls.length, cache.bytes]).toEqual([1, 80])
})

test('the limit holds for any documents', async () => {
  const cache = new DocumentCache(1000)
  for (let i = 0; i < 500; i++) {
    await cache.get(String(i), sized('x', 1 + ((i * 37) % 900)))
    expect(cache.bytes).toBeLessThanOrEqual(1000)
  }
})

test('a document above the limit is returned, and not cached', async () => {
  const cache = new DocumentCache(100)
  expect(await cache.get('a', sized('a', 101))).toBe('a')
  expect(cache.bytes).toBe(0)
})

test('concurrent calls share a read, and a failed read is repeated', async () => {
  const cache = new DocumentCache(100)
  const failing = vi.fn(() => Promise.reject(new Error('away')))
  const both = await Promise.allSettled([cache.get('a', failing), cache.get('a', failing)])
  expect([both.map(({ status }) => status), failing.mock.calls.length]).toEqual([['rejected', 'rejected'], 1])
  expect(await cache.get('a', sized('a', 10))).toBe('a')
})

test('only documents that are still named are retained', async () => {
  const cache = new DocumentCache(100)
  for (const id of ['a', 'b']) await cache.get(id, sized(id, 40))
  cache.retain(new Set(['b']))
  expect(cache.bytes).toBe(40)
})
