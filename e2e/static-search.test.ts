/** The search of a static site with an index in parts, on a host that only serves files, below a base path. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, Server } from 'node:http'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'

import { folderOf } from '../packages/ingest/src/testing/folder-of.ts'
import { run } from './docent-process.ts'
import { serveFiles } from './file-server.ts'
import { testBrowser } from './test-browser.ts'

const folder = folderOf()
const docs = join(folder, 'docs')
const out = join(folder, 'out')
const parts = join(out, '_docent/search')

/** A page with many different words, so that the index has many terms. */
function pageText(number: number): string {
  const section = (at: number): string => {
    const words = Array.from({ length: 60 }, (_, word) => `word${((number * 97 + at * 31 + word) * 7919) % 9973}`)
    return `## Section ${at} of ${number}\n\nThe turbine and ${words.join(' ')}.\n`
  }
  return `# Page ${number}\n\n${[1, 2, 3, 4, 5, 6].map(section).join('\n')}`
}

let server: Server
let url = ''

beforeAll(async () => {
  mkdirSync(docs)
  for (let number = 0; number < 60; number++) writeFileSync(join(docs, `page-${number}.md`), pageText(number))
  await build()
  ;({ server, url } = await serveFiles(out, '/docs/'))
})
afterAll(() => server?.close())
const browser = testBrowser()

async function build(): Promise<void> {
  expect(await run('build', docs, '--out', out, '--base', '/docs/')).toMatchObject({ code: 0, stderr: '' })
}

/** Opens a page and collects the paths of the index files that the host sends: the browser's cache answers repeated requests. */
async function open(): Promise<{ page: Page; fetched: string[] }> {
  const page = await browser.newPage()
  const fetched: string[] = []
  const note = ({ url: path = '' }: IncomingMessage): void => {
    if (/search\/.*\.bin$/.test(path)) fetched.push(path)
  }
  server.on('request', note)
  page.on('close', () => server.off('request', note))
  onTestFailed(async () => {
    const dialog = page.locator('dialog[open]')
    console.log(await page.getByRole('combobox').inputValue(), await dialog.allTextContents(), fetched)
  })
  await page.goto(`${url}page-1`)
  return { page, fetched }
}

/** Delays the response for a file until `release`. */
async function hold(page: Page, file: string): Promise<{ release(): void }> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.context().route(file, async (route) => {
    await held
    await route.continue()
  })
  return { release }
}

const partFolders = (): string[] => readdirSync(parts).filter((name) => !name.endsWith('.bin'))
const option = (page: Page) => page.getByRole('option')

test('a search fetches a few of many parts, each once', async () => {
  const { page, fetched } = await open()
  expect(fetched).toEqual([])
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('section 4 of 31')
  await option(page).filter({ hasText: 'Section 4 of 31' }).first().waitFor()
  const [own = ''] = partFolders()
  expect(readdirSync(join(parts, own)).length).toBeGreaterThan(20)
  const used = fetched.filter((each) => each.includes(own))
  expect(used.length).toBeGreaterThan(1)
  expect(new Set(used).size).toBe(used.length)
  await page.getByRole('combobox').fill('')
  await page.getByRole('combobox').fill('section 4 of 31')
  await option(page).filter({ hasText: 'Section 4 of 31' }).first().waitFor()
  expect(fetched.filter((each) => each.includes(own))).toEqual(used)
  await page.close()
})

test('a word with a typo finds its page, and all sections of a page can be shown', async () => {
  const { page } = await open()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('turbnie')
  await option(page).first().waitFor()
  await page.getByRole('combobox').fill('page 7')
  await option(page).filter({ hasText: 'Section 1 of 7' }).first().waitFor()
  expect(await page.getByRole('dialog').textContent()).toContain('Page 7')
  await page.close()
})

test('on a site with one language, hits have no label of the language', { tags: 'long' }, async () => {
  const { page } = await open()
  const filterBar = page.waitForResponse(/filter-bar-.*\.js$/)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('turbine')
  await (await filterBar).finished()
  await option(page).first().waitFor()
  await expect.poll(() => page.locator('.DocSearch-Hit-source').count()).toBeGreaterThan(0)
  expect(await page.locator('.DocSearch-Hit-scope').allTextContents()).toEqual([])
  await page.close()
})

test('the first hits are shown before the parts of the others arrive', { tags: 'long' }, async () => {
  const { page } = await open()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let records = 0
  await page.context().route('**/search/*/s*.bin', async (route) => {
    if (++records > 5) await held
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('section 4')
  await option(page).filter({ hasText: 'Section 4' }).first().waitFor()
  expect(await option(page).filter({ hasText: 'Section 4' }).count()).toBe(3)
  release()
  await option(page).filter({ hasText: 'Section 4' }).nth(5).waitFor()
  expect(records).toBeGreaterThan(5)
  await page.close()
})

test('the first hits are shown without a request if their parts are there', { tags: 'long' }, async () => {
  const { page } = await open()
  const dialog = await hold(page, '**/search-dialog-*.js')
  const worker = await hold(page, '**/search-worker-*.js')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('turbin')
  // The parts of the first hits are requested at once.
  const arrived = page.waitForEvent('requestfinished', (request) => /\/s\d+\.bin$/.test(request.url()))
  worker.release()
  await arrived
  const further = await hold(page, '**/search/*/s*.bin')
  dialog.release()
  const hits = option(page).filter({ hasText: 'Section' })
  await hits.nth(2).waitFor()
  expect(await hits.count()).toBe(3)
  further.release()
  await hits.nth(5).waitFor()
  await page.close()
})

test('a part that the next query needs too is requested once', { tags: 'long' }, async () => {
  const { page } = await open()
  await page.keyboard.press('Control+k')
  await page.locator('.DocSearch-Footer').waitFor()
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  const slow = { offline: false, latency: 500, downloadThroughput: -1, uploadThroughput: -1 }
  await network.send('Network.emulateNetworkConditions', slow)
  const records: string[] = []
  // Not the page's events, which do not report all requests of a worker.
  const note = ({ url: path = '' }: { url?: string }) => /\/s\d+\.bin$/.test(path) && records.push(path)
  server.on('request', note)
  await page.getByRole('combobox').fill('turbin')
  await expect.poll(() => records.length).toBeGreaterThan(0)
  await page.getByRole('combobox').fill('turbine')
  await option(page).first().waitFor()
  server.off('request', note)
  expect(new Set(records).size).toBe(records.length)
  await page.close()
})

test(
  'the dictionary part of a word that is typed after the head has arrived is fetched ahead',
  { tags: 'long' },
  async () => {
    const { page } = await open()
    const worker = await hold(page, '**/search-worker-*.js')
    const dialog = await hold(page, '**/search-dialog-*.js')
    const client = page.waitForResponse('**/search-client-*.js')
    const head = page.waitForResponse('**/search/index.bin')
    await page.keyboard.press('Control+k')
    await (await client).finished()
    await (await head).finished()
    const ahead = page.waitForRequest('**/search/*/t*.bin')
    await page.keyboard.type('turbin')
    await ahead
    dialog.release()
    worker.release()
    await option(page).first().waitFor()
    await page.close()
  },
)

test('the dictionary part of the typed word is fetched before the worker is loaded', { tags: 'long' }, async () => {
  const { page } = await open()
  const worker = await hold(page, '**/search-worker-*.js')
  const client = await hold(page, '**/search-client-*.js')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('turbin')
  const ahead = page.waitForRequest('**/search/*/t*.bin')
  client.release()
  await ahead
  worker.release()
  await option(page).first().waitFor()
  await page.close()
})

test('the parts of the first hits are fetched before the dialog is loaded', { tags: 'long' }, async () => {
  const { page } = await open()
  const dialog = await hold(page, '**/search-dialog-*.js')
  const worker = await hold(page, '**/search-worker-*.js')
  const records = page.waitForRequest('**/search/*/s*.bin')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('turbin')
  // The worker receives the input once, when it has started, so it must start after the typing.
  worker.release()
  await records
  dialog.release()
  await option(page).first().waitFor()
  await page.close()
})

test('a request for a part that fails once is repeated', async () => {
  const { page } = await open()
  let requests = 0
  await page.context().route('**/search/*/*.bin', (route) => (++requests === 1 ? route.abort() : route.continue()))
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('turbine')
  await option(page).first().waitFor()
  expect(requests).toBeGreaterThan(1)
  await page.close()
})

test('a request for a part that fails again is an error, and a retry works', { tags: 'long' }, async () => {
  const { page } = await open()
  await page.context().route('**/search/*/*.bin', (route) => route.abort())
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('turbine')
  await page.getByText('Unable to fetch results', { exact: true }).waitFor()
  await page.context().unroute('**/search/*/*.bin')
  await page.getByRole('button', { name: /again|retry/i }).click()
  await option(page).first().waitFor()
  await page.close()
})

test('a worker that does not start is an error, and a retry works', { tags: 'long' }, async () => {
  const { page } = await open()
  await page.context().route('**/search-worker-*.js', (route) => route.abort())
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('turbine')
  await page.getByText('Unable to fetch results', { exact: true }).waitFor()
  await page.context().unroute('**/search-worker-*.js')
  await page.getByRole('button', { name: /again|retry/i }).click()
  await option(page).first().waitFor()
  await page.close()
})

test('a page of the previous build opens the new index', { tags: 'long' }, async () => {
  const { page } = await open()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('turbine')
  await option(page).first().waitFor()
  const before = partFolders()
  for (let number = 0; number < 20; number++) writeFileSync(join(docs, `page-${number}.md`), pageText(number + 100))
  await build()
  expect(partFolders()).toHaveLength(1)
  expect(partFolders()).not.toEqual(before)
  await page.getByRole('combobox').fill('section 3 of 105')
  await option(page).filter({ hasText: 'Section 3 of 105' }).first().waitFor()
  await page.close()
})

test('an open page finds the pages of a new build after five minutes', { tags: 'long' }, async () => {
  const { page } = await open()
  // The worker has no clock that a test can advance.
  await page.context().route('**/search-worker-*.js', async (route) => {
    const response = await route.fetch()
    const script = await response.text()
    expect(script.split('3e5')).toHaveLength(2)
    await route.fulfill({ response, body: script.replace('3e5', '0') })
  })
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('turbine')
  await option(page).first().waitFor()
  writeFileSync(join(docs, 'page-41.md'), `${pageText(41)}\n## Molybdenum\n\nNew here.\n`)
  await build()
  await page.getByRole('combobox').fill('section 3 of 50')
  await option(page).filter({ hasText: 'Section 3 of 50' }).first().waitFor()
  await page.getByRole('combobox').fill('molybdenum')
  await option(page).filter({ hasText: 'Molybdenum' }).first().waitFor()
  await page.close()
})

test('after a change of one page the parts are unchanged', { tags: 'long' }, async () => {
  const before = partFolders()
  writeFileSync(join(docs, 'page-40.md'), `${pageText(40)}\n## Quicksilver\n\nNew here.\n`)
  await build()
  expect(partFolders()).toEqual(before)
  const { page } = await open()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('quicksilver')
  await option(page).filter({ hasText: 'Quicksilver' }).first().waitFor()
  await page.close()
})
