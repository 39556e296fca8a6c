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

test('a client has some of the places (clusterRunningPerClient); its further tasks wait, and those of others pass', async () => {
  const limit = new ConcurrencyLimit(3, { waiting: 10, waitMs: 60_000, refusal: tooManySearches, runningPerClient: 2 })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const run = (name: string, client: string): Promise<void> =>
    limit.run(() => {
      begun.push(name)
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.set(name, resolve)
      return promise
    }, client)
  const all = [run('a1', 'a'), run('a2', 'a'), run('a3', 'a'), run('a4', 'a'), run('b1', 'b'), run('b2', 'b')]
  expect([begun, limit.load]).toEqual([['a1', 'a2', 'b1'], { waiting: 3, running: 3 }])
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.()
    for (let i = 0; i < 5; i++) await Promise.resolve()
  }
  await end('b1')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'b2'])
  await end('a1')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'b2', 'a3'])
  for (const name of ['b2', 'a2', 'a3', 'a4']) await end(name)
  await Promise.all(all)
  const unknown = [run('u1', ''), run('u2', ''), run('u3', '')]
  expect(limit.load).toEqual({ waiting: 0, running: 3 })
  for (const name of ['u1', 'u2', 'u3']) await end(name)
  await Promise.all(unknown)
})
