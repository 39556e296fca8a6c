import { expect, test } from 'vitest'
import { LIMITS } from './limits.ts'
import { readBatch, readRecord } from './read-records.ts'

const batchOf = (operations: number): unknown => ({
  requests: Array.from({ length: operations }, () => ({ action: 'clear' })),
})

test('a batch has at most as many operations as its limit', () => {
  const limit = LIMITS.batchOperations
  expect(readBatch(batchOf(limit - 1), 'docs')).toHaveLength(limit - 1)
  expect(readBatch(batchOf(limit), 'docs')).toHaveLength(limit)
  expect(() => readBatch(batchOf(limit + 1), 'docs')).toThrow(`at most ${limit}`)
  expect(() => readBatch({ requests: Array.from({ length: limit + 1 }) }, 'docs')).toThrow(`at most ${limit}`)
})

test('a record has at most as many bytes as its limit, counted in UTF-8', () => {
  const empty = Buffer.byteLength(JSON.stringify({ title: '', objectID: '1' }))
  const recordOf = (bytes: number): unknown => ({ title: `é${'x'.repeat(bytes - empty - 2)}`, objectID: '1' })
  const limit = LIMITS.recordBytes
  for (const bytes of [limit - 1, limit])
    expect(Buffer.byteLength(JSON.stringify(readRecord(recordOf(bytes), undefined, false)))).toBe(bytes)
  expect(() => readRecord(recordOf(limit + 1), undefined, false)).toThrow(`has ${limit + 1} bytes, at most ${limit}`)
})
