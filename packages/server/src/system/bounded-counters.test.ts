import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { BoundedCounters } from './bounded-counters.ts'

test('each name has its own count', () => {
  const counts = new BoundedCounters(1000)
  expect([counts.add('a', 2), counts.add('b', 1), counts.add('a', 3)]).toEqual([2, 1, 5])
})

test('a full table drops the least recently used counters', () => {
  // Space for four names, two in each half.
  const counts = new BoundedCounters(400)
  for (const name of ['a', 'b', 'c', 'a', 'd', 'e']) counts.add(name, 1)
  expect(['a', 'd', 'e'].map((name) => counts.add(name, 1))).toEqual([3, 2, 2])
  expect(counts.add('b', 1)).toBe(1)
})

// In a process of its own, because garbage of other tests would change the heap.
test('a million names take no more memory than the ceiling', { tags: 'long' }, () => {
  const ceiling = 8 * 1024 * 1024
  const script = `
    const { BoundedCounters } = await import(${JSON.stringify(new URL('bounded-counters.ts', import.meta.url).href)})
    const used = () => (gc(), process.memoryUsage().heapUsed)
    const before = used()
    const counts = new BoundedCounters(${ceiling})
    for (let i = 0; i < 1_000_000; i++) counts.add('0123456789abcdef0123456789abcdef 2001:db8:' + i.toString(16) + ':0', 1)
    const taken = used() - before
    // Used once more, so that it was not collected before the measurement.
    console.log(JSON.stringify([counts.add('another', 1), taken]))`
  const args = ['--expose-gc', '--input-type=module', '-e', script]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stderr).toBe('')
  const [count, taken] = JSON.parse(stdout) as [number, number]
  expect(count).toBe(1)
  expect(taken).toBeGreaterThan(ceiling / 8)
  expect(taken).toBeLessThan(ceiling)
})
