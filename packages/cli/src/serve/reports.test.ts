import { statSync } from 'node:fs'
import { join } from 'node:path'

import type { HttpBindings } from '@hono/node-server'
import { beforeEach, expect, test } from 'vitest'

import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { openReports, readReports, type ReportBox } from './reports.ts'

let data = ''
beforeEach(() => void (data = folderOf()))

const HOME = 'http://127.0.0.1/docs/_docent/report'

interface Sending {
  headers?: Record<string, string>
  /** Address of the connection. */
  from?: string
  box?: ReportBox
}

async function send(body: string, { headers = {}, from = '203.0.113.7', box }: Sending = {}): Promise<Response> {
  const whole = {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  }
  const env = { incoming: { socket: { remoteAddress: from } } } as unknown as HttpBindings
  const { receive } = box ?? open()
  return receive(new Request(HOME, { method: 'POST', body, headers: whole }), env)
}

const open = (now?: () => number, siteUrl?: string): ReportBox =>
  openReports(data, { trustedProxies: ['10.0.0.1'], siteUrl: () => siteUrl }, now)

test('a report is stored, and the reader is redirected to the thanks, below every base', async () => {
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

test('a flood of the largest reports keeps the newest, within the size limit', async () => {
  const box = open()
  const text = (i: number): string => `${i} ${'"'.repeat(1990)}`
  for (let i = 0; i < 600; i++) {
    const response = await send(`query=a&expected=${encodeURIComponent(text(i))}`, {
      box,
      from: `198.${i >> 8}.${i & 255}.1`,
    })
    expect(response.status).toBe(303)
  }
  const sizes = ['reports.jsonl', 'reports.old.jsonl'].map((name) => statSync(join(data, name)).size)
  for (const size of sizes) expect(size).toBeLessThanOrEqual(512 * 1024)
  const kept = await readReports(data)
  expect(kept.map(({ expected }) => expected)).toEqual(
    Array.from({ length: kept.length }, (_, i) => text(600 - kept.length + i)),
  )
  expect((await send('query=b', { box })).status).toBe(303)
  expect((await readReports(data)).at(-1)?.query).toBe('b')
})

test('concurrent reports are all stored', async () => {
  const box = open()
  const expected = 'x'.repeat(1900)
  await Promise.all(
    Array.from({ length: 350 }, (_, i) =>
      send(`query=q${i}&expected=${expected}`, { box, from: `198.${i >> 8}.${i & 255}.1` }),
    ),
  )
  const kept = await readReports(data)
  expect(new Set(kept.map(({ query }) => query)).size).toBe(350)
})

test('the reports of an address in an hour are limited; other addresses and hours are not affected', async () => {
  let now = 0
  const box = open(() => now)
  const statuses = async (count: number, sending: Sending): Promise<number[]> => {
    const all: number[] = []
    for (let i = 0; i < count; i++) all.push((await send('query=a', { box, ...sending })).status)
    return all
  }
  expect((await statuses(20, { from: '2001:db8::1' })).every((status) => status === 303)).toBe(true)
  const refused = await send('query=a', { box, from: '2001:db8::2' })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
  expect(await statuses(1, { from: '203.0.113.9' })).toEqual([303])
  // A configured proxy names the sender; an unconfigured proxy on this machine forwards all readers.
  const reader = { from: '10.0.0.1', headers: { 'x-forwarded-for': '198.51.100.7' } }
  expect((await statuses(21, reader)).at(-1)).toBe(429)
  expect(await statuses(1, { from: '10.0.0.1', headers: { 'x-forwarded-for': '198.51.100.8' } })).toEqual([303])
  expect((await statuses(30, { from: '127.0.0.1' })).at(-1)).toBe(303)
  now = 3_600_000
  expect(await statuses(1, { from: '2001:db8::1' })).toEqual([303])
})

test.for<[Record<string, string>, number]>([
  [{ 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1' }, 303],
  [{ 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }, 403],
  [{ 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1' }, 403],
  [{ 'sec-fetch-site': 'none' }, 403],
  [{ origin: 'http://127.0.0.1' }, 303],
  [{ origin: 'https://docs.example.com' }, 303],
  [{ origin: 'https://elsewhere.example' }, 403],
  [{ origin: 'http://127.0.0.1:8080' }, 403],
  [{ origin: 'null' }, 403],
])('a form of another site is refused: %j is answered by %i', async ([headers, status]) => {
  const box = open(undefined, 'https://docs.example.com')
  expect((await send('query=a', { headers, box })).status).toBe(status)
  expect(await readReports(data)).toHaveLength(status === 303 ? 1 : 0)
})
