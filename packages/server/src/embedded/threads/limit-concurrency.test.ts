import { expect, test } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

test('at most the given number run, in the order of their calls, also after a failure', async () => {
  const run = limitConcurrency(2)
  const begun: number[] = []
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const results = ends.map(({ promise }, n) =>
    run(async () => {
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
  expect(await run(async () => 'again')).toBe('again')
})
