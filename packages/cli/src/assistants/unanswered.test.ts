import { appendFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { UNANSWERED_BYTES } from '@docent/server'
import * as v from 'valibot'
import { beforeEach, expect, test } from 'vitest'

import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { boundedLines } from '../data/bounded-lines.ts'
import { readUnanswered, storeUnanswered } from './unanswered.ts'

let data = ''
beforeEach(() => void (data = folderOf()))

test('queries are listed by frequency, without regard to case and blanks', async () => {
  const store = storeUnanswered(data)
  for (const query of ['pump', 'Valve  oil', 'valve oil']) store(query)
  expect(await readUnanswered(data)).toEqual([
    { query: 'Valve  oil', count: 2 },
    { query: 'pump', count: 1 },
  ])
})

test('a partial line is ignored, and the line after it is read', async () => {
  const store = storeUnanswered(data)
  store('pump')
  await appendFile(join(data, 'unanswered.jsonl'), '\n{"at":"2026')
  expect(await readUnanswered(data)).toEqual([{ query: 'pump', count: 1 }])
  store('valve')
  expect(await readUnanswered(data)).toHaveLength(2)
})

test('a flood fills two files of the maximum size at most, and keeps the latest lines', async () => {
  const lines = boundedLines(data, 'unanswered', UNANSWERED_BYTES, v.string())
  const text = (at: number): string => `${at} ${'x'.repeat(10_000)}`
  for (let at = 0; at < 300; at++) lines.append(text(at))
  const files = await readdir(data)
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(data, file))).size))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(UNANSWERED_BYTES)
  expect((await lines.read()).at(-1)).toBe(text(299))
})
