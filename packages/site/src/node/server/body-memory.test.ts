import { expect, test } from 'vitest'
import { BodyMemory } from './body-memory.ts'
import type { Packed } from './respond.ts'

const bodyOf = (length: number): Packed => ({ status: 200, headers: new Headers(), bytes: new Uint8Array(length) })

test('the oldest bodies are dropped at the limit of bytes, and a body above it is not kept', () => {
  const memory = new BodyMemory(10_000)
  for (const key of ['a', 'b', 'c', 'c', 'd']) memory.keep(key, bodyOf(2000))
  expect(['a', 'b', 'c', 'd'].filter((key) => memory.get(key))).toEqual(['b', 'c', 'd'])
  memory.keep('large', bodyOf(20_000))
  memory.keep('small', bodyOf(10))
  expect(['b', 'c', 'd', 'large', 'small'].filter((key) => memory.get(key))).toEqual(['c', 'd', 'small'])
})
