/**
 * The tools that a page offers to the browser's assistant, on a server and on a static site. The interface is a draft, so
 * the test provides it.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { folderOf } from '../packages/ingest/src/testing/folder-of.ts'
import { serveFolder } from '../packages/cli/src/serve/serve-folder.ts'
import { buildClient } from '../packages/site/src/build/build-client.ts'
import { run } from './docent-process.ts'
import { serveFiles } from './file-server.ts'
import { testBrowser } from './test-browser.ts'

const top = folderOf()
const docs = join(top, 'docs')
mkdirSync(join(docs, 'guide'), { recursive: true })
writeFileSync(join(docs, 'index.md'), '# Gears\n\nAll about gears.\n')
writeFileSync(
  join(docs, 'guide/oil.md'),
  '# Lubrication\n\nGears need oil.\n\n## Intervals\n\nOil the gears every month.\n',
)
const BASE = '/docs'
const config = (pageTools: boolean): string => {
  const file = join(top, `${pageTools}.config.json`)
  writeFileSync(file, JSON.stringify({ pageTools, base: `${BASE}/` }))
  return file
}

interface Shown {
  url: string
  close: () => Promise<void>
}

async function serve(pageTools = true): Promise<Shown> {
  const data = join(top, `data-${pageTools}`)
  const served = await serveFolder(docs, {
    mode: 'serve',
    host: '127.0.0.1',
    port: 0,
    data,
    config: config(pageTools),
    base: `${BASE}/`,
  })
  return { url: served.url, close: () => served.close() }
}

async function build(): Promise<Shown> {
  const out = join(top, 'out')
  const { code, stderr } = await run('build', docs, '--out', out, '--data', join(top, 'data'), '--config', config(true))
  expect([code, stderr]).toEqual([0, expect.any(String)])
  const { server, url } = await serveFiles(out, `${BASE}/`)
  return { url, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

beforeAll(() => buildClient())
const browser = testBrowser()

interface RegisteredTool {
  name: string
  inputSchema: { required: string[] }
  annotations: object
  execute: (
    input: unknown,
  ) => Promise<{ structuredContent?: Record<string, unknown>; isError?: boolean; content: { text: string }[] }>
}

/** A page of a browser with the interface, which keeps the registered tools. */
async function openPage(url: string): Promise<Page> {
  const page = await browser.newPage()
  await page.addInitScript(() => {
    const tools: unknown[] = []
    Object.assign(globalThis, { pageTools: tools })
    Object.defineProperty(document, 'modelContext', { value: { registerTool: (tool: unknown) => tools.push(tool) } })
  })
  await page.goto(url)
  return page
}

const call = (page: Page, name: string, input: unknown) =>
  page.evaluate(
    async ([wanted, given]) => {
      const { pageTools } = globalThis as unknown as { pageTools: RegisteredTool[] }
      return pageTools.find((tool) => tool.name === wanted)?.execute(given)
    },
    [name, input] as const,
  )

describe.each([
  ['serve', () => serve()],
  ['build', build],
] as const)('%s', (_, show) => {
  let shown: Shown
  let page: Page
  beforeAll(async () => {
    shown = await show()
    page = await openPage(shown.url)
    await page.waitForFunction(() => (globalThis as unknown as { pageTools: unknown[] }).pageTools.length === 3)
  })
  afterAll(async () => {
    await page?.close()
    await shown?.close()
  })

  test('a page offers three tools that read only', async () => {
    const tools = await page.evaluate(() =>
      (globalThis as unknown as { pageTools: RegisteredTool[] }).pageTools.map(
        ({ name, inputSchema, annotations }) => ({
          name,
          required: inputSchema.required,
          annotations,
        }),
      ),
    )
    const annotations = { readOnlyHint: true }
    expect(tools).toEqual([
      { name: 'search', required: ['query'], annotations },
      { name: 'read', required: ['url'], annotations },
      { name: 'outline', required: [], annotations },
    ])
  })

  test('search finds a section, read gives its text, outline names the pages', async () => {
    const found = await call(page, 'search', { query: 'oil intervals' })
    const [section] = (found?.structuredContent?.['sections'] ?? []) as { url: string; text: string }[]
    expect(found?.structuredContent).toMatchObject({ answered: true })
    expect(section).toMatchObject({ url: `${shown.url}guide/oil#intervals`, text: 'Oil the gears every month.' })
    const read = await call(page, 'read', { url: section?.url })
    expect(read?.structuredContent?.['text']).toContain('Oil the gears every month.')
    const whole = await call(page, 'read', { url: `${shown.url}guide/oil` })
    expect(whole?.structuredContent?.['text']).toContain('# Lubrication')
    const outline = await call(page, 'outline', {})
    const titles = ((outline?.structuredContent?.['entries'] ?? []) as { title: string }[]).map(({ title }) => title)
    expect(titles).toContain('Lubrication')
  })

  test.each([
    ['search', {}, 'The argument "query" is missing.'],
    ['search', { query: 'oil', limit: 1000 }, 'The argument "limit" must be a whole number from 1 to 20.'],
    ['read', { url: 7 }, 'The argument "url" must be a text of 1 to 2000 characters.'],
    ['read', { url: '/nowhere' }, 'There is no page /nowhere: use search or outline to find its URL.'],
  ])('%s of %j is refused with a sentence', async (name, input, message) => {
    expect(await call(page, name, input)).toEqual({ content: [{ type: 'text', text: message }], isError: true })
  })
})

test('without the flag nothing is offered and nothing is loaded', async () => {
  const shown = await serve(false)
  const page = await openPage(shown.url)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.reload({ waitUntil: 'networkidle' })
  expect(await page.evaluate(() => (globalThis as unknown as { pageTools: unknown[] }).pageTools)).toEqual([])
  expect(loaded.filter((url) => url.includes('page-tools'))).toEqual([])
  await page.close()
  await shown.close()
})
