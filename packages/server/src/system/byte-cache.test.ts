import { expect, test } from 'vitest'
import { ByteCache } from './byte-cache.ts'

test('beyond the maximum the least recently used values are dropped', () => {
  const cache = new ByteCache<string>(100)
  for (const key of ['a', 'b']) cache.set(key, key, 40)
  cache.get('a')
  cache.set('c', 'c', 40)
  expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.bytes]).toEqual(['a', undefined, 'c', 80])
})

test('a replaced value counts once, and a dropped one no more', () => {
  const cache = new ByteCache<string>(100)
  cache.set('a', 'one', 40)
  cache.set('a', 'two', 60)
  expect([cache.get('a'), cache.bytes]).toEqual(['two', 60])
  cache.delete('a')
  cache.delete('unknown')
  expect([cache.get('a'), cache.bytes]).toEqual([undefined, 0])
})

test('a value above the maximum is not kept', () => {
  const cache = new ByteCache<string>(100)
  cache.set('a', 'a', 101)
  expect([cache.get('a'), cache.bytes]).toEqual([undefined, 0])
})

test('only wanted values are retained', () => {
  const cache = new ByteCache<string>(100)
  for (const key of ['a1', 'b1', 'a2']) cache.set(key, key, 10)
  cache.retain((key) => key.startsWith('a'))
  expect([cache.get('b1'), cache.bytes]).toEqual([undefined, 20])
})
