/**
 * Sites of Docusaurus (with contextual search), VitePress and Starlight, built from the few files in `e2e/integrations`.
 * Their own search boxes use a Docent server, configured as in `docs/guide/keep-your-search-box.md`; Chromium searches on
 * each site. Missing dependencies are installed (some 600 MB, two minutes); after that it takes half a minute on an idle
 * machine. `npm run proof -- integrations vitepress` builds one of them.
 */

import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'

import { createApi, type EmbeddedBackend, isPagesKey, listen, openEmbeddedBackend } from '@docent/server'

import { launchBrowser } from '../../e2e/browser.ts'

const folder = join(import.meta.dirname, '../../e2e/integrations')

/** The build command and the output folder of each site. */
const SITES: Record<string, { build: string[]; out: string }> = {
  docusaurus: { build: ['node_modules/@docusaurus/core/bin/docusaurus.mjs', 'build'], out: 'build' },
  vitepress: { build: ['node_modules/vitepress/bin/vitepress.js', 'build'], out: '.vitepress/dist' },
  starlight: { build: ['node_modules/astro/bin/astro.mjs', 'build'], out: 'dist' },
}

/** The records of a crawler for each of the sites, with the facets that the three search boxes filter by. */
const facets = { lang: ['en', 'en-US'], language: 'en', version: 'current' }
const records = (origin: string) => [
  record('1', `${origin}/lubrication#when-to-oil`, 'When to oil', 'docs-default-current'),
  record('2', `${origin}/old/lubrication#when-to-oil`, 'When to oil, long ago', 'docs-default-1.0'),
]

function record(objectID: string, url: string, lvl2: string, tag: string) {
  const hierarchy = { lvl0: 'Documentation', lvl1: 'Lubrication', lvl2, lvl3: null, lvl4: null, lvl5: null, lvl6: null }
  const content = 'Every morning.'
  return { objectID, url, hierarchy, content, type: 'lvl2', anchor: 'when-to-oil', docusaurus_tag: tag, ...facets }
}

const SETTINGS = {
  searchableAttributes: ['hierarchy.lvl0', 'hierarchy.lvl1', 'hierarchy.lvl2', 'content'],
  attributesForFaceting: ['lang', 'language', 'version', 'docusaurus_tag', 'type'],
  attributesToSnippet: ['content:10'],
}

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

const wanted = process.argv.slice(2)
const names = wanted.length > 0 ? wanted : Object.keys(SITES)
const data = mkdtempSync(join(tmpdir(), 'docent-integrations-'))
const backend = await openEmbeddedBackend({ dataDir: data })
const api = createApi(backend)
/** Bodies of the received searches. */
const searches: string[] = []
const server = await listen(
  async (request) => {
    if (request.method === 'POST') searches.push(await request.clone().text())
    return api.fetch(request)
  },
  { host: '127.0.0.1', port: 0 },
)
const browser = await launchBrowser()
try {
  for (const name of names) await prove(name, await searchKeyOf(backend))
} finally {
  await browser.close()
  await server.close()
  await backend.close()
  rmSync(data, { recursive: true, force: true })
}

async function searchKeyOf({ keys }: EmbeddedBackend): Promise<string> {
  return (await keys.list()).find((key) => isPagesKey(key, 'docs'))?.value ?? ''
}

/** Builds the site and searches on it. @throws if expected hits are missing or others are found. */
async function prove(name: string, key: string): Promise<void> {
  const site = SITES[name]
  if (!site) throw new Error(`There is no site ${name}: they are ${Object.keys(SITES).join(', ')}.`)
  const started = performance.now()
  const built = buildSite(name, site, key)
  const host = await serveFolder(built)
  // Whole addresses, like those of a crawler: Docusaurus accepts no others.
  const { taskID } = await backend.replaceRecords('docs', records(host.url), SETTINGS)
  await backend.waitForTask(taskID)
  const page = await browser.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  try {
    await page.goto(`${host.url}/`)
    await page.locator('.DocSearch-Button').first().click()
    await page.getByRole('searchbox').fill('when to o')
    const hits = page.locator('.DocSearch-Hit a')
    await hits.first().waitFor()
    const found = await hits.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname))
    if (!found.includes('/lubrication')) throw new Error(`${name} found ${JSON.stringify(found)}`)
    if (name === 'docusaurus') {
      // Contextual search: the page's language and version, and nothing of another version.
      if (!searches.at(-1)?.includes('docusaurus_tag:docs-default-current'))
        throw new Error('The search has no context')
      if (found.some((path) => path.startsWith('/old'))) throw new Error('A hit of another version is shown')
    }
    await hits.first().click()
    await page.waitForURL('**/lubrication*')
    await page.getByRole('heading', { name: 'When to oil' }).waitFor()
    if (errors.length > 0) throw new Error(`${name}: ${errors.join('; ')}`)
  } finally {
    await page.close()
    host.close()
  }
  console.log(`${name}: found, opened, in ${((performance.now() - started) / 1000).toFixed(0)} s`)
}

/** Installs missing dependencies, writes the server's address into a copy of the site, and builds it. */
function buildSite(name: string, { build, out }: { build: string[]; out: string }, key: string): string {
  const source = join(folder, name)
  const run = (command: string, args: string[], cwd: string): void => {
    execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  if (!existsSync(join(source, 'node_modules'))) {
    console.log(`Installing ${name} …`)
    run('npm', ['install', '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund'], source)
  }
  // Inside the site's folder, so that its dependencies are found.
  const copy = join(source, '.work')
  rmSync(copy, { recursive: true, force: true })
  for (const entry of readdirSync(source)) {
    if (entry !== 'node_modules' && entry !== '.work')
      cpSync(join(source, entry), join(copy, entry), { recursive: true })
  }
  const address = `{ url: '127.0.0.1', port: ${server.port}, accept: 'readWrite', protocol: 'http' }`
  for (const file of filesBelow(copy)) {
    const text = readFileSync(file, 'utf8')
    const pointed = text.replace(/\{ url: 'search\.example\.com'.*?\}/, address).replace('SEARCH_KEY', key)
    if (pointed !== text) writeFileSync(file, pointed)
  }
  const [script = '', ...args] = build
  run(process.execPath, [join(source, script), ...args], copy)
  return join(copy, out)
}

function filesBelow(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** A plain web server for the built files. */
async function serveFolder(root: string): Promise<{ url: string; close: () => void }> {
  const files = createServer((request, response) => {
    const path = join(root, decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname))
    const file = [path, `${path}.html`, join(path, 'index.html')].find(
      (one) => existsSync(one) && statSync(one).isFile(),
    )
    response.statusCode = file ? 200 : 404
    response.setHeader('content-type', TYPES[extname(file ?? '')] ?? 'application/octet-stream')
    response.end(file ? readFileSync(file) : '')
  })
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(files.address() as AddressInfo).port}`, close: () => void files.close() }
}
