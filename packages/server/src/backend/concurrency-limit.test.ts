import { expect, test } from 'vitest'
import { tooManySearches } from '../wire/errors.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'

test('tasks run in order, at most the allowed number at a time, also after a failure', async () => {
  const limit = new ConcurrencyLimit(2)
  const begun: number[] = []
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const results = ends.map(({ promise }, n) =>
    limit.run(async () => {
      begun.push(n)
      await promise
      if (n === 0) throw new Error('failed')
      return n
    }),
  )
  const settled = Promise.allSettled(results)
  await Promise.resolve()
  expect(begun).toEqual([0, 1])
  ends[0]?.resolve()
  await expect(results[0]).rejects.toThrow('failed')
  expect(begun).toEqual([0, 1, 2])
  for (const { resolve } of ends) resolve()
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', ...Array<string>(4).fill('fulfilled')])
  expect(await limit.run(async () => 'again')).toBe('again')
})

test('a task is refused when too many others wait, and when it has waited too long', async () => {
  const limit = new ConcurrencyLimit(1, { waiting: 1, waitMs: 20, refusal: tooManySearches })
  const end = Promise.withResolvers<void>()
  const running = limit.run(() => end.promise)
  const late = limit.run(async () => 'late')
  expect([limit.load, limit.isFull]).toEqual([{ waiting: 1, running: 1 }, true])
  const refusal = expect.objectContaining({ status: 429 }) as Error
  await expect(limit.run(async () => 'third')).rejects.toThrow(refusal)
  await expect(late).rejects.toThrow(refusal)
  end.resolve()
  await running
  expect([limit.load, limit.isFull]).toEqual([{ waiting: 0, running: 0 }, false])
  expect(await limit.run(async () => 'next')).toBe('next')
})
