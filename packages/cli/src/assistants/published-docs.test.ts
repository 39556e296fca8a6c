import type { RequestListener } from 'node:http'

import { expect, onTestFinished, test } from 'vitest'

import { startHttp } from '../../../crawl/src/testing/start-http.ts'
import { publishedDocs } from './published-docs.ts'
import { webFiles } from './site-files.ts'

async function serve(listener: RequestListener): Promise<string> {
  const { url, close } = await startHttp(listener)
  onTestFinished(close)
  return `${url}/`
}

/** A site whose description names these search hosts, and which redirects searches to `target`. */
const serveSite = (hosts: readonly string[], target = ''): Promise<string> =>
  serve(({ url = '' }, response) => {
    if (!url.startsWith('/_docent/docs.json')) return void response.writeHead(307, { location: target }).end()
    const search = { hosts, appId: 'docent', apiKey: 'key', index: 'docs' }
    const navigations = [{ lang: 'en', path: '/_docent/nav.json' }]
    response.end(JSON.stringify({ title: 'Site', base: '', build: 'a', search, navigations }))
  })

/** A host elsewhere that notes its requests. */
async function serveOther(): Promise<{ asked: string[]; other: string }> {
  const asked: string[] = []
  const other = await serve(({ url = '' }, response) => {
    asked.push(url)
    response.end(JSON.stringify({ hits: [], nbHits: 0 }))
  })
  return { asked, other }
}

test('a site cannot make this machine ask a host elsewhere: the reader names it', async () => {
  const { asked, other } = await serveOther()
  const address = await serveSite([other])
  await expect(publishedDocs(webFiles(address), { address })).rejects.toThrow(
    `${address} is searched on another host: if it is right, add --host "${other}".`,
  )
  expect(asked).toEqual([])
  const docs = await publishedDocs(webFiles(address), { address, host: other })
  expect((await docs.search({ query: 'gears' })).hits).toEqual([])
  expect(asked).toHaveLength(1)
})

test('a search is not redirected to a host elsewhere', async () => {
  const { asked, other } = await serveOther()
  const address = await serveSite([], other)
  const docs = await publishedDocs(webFiles(address), { address })
  await expect(docs.search({ query: 'gears' })).rejects.toThrow()
  expect(asked).toEqual([])
})
