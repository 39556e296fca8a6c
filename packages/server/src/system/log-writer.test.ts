import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { LOG_DAYS, logToFiles } from './log-writer.ts'

const DAY_MS = 86_400_000
const START = Date.parse('2026-03-01T12:00:00Z')

let folder = ''
beforeEach(() => void (folder = folderOf()))

const linesOf = (name: string): Record<string, unknown>[] =>
  readFileSync(join(folder, name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test('an event with any text is one line of JSON, in a file that only its owner can read', () => {
  const writer = logToFiles(folder, () => START)
  const hostile = 'a\nb\u001b[31m"\\\u2028{"level":"info"}\u007f\u009b2J\u202e'
  writer.log({ level: 'warn', event: 'request', message: hostile, queries: [hostile, ''], status: 200 })
  writer.log({ level: 'info', event: 'index-built', message: 'built' })
  writer.close()
  expect(readdirSync(folder)).toEqual(['2026-03-01.0000.jsonl'])
  expect(linesOf('2026-03-01.0000.jsonl')).toMatchObject([
    { level: 'warn', event: 'request', message: hostile, queries: [hostile, ''], status: 200 },
    { level: 'info', event: 'index-built' },
  ])
  // A terminal obeys none of it.
  expect(readFileSync(join(folder, '2026-03-01.0000.jsonl'), 'utf8')).toMatch(/^[ -~\n]+$/)
  expect(statSync(join(folder, '2026-03-01.0000.jsonl')).mode & 0o777).toBe(0o600)
})

test('events after `close` are dropped', () => {
  const writer = logToFiles(folder, () => START)
  writer.log({ level: 'info', event: 'tick', message: 'before' })
  writer.close()
  writer.log({ level: 'info', event: 'tick', message: 'after' })
  expect(linesOf('2026-03-01.0000.jsonl')).toMatchObject([{ message: 'before' }])
})

test('each day has a file, and old files are deleted', async () => {
  let now = START
  const writer = logToFiles(folder, () => now)
  for (let day = 0; day <= LOG_DAYS + 3; day++) {
    now = START + day * DAY_MS
    writer.log({ level: 'info', event: 'tick', message: String(day) })
    await turn()
  }
  writer.close()
  const files = readdirSync(folder).toSorted()
  expect(files.length).toBe(LOG_DAYS + 1)
  expect(linesOf(files.at(-1) ?? '')).toMatchObject([{ message: String(LOG_DAYS + 3) }])
})

test('a full file is followed by another of the same day, and other files remain', () => {
  writeFileSync(join(folder, '2026-03-01.0000.jsonl'), 'x'.repeat(32 * 1024 * 1024))
  writeFileSync(join(folder, 'notes.txt'), 'mine')
  const writer = logToFiles(folder, () => START)
  writer.log({ level: 'info', event: 'tick', message: 'next' })
  writer.close()
  expect(readdirSync(folder).toSorted()).toEqual(['2026-03-01.0000.jsonl', '2026-03-01.0001.jsonl', 'notes.txt'])
})
