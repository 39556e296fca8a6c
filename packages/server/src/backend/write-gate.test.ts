import { expect, test } from 'vitest'
import { WriteGate } from './write-gate.ts'

const refused = expect.objectContaining({ status: 429, retryAfter: 1 }) as Error

test.each([
  ['the limit of writes', 0],
  ['the limit of bytes', 50],
])('writes beyond %s are refused, and accepted again after one has succeeded or failed', async (_, bytes) => {
  const gate = new WriteGate({ waitingWrites: bytes === 0 ? 2 : 99, waitingWriteBytes: 100 })
  const held = [Promise.withResolvers<number>(), Promise.withResolvers<number>()] as const
  const first = gate.pass([], bytes, () => held[0].promise)
  const second = gate.pass([], bytes, () => held[1].promise)
  await expect(gate.pass([], bytes, async () => 3)).rejects.toThrow(refused)
  held[0].resolve(1)
  expect(await first).toBe(1)
  expect(await gate.pass([], bytes, async () => 3)).toBe(3)
  held[1].reject(new Error('went wrong'))
  await expect(second).rejects.toThrow('went wrong')
  const both = [gate.pass([], bytes, async () => 4), gate.pass([], bytes, async () => 5)]
  expect(await Promise.all(both)).toEqual([4, 5])
})

test('one index may use a quarter of each limit, so that writes to others are accepted', async () => {
  const gate = new WriteGate({ waitingWrites: 8, waitingWriteBytes: 1000 })
  const held = Promise.withResolvers<void>()
  const busy = [gate.pass(['busy'], 1, () => held.promise), gate.pass(['busy', 'b'], 1, () => held.promise)]
  await expect(gate.pass(['busy'], 1, async () => 1)).rejects.toThrow(refused)
  await expect(gate.pass(['c', 'busy'], 1, async () => 1)).rejects.toThrow(refused)
  await expect(gate.pass(['large'], 251, async () => 1)).rejects.toThrow(refused)
  expect(await gate.pass(['other'], 250, async () => 2)).toBe(2)
  held.resolve()
  await Promise.all(busy)
  expect(await gate.pass(['busy'], 1, async () => 3)).toBe(3)
})
