import { expect, test } from 'vitest'
import { type Job, SearchQueue } from './search-queue.ts'

/** A queue that has seen so many pieces of so many ms. */
function queueAfter(...seen: [count: number, ms: number][]): SearchQueue {
  const queue = new SearchQueue()
  for (const [count, ms] of seen) for (let i = 0; i < count; i++) queue.count(ms)
  return queue
}

test('what waits takes the mean time of a piece for each, over all workers', () => {
  expect(queueAfter([1000, 4]).foreseenMs(100, 2)).toBeCloseTo(200)
})

test('two pieces that were held up hardly change what is foreseen', () => {
  const foreseen = queueAfter([1000, 4], [2, 300]).foreseenMs(100, 2)
  expect(foreseen).toBeGreaterThan(200)
  expect(foreseen).toBeLessThan(300)
})

const job = (since: number): Job => ({ prepare: () => expect.fail(), resolve: () => 0, reject: () => 0, since })

test('the first few may wait for longer than the others, but not without end', () => {
  const queue = new SearchQueue()
  for (const since of [0, 600, 700, 800, 900]) queue.add(job(since))
  expect(queue.takeLate(1000, 150, { count: 3, ms: 1500 })).toEqual([expect.objectContaining({ since: 800 })])
  expect(queue.takeLate(1501, 1000, { count: 3, ms: 1500 })).toEqual([expect.objectContaining({ since: 0 })])
  expect(queue.length).toBe(3)
  expect(queue.takeLate(9000, 150, { count: 3, ms: 1500 })).toHaveLength(3)
})

test('how long something has waited without a pause is told, whatever left and came meanwhile', () => {
  const queue = new SearchQueue()
  expect(queue.waitedMs(90)).toBe(0)
  queue.add(job(100))
  queue.add(job(130))
  queue.next()
  queue.add(job(140))
  queue.next()
  expect(queue.waitedMs(150)).toBe(50)
  queue.next()
  expect(queue.waitedMs(160)).toBe(0)
  queue.add(job(170))
  expect(queue.waitedMs(180)).toBe(10)
})

test('when all pieces take longer, that is foreseen soon', () => {
  expect(queueAfter([1000, 4], [40, 80]).foreseenMs(10, 2)).toBeGreaterThan(300)
  expect(queueAfter([60, 80]).foreseenMs(10, 2)).toBeGreaterThan(300)
})
