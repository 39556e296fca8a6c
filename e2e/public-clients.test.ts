/** Unmodified public clients, configured by host and key only, get hits from Docent: in Node, and in a browser. */

import { join } from 'node:path'

import { algoliasearch } from 'algoliasearch'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { type HttpHost, startHttp } from '../packages/crawl/src/testing/start-http.ts'
import { folderOf } from '../packages/ingest/src/testing/folder-of.ts'
import { readRunningServer } from '../packages/cli/src/data/running-server.ts'
import { type Served, serveFolder } from '../packages/cli/src/serve/serve-folder.ts'
import { testBrowser } from './test-browser.ts'

const PAGE = `# Gears

All about gears.

## Changing the ratio

Turn the \`--ratio\` flag up, and the wheel turns faster.

## Lubrication

Oil is good, grease is better.
`

let folder = ''
let docent: Served
let searchKey = ''
let adminKey = ''
let page: Page
let site: HttpHost
const errors: string[] = []

beforeAll(async () => {
  folder = folderOf({ 'index.md': PAGE })
  docent = await serveFolder(folder, { mode: 'dev', host: '127.0.0.1', port: 0 })
  searchKey = docent.searchKey
  adminKey = (await readRunningServer(folder))?.adminKey ?? ''
  site = await startSite()
})

afterEach(async () => {
  await page?.close()
  expect(errors.splice(0)).toEqual([])
})

afterAll(async () => {
  await docent?.close()
  site?.close()
})
const browser = testBrowser()

const port = (): number => Number(new URL(docent.url).port)

test('algoliasearch 5 in Node', async () => {
  const client = algoliasearch('docent', searchKey, {
    hosts: [{ url: '127.0.0.1', port: port(), accept: 'readWrite', protocol: 'http' }],
  })
  const { results } = await client.search({ requests: [{ indexName: 'docs', query: 'lubri', hitsPerPage: 5 }] })
  expect(results[0]).toMatchObject({ nbHits: 1, hits: [{ url: '/#lubrication' }] })
  const single = await client.searchSingleIndex({ indexName: 'docs', searchParams: { query: '--ratio' } })
  expect(single.hits[0]).toMatchObject({ url: '/#changing-the-ratio' })
  const facets = await client.searchForFacetValues({
    indexName: 'docs',
    facetName: 'lang',
    searchForFacetValuesRequest: { facetQuery: 'e' },
  })
  expect(facets.facetHits[0]).toMatchObject({ value: 'en', count: 3 })
})

test('a search key may not write', async () => {
  const client = algoliasearch('docent', searchKey, {
    hosts: [{ url: '127.0.0.1', port: port(), accept: 'readWrite', protocol: 'http' }],
  })
  await expect(client.saveObject({ indexName: 'docs', body: { objectID: 'x' } })).rejects.toMatchObject({ status: 403 })
})

test.for([
  ['@docsearch/js 3', 'docsearch-js-3'],
  ['@docsearch/js 4', 'docsearch-js-4'],
  ['@docsearch/js 5', 'docsearch-js-5'],
  ['@docsearch/react 3', 'docsearch-react-3'],
  ['@docsearch/react 4', 'docsearch-react-4'],
  ['@docsearch/react 5', 'docsearch-react-5'],
])('%s, on a page of another origin', { tags: 'long' }, async ([, client = '']) => {
  await open(client, searchKey)
  await page.getByRole('button', { name: /search/i }).click()
  await page.getByRole('searchbox').fill('lubricat')
  const hit = page.locator('.DocSearch-Hit a').first()
  await hit.waitFor()
  expect(await hit.getAttribute('href')).toMatch(/\/#lubrication$/)
  expect(await hit.locator('mark').first().textContent()).toBe('Lubricat')
  await page.getByRole('searchbox').fill('xyzzyplugh')
  await page.locator('.DocSearch-NoResults').waitFor()
})

test.for(['instantsearch.js', 'react-instantsearch'])(
  '%s: box, hits, facets, statistics',
  { tags: 'long' },
  async (client) => {
    await open(client.replace(/\.js$/, ''), searchKey)
    await page.locator('.ais-Hits-item').nth(2).waitFor()
    await page.getByRole('searchbox').fill('lubricat')
    const hit = page.locator('.ais-Hits-item a', { has: page.locator('mark', { hasText: 'Lubricat' }) })
    await hit.waitFor()
    expect(await hit.getAttribute('href')).toBe('/#lubrication')
    await page.locator('.ais-Stats', { hasText: /^1 result/ }).waitFor()
    await page.getByRole('searchbox').fill('')
    await page.locator('.ais-Stats', { hasText: /^3 results/ }).waitFor()
    await page.locator('.ais-RefinementList-item', { hasText: 'lvl2' }).locator('input').check()
    await page.locator('.ais-Stats', { hasText: /^2 results/ }).waitFor()
    expect(await page.locator('.ais-RefinementList-item').count()).toBe(2)
  },
)

test('algoliasearch 4 and 5, whole and small, search and write from a page', { tags: 'long' }, async () => {
  await open('algoliasearch', adminKey)
  const found = page.locator('#search', { hasText: '}' })
  await found.waitFor()
  const { left, left4, ...counts } = JSON.parse((await found.textContent()) ?? '') as Record<string, unknown>
  expect(counts).toEqual({ v5: 1, v5Headers: 1, lite5: 1, v4: 1, lite4: 1 })
  expect([left, left4]).toEqual([false, false])
  // The browser logs the last request, whose answer is 404.
  errors.splice(0)
})

test('Docent’s own client: three calls without a preflight, and a failed host is avoided after a page load', async () => {
  const dead = await closedPort()
  const asked: string[] = []
  page = await browser.newPage()
  page.on('pageerror', (error) => errors.push(error.message))
  page.setDefaultTimeout(10_000)
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (!url.pathname.startsWith('/1/')) return
    const credentials = url.searchParams.has('x-algolia-api-key') && url.searchParams.has('x-algolia-application-id')
    asked.push(`${request.method()} ${url.port === dead ? 'dead' : 'live'} ${url.pathname} ${credentials}`)
  })
  const hosts = `http://127.0.0.1:${dead} http://127.0.0.1:${port()}`
  await page.goto(`${site.url}/docent-client?${new URLSearchParams({ hosts, apiKey: searchKey })}`)
  const found = page.locator('#search', { hasText: '}' })
  await found.waitFor()
  const expected = { many: 1, one: '/#changing-the-ratio', facets: ['en'] }
  expect(JSON.parse((await found.textContent()) ?? '')).toEqual(expected)
  const calls = [
    'POST live /1/indexes/*/queries true',
    'POST live /1/indexes/docs/query true',
    'POST live /1/indexes/docs/facets/lang/query true',
  ]
  expect(asked.splice(0)).toEqual(['POST dead /1/indexes/*/queries true', ...calls])
  await page.reload()
  await found.waitFor()
  expect(asked).toEqual(calls)
})

test('the server writes its address to a file, for its owner only', async () => {
  const running = await readRunningServer(folder)
  expect(running?.url).toBe(docent.url)
})

/** Opens a page with this client, on another origin than the server's. */
async function open(client: string, apiKey: string): Promise<void> {
  page = await browser.newPage()
  page.setDefaultTimeout(10_000)
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(`${site.url}/${client}?${new URLSearchParams({ port: String(port()), apiKey })}`)
}

/** A port without a listener: one that was just released. */
async function closedPort(): Promise<string> {
  const { port, close } = await startHttp(() => undefined)
  await close()
  return String(port)
}

/** A site with a page for each client, bundled at the first request. */
function startSite(): Promise<HttpHost> {
  return startHttp((request, response) => {
    const isScript = /\.js(?:\?|$)/.test(request.url ?? '')
    response.setHeader('content-type', `text/${isScript ? 'javascript' : 'html'}; charset=utf-8`)
    void answer(request.url ?? '').then((text) => response.end(text))
  })
}

async function answer(path: string): Promise<string> {
  const [, client = '', isScript] = /^\/([\w-]+?)(\.js)?(?:\?|$)/.exec(path) ?? []
  if (isScript) return bundle(join(import.meta.dirname, `public-clients/${client}.js`))
  const script = `<script type="module" src="/${client}.js"></script>`
  return `<!doctype html><meta charset="utf-8"><title>A site</title><div id="search"></div>${script}`
}

/** A single script with all dependencies, like that of a site's own build. */
async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, minify: false, target: 'esnext', lib: { entry, formats: ['es'] } },
  })
  const [output] = [result].flat()
  if (!output || !('output' in output)) throw new Error('Vite gave no output.')
  return output.output[0].code
}
