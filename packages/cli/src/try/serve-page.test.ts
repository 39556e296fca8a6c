import { request as httpRequest } from 'node:http'

import { expect, onTestFinished, test } from 'vitest'

import type { Ask } from '../ask/ask.ts'
import { servePage } from './serve-page.ts'

/** Serves a page with one side; `statusOf` asks it a query with these headers, `asked` has the queries of the side. */
async function served(): Promise<{
  asked: unknown[]
  statusOf: (headers: Record<string, string>) => Promise<number | undefined>
}> {
  const asked: unknown[] = []
  const ask: Ask = async (params) => {
    asked.push(params.query)
    throw new Error('no answer')
  }
  const page = { source: 'docs', sides: [{ name: 'Present', ask }], figures: { sides: [], queries: [] }, notes: [] }
  const { port, close } = await servePage({ ...page, siteUrl: undefined }, 0)
  onTestFinished(() => close(0))
  const statusOf = (headers: Record<string, string>): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      httpRequest({ host: '127.0.0.1', port, path: '/?q=gears', headers }, (response) =>
        resolve(response.resume().statusCode),
      )
        .on('error', reject)
        .end()
    })
  return { asked, statusOf }
}

test.each<Record<string, string>>([
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { host: 'evil.example' },
])('a request of a page elsewhere asks no host: %j', async (headers) => {
  const { asked, statusOf } = await served()
  expect([await statusOf(headers), asked]).toEqual([403, []])
})

test.each<Record<string, string>>([{ 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }, {}])(
  'the form, an opened address and a program ask: %j',
  async (headers) => {
    const { asked, statusOf } = await served()
    expect([await statusOf(headers), asked]).toEqual([200, ['gears']])
  },
)
