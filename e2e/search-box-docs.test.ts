/** Runs the examples of `docs/guide/search-box.md` with a real Docent server. */

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

import type { Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type HttpHost, startHttp } from '../packages/crawl/src/testing/start-http.ts'
import { folderOf } from '../packages/ingest/src/testing/folder-of.ts'
import { buildVanilla } from '../scripts/build-vanilla.ts'
import { serveDocs } from './served-docs.ts'
import { testBrowser } from './test-browser.ts'

const root = join(import.meta.dirname, '..')
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

let guide = ''
let folder = ''
let docent: Awaited<ReturnType<typeof serveDocs>>
let pages: HttpHost
let origin = ''

beforeAll(async () => {
  guide = await readFile(join(root, 'docs/guide/search-box.md'), 'utf8')
  folder = folderOf()
  docent = await serveDocs()
  await buildVanilla(join(folder, 'docent'))
  pages = await startHttp((request, response) => {
    const path = new URL(request.url ?? '/', 'http://pages').pathname
    readFile(join(folder, path)).then(
      (body) => response.setHeader('content-type', TYPES[extname(path)] ?? 'text/plain').end(body),
      () => response.writeHead(404).end(),
    )
  })
  origin = pages.url
})
afterAll(async () => {
  await pages?.close()
  await docent?.close()
})
const browser = testBrowser()

/** The example in a language that contains a text, with this server's address and key. */
function example(language: string, holding: string): string {
  const examples = [...guide.matchAll(/```(\w+)\n(.*?)```/gs)].filter(
    ([, name, code]) => name === language && code?.includes(holding),
  )
  expect(examples).toHaveLength(1)
  return (examples[0]?.[2] ?? '')
    .replace('https://search.example.com', docent.url)
    .replace("hosts: ['']", `hosts: ['${docent.url}']`)
    .replace('YOUR-KEY', docent.served.searchKey)
}

/** Opens a page with this body and its search box, and expects hits. */
async function finds(body: string, box = 'Search docs'): Promise<Page> {
  await writeFile(join(folder, 'page.html'), `<!doctype html><html lang="en"><meta charset="utf-8">${body}`)
  const page = await browser.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(`${origin}/page.html`)
  await page.locator('.DocSearch-Button').click()
  const input = page.locator('.DocSearch-Input')
  await input.waitFor()
  await expect.poll(() => input.getAttribute('placeholder')).toBe(box)
  await input.fill('proxy')
  const hit = page.locator('a.DocSearch-Hit').first()
  await hit.waitFor()
  expect(await hit.getAttribute('href')).toMatch(/\/guide\/install#behind-a-proxy$/)
  expect(errors).toEqual([])
  return page
}

const BUNDLE = '<script type="module" src="/bundle/main.js"></script>'

/** Writes the bundle of a program to `bundle/main.js`. */
async function bundle(program: string): Promise<void> {
  // In this folder, so that the packages are resolved.
  const source = join(import.meta.dirname, 'node_modules/.search-box')
  await mkdir(source, { recursive: true })
  await writeFile(join(source, 'main.jsx'), program)
  await build({
    root: source,
    configFile: false,
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic' } },
    build: {
      outDir: join(folder, 'bundle'),
      emptyOutDir: true,
      rolldownOptions: { input: join(source, 'main.jsx'), output: { entryFileNames: 'main.js' } },
    },
  })
  await rm(source, { recursive: true })
}

test('the example of a page without a bundler finds hits', async () => {
  const page = await finds(example('html', 'container'))
  await page.close()
})

test('the example of the component finds hits', async () => {
  await bundle(`${example('jsx', 'DocSearch')}
     import { createRoot } from 'react-dom/client'
     createRoot(document.querySelector('#root')).render(<Search />)`)
  const page = await finds(`<div id="root"></div>${BUNDLE}`)
  await page.close()
})

test('the example of a bundle without React finds hits', { tags: 'long' }, async () => {
  // In the repository `vanilla` is the source with React; `npm run consumers` bundles the published file.
  await bundle(example('js', '@docent/dialog/vanilla'))
  const page = await finds(`<div id="search"></div>${BUNDLE}`)
  await page.close()
})

test('the examples of colours and messages change both', async () => {
  const page = await finds(
    `<link rel="stylesheet" href="/docent/docent.css"><style>${example('css', ':root')}</style><div id="search"></div>
     <script type="module">import { docent } from '/docent/docent.js'\n${example('js', 'messages')}</script>`,
    'Handbuch durchsuchen',
  )
  expect(await page.locator('.DocSearch-Button-Placeholder').textContent()).toBe('Suchen')
  const modal = page.locator('.DocSearch-Modal')
  expect(await modal.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(255, 253, 247)')
  await page
    .getByText(/Treffer|Ergebnis/)
    .first()
    .waitFor({ state: 'attached' })
  await page.close()
})

test('the example of the handle opens the dialog and reports the chosen hit', { tags: 'long' }, async () => {
  const page = await finds(
    `<link rel="stylesheet" href="/docent/docent.css"><button id="try">Try</button><div id="search"></div>
     <script type="module">import { docent } from '/docent/docent.js'\n${example('js', 'onSelect')}</script>`,
  )
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  await page.locator('#try').click()
  await page.locator('a.DocSearch-Hit').first().waitFor()
  expect(await page.locator('.DocSearch-Input').inputValue()).toBe('proxy')
  const said = page.waitForEvent('console')
  await page.keyboard.press('Enter')
  expect((await said).text()).toMatch(/^proxy led to .*\/guide\/install#behind-a-proxy$/)
  await page.close()
})

test('every option has a heading, and every heading of an option is one', async () => {
  const sources = await Promise.all(
    ['core/dialog-options.ts', 'core/docsearch-options.ts', 'react/props.ts', 'vanilla/docent.tsx'].map((name) =>
      readFile(join(root, 'packages/dialog/src', name), 'utf8'),
    ),
  )
  const interfaces = sources
    .join('\n')
    .matchAll(
      /export interface (?:DialogOptions|DocSearchOptions|HostComponents|SearchDialogProps|DocentOptions) .*?^\}/gms,
    )
  const options = new Set(
    [...interfaces].flatMap(([text]) => [...text.matchAll(/^ {2}(\w+)\??:/gm)].map(([, name]) => name)),
  )
  // Options of the dialog only, which `<DocSearch>` does not have, or accepted without effect, or for tests.
  for (const name of [
    'client',
    'controller',
    'open',
    'wish',
    'onReopen',
    'navigate',
    'navigateNewTab',
    'insights',
    'askAi',
    'clock',
  ])
    expect(options.delete(name)).toBe(true)
  const headings = [...guide.matchAll(/^### (.*)$/gm)].flatMap(([, heading = '']) =>
    [...heading.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  )
  expect([...headings].sort()).toEqual([...options].sort())
})
