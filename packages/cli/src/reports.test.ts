import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { readReports, receiveReport } from './reports.ts'

let data = ''
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'docent-reports-'))
})
afterEach(() => rm(data, { recursive: true }))

function send(body: string): Promise<Response> {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(Buffer.byteLength(body)),
  }
  return receiveReport(data, new Request('http://127.0.0.1/docs/_docent/report', { method: 'POST', body, headers }))
}

test('a report is kept, and the reader is led to the thanks, below every base', async () => {
  const response = await send('query=if+let&expected=The+chapter+on+%22if+let%22')
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe('report?sent')
  expect(await readReports(data)).toEqual([
    { query: 'if let', expected: 'The chapter on "if let"', at: expect.any(String) },
  ])
})

test.for([
  ['', 400],
  ['query=+', 400],
  [`query=${'a'.repeat(512)}`, 303],
  [`query=${'a'.repeat(513)}`, 400],
  [`query=a&expected=${'b'.repeat(2001)}`, 400],
  [`query=a&x=${'b'.repeat(16_374)}`, 303],
  [`query=a&x=${'b'.repeat(16_375)}`, 413],
] as const)('a form of wrong or limit size is answered by its status', async ([body, status]) => {
  expect((await send(body)).status).toBe(status)
})

test('a flood is stopped before it fills the disk', async () => {
  await writeFile(join(data, 'reports.jsonl'), 'x'.repeat(1024 * 1024 + 1))
  expect((await send('query=a')).status).toBe(503)
})

test('a torn line hides no other', async () => {
  await send('query=a')
  await writeFile(join(data, 'reports.jsonl'), '{"at": "2026\n', { flag: 'a' })
  await send('query=b')
  expect((await readReports(data)).map(({ query }) => query)).toEqual(['a', 'b'])
})
