/** Unmodified public clients, pointed at Docent by host and key alone, get hits from it. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { algoliasearch } from 'algoliasearch'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { readRunningServer } from '../packages/cli/src/data-folder.ts'
import { type Served, serveFolder } from '../packages/cli/src/serve-folder.ts'
import { launchBrowser } from './browser.ts'

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
let browser: Browser
let pages: Server

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-clients-'))
  await writeFile(join(folder, 'index.md'), PAGE)
  docent = await serveFolder(folder, { mode: 'dev', host: '127.0.0.1', port: 0 })
  searchKey = docent.searchKey
  browser = await launchBrowser()
  pages = await servePage(await bundle(join(import.meta.dirname, 'public-clients/docsearch.js')))
})

afterAll(async () => {
  await browser?.close()
  await docent?.close()
  pages?.close()
  await rm(folder, { recursive: true, force: true })
})

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

test('@docsearch/js 5 in a browser, on a page of another origin', async () => {
  const page = await browser.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  const { port: pagePort } = pages.address() as AddressInfo
  await page.goto(`http://127.0.0.1:${pagePort}/?${new URLSearchParams({ port: String(port()), apiKey: searchKey })}`)
  await page.getByRole('button', { name: /search/i }).click()
  await page.getByRole('searchbox').fill('lubricat')
  const hit = page.locator('.DocSearch-Hit a').first()
  await hit.waitFor()
  expect(await hit.getAttribute('href')).toMatch(/\/#lubrication$/)
  expect(await hit.locator('mark').first().textContent()).toBe('Lubricat')
  expect(errors).toEqual([])
  await page.close()
})

test('the server says where it stands, for its owner only', async () => {
  const running = await readRunningServer(folder)
  expect(running?.url).toBe(docent.url)
})

/** One script with everything in it, as a site's own build makes it. */
async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry, formats: ['iife'], name: 'page' } },
  })
  const [output] = [result].flat()
  if (!output || !('output' in output)) throw new Error('Vite gave no output.')
  return output.output[0].code
}

async function servePage(script: string): Promise<Server> {
  const html = '<!doctype html><title>A site</title><div id="search"></div><script src="/script.js"></script>'
  const server = createServer((request, response) => {
    const isScript = request.url === '/script.js'
    response.setHeader('content-type', isScript ? 'text/javascript; charset=utf-8' : 'text/html; charset=utf-8')
    response.end(isScript ? script : html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
