/** Diagrams of Mermaid, drawn by the real library in a real browser: served, written to files, switched, and printed. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { folderOf } from '../packages/ingest/src/testing/folder-of.ts'
import { run } from './docent-process.ts'
import { serveFiles } from './file-server.ts'
import { serveDocs } from './served-docs.ts'
import { testBrowser } from './test-browser.ts'

const FLOW = 'flowchart LR\n  A[Reader] -->|asks| B(Search)\n  B --> C{{"found?"}}'
const NAMED =
  'sequenceDiagram\n  accTitle: Who asks whom\n  accDescr: A reader asks the search\n  Reader->>Search: query\n  Search-->>Reader: hits'
const block = (source: string): string => `\`\`\`mermaid\n${source}\n\`\`\`\n`
const FILES = {
  'index.md': '# Start\n\nNo diagram here. See [flows](flows.md).\n',
  'flows.md': `# Flows\n\n## From a query to a hit\n\n${block(FLOW)}\n## Talk\n\n${block(NAMED)}\n## Broken\n\n${block('flowchart LR\n  A[')}`,
}

const browser = testBrowser()

/** A page, and its errors. */
async function openPage(
  options: Parameters<Browser['newPage']>[0] = {},
): Promise<{ page: Page; faults: string[]; requests: string[] }> {
  const page = await browser.newPage(options)
  const faults: string[] = []
  const requests: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('response', (response) => response.status() >= 400 && faults.push(`${response.status()} ${response.url()}`))
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('request', (request) => requests.push(request.url()))
  return { page, faults, requests }
}

async function drawn(page: Page): Promise<void> {
  await page.locator("figure[data-drawn='']").nth(1).waitFor()
}

async function shownSizes(page: Page): Promise<{ alt: string; only: string; wide: boolean; loaded: boolean }[]> {
  return page.locator('.diagram:visible').evaluateAll((images) =>
    (images as HTMLImageElement[]).map((image) => ({
      alt: image.alt,
      only: image.dataset.only ?? '',
      wide: image.getBoundingClientRect().width > 100,
      loaded: image.complete && image.naturalWidth > 100,
    })),
  )
}

describe('served', () => {
  let docs: Awaited<ReturnType<typeof serveDocs>>
  beforeAll(async () => {
    docs = await serveDocs(FILES)
  })
  afterAll(() => docs?.close())

  test('diagrams are images with a name; an invalid diagram stays code; no policy is violated', async () => {
    const { page, faults, requests } = await openPage({ colorScheme: 'light' })
    await page.goto(`${docs.url}/flows`)
    await drawn(page)
    expect(await shownSizes(page)).toEqual([
      { alt: 'From a query to a hit', only: 'light', wide: true, loaded: true },
      { alt: 'Who asks whom. A reader asks the search', only: 'light', wide: true, loaded: true },
    ])
    expect(await page.locator('figure pre:visible').allInnerTexts()).toEqual([expect.stringContaining('A[')])
    expect(faults).toEqual([])
    expect(requests.filter((url) => !url.startsWith(docs.url) && !url.startsWith('data:image/svg+xml'))).toEqual([])
    const texts = await page.locator('.diagram').first().getAttribute('src')
    expect(decodeURIComponent(texts ?? '')).toMatch(/>asks<[\s\S]*>Reader<[\s\S]*>Search</)
    expect(decodeURIComponent(texts ?? '')).not.toMatch(/<script|<foreignObject|\son\w+=/i)
    await page.close()
  })
  test('a change of the appearance applies at once, and prints have the light drawing', { tags: 'long' }, async () => {
    const { page } = await openPage({ colorScheme: 'dark' })
    await page.goto(`${docs.url}/flows`)
    await drawn(page)
    const shown = async (): Promise<string[]> => (await shownSizes(page)).map(({ only }) => only)
    expect(await shown()).toEqual(['dark', 'dark'])
    await page.emulateMedia({ media: 'print' })
    expect(await shown()).toEqual(['light', 'light'])
    await page.emulateMedia({ media: 'screen' })
    await page.locator('[data-theme-switch]').click()
    expect(await shown()).toEqual(['light', 'light'])
    await page.close()
  })
  test(
    'a page without a diagram loads no part of Mermaid; a click to a page with one draws it',
    { tags: 'long' },
    async () => {
      const { page, faults, requests } = await openPage()
      await page.goto(docs.url, { waitUntil: 'networkidle' })
      expect(requests.filter((url) => url.includes('diagram'))).toEqual([])
      await page.locator('main').getByRole('link', { name: 'flows', exact: true }).click()
      await drawn(page)
      expect(await shownSizes(page)).toHaveLength(2)
      await page.goBack()
      await page.goForward()
      await drawn(page)
      expect(await page.locator('.diagram-frame').count()).toBe(1)
      expect(faults).toEqual([])
      await page.close()
    },
  )
  test('without JavaScript a diagram is its text', { tags: 'long' }, async () => {
    const { page } = await openPage({ javaScriptEnabled: false })
    await page.goto(`${docs.url}/flows`)
    expect(await page.locator('figure pre:visible').count()).toBe(3)
    await page.close()
  })
  test('the document that draws has a policy that blocks all requests, and no origin', async () => {
    const html = await (await fetch(`${docs.url}/flows`)).text()
    const [, path = ''] = /data-diagram-frame="([^"]+)"/.exec(html) ?? []
    const response = await fetch(docs.url + path)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']+' 'sha256-[^']+'; /)
    expect(policy).toContain('sandbox allow-scripts')
    expect(policy).not.toMatch(/'self'(?!;? ?sandbox)|https?:|unsafe-eval|script-src [^;]*unsafe/)
    expect((await fetch(`${docs.url}/_docent/diagrams/none.html`)).status).toBe(404)
  })
})

test('written to files, below a base', { tags: 'long' }, async () => {
  const folder = folderOf()
  const source = join(folder, 'docs')
  mkdirSync(source)
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(source, name), text)
  expect(await run('build', source, '--out', join(folder, 'out'), '--base', '/manual/')).toMatchObject({ code: 0 })
  const { server, url } = await serveFiles(join(folder, 'out'), '/manual/')
  try {
    const { page, faults } = await openPage({ colorScheme: 'light' })
    await page.goto(`${url}flows/`)
    await drawn(page)
    expect(await shownSizes(page)).toHaveLength(2)
    expect(faults).toEqual([])
  } finally {
    server.close()
  }
})
