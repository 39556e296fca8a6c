import { expect, test } from 'vitest'
import { WriteGate } from './write-gate.ts'

const refused = expect.objectContaining({ status: 429, retryAfter: 1 }) as Error

test.each([
  ['their number', 0],
  ['their bytes', 50],
])('writes beyond %s are refused, and taken again when one is done, whether it went well or not', async (_, bytes) => {
  const gate = new WriteGate({ waitingWrites: bytes === 0 ? 2 : 99, waitingWriteBytes: 100 })
  const held = [Promise.withResolvers<number>(), Promise.withResolvers<number>()] as const
  const first = gate.pass(bytes, () => held[0].promise)
  const second = gate.pass(bytes, () => held[1].promise)
  await expect(gate.pass(bytes, async () => 3)).rejects.toThrow(refused)
  held[0].resolve(1)
  expect(await first).toBe(1)
  expect(await gate.pass(bytes, async () => 3)).toBe(3)
  held[1].reject(new Error('went wrong'))
  await expect(second).rejects.toThrow('went wrong')
  const both = [gate.pass(bytes, async () => 4), gate.pass(bytes, async () => 5)]
  expect(await Promise.all(both)).toEqual([4, 5])
})
