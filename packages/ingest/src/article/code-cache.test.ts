import { expect, test } from 'vitest'
import { createCodeCache } from './code-cache.ts'

const HTML = '<span class="t-keyword">x</span>'

test('the cache of highlighted blocks never exceeds its limit, and drops the oldest entry first', () => {
  const cache = createCodeCache(1000)
  for (let i = 0; i < 500; i++) {
    cache.set(String(i).padEnd(10 + (i % 90), ' '), HTML)
    expect(cache.units).toBeLessThanOrEqual(1000)
  }
  expect(cache.units).toBeGreaterThan(800)
  expect(cache.get('0'.padEnd(10, ' '))).toBeUndefined()
  expect(cache.get('499'.padEnd(10 + (499 % 90), ' '))).toBe(HTML)
})

test('an entry that is set again counts once and becomes the latest', () => {
  const cache = createCodeCache(20)
  for (const key of ['aaaaaaaa', 'bbbbbbbb', 'aaaaaaaa', 'cccccccc']) cache.set(key, HTML)
  expect([cache.get('aaaaaaaa'), cache.get('bbbbbbbb'), cache.units]).toEqual([HTML, undefined, 16])
})

test('a block above the limit is not kept', () => {
  const cache = createCodeCache(20)
  cache.set('a'.repeat(21), HTML)
  expect(cache.units).toBe(0)
})
