/** `docent index <folder> --into <folder>`: the search in a site of HTML files, below a base path and under a strict policy. */
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type HttpHost, startHttp } from '../packages/crawl/src/testing/start-http.ts'
import { folderOf, putFiles } from '../packages/ingest/src/testing/folder-of.ts'
import { exitCode, nextOutput, run, start, stopAll } from './docent-process.ts'
import { testBrowser } from './test-browser.ts'

const BASE = '/team/docs/'
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; worker-src 'self'; img-src 'self'"
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

const folder = folderOf()
const site = join(folder, 'dist')

const page = (title: string, body: string, more = ''): string => `<!doctype html>
<html lang="en"${more}><head><meta charset="utf-8"><title>${title}</title><link rel="stylesheet" href="${BASE}site.css"></head>
<body><nav><a href="${BASE}">Home</a> <a href="${BASE}guide/wheels/">Wheels</a> <a href="${BASE}guide/oil.html">Oil</a></nav>
<main><h1>${title}</h1>${body}</main><footer>Mill manual</footer></body></html>
`

const PAGES: Record<string, string> = {
  'index.html': page('The mill', '<p>The manual of the mill.</p>'),
  'guide/wheels/index.html': page(
    'Wheels',
    `<p>Both wheels turn.</p>${'<p>About wood.</p>'.repeat(40)}<h2 id="axle">Replace the axle</h2><p>Lift the wheel with a winch.</p>${'<p>About iron.</p>'.repeat(40)}`,
  ),
  'guide/oil.html': page('Oil', '<p>Oil is good for wood.</p>', ' data-theme="dark"'),
  'site.css': 'body { font-family: sans-serif }',
}

let host: HttpHost | undefined
let origin = ''

beforeAll(async () => {
  putFiles(site, PAGES)
  expect(await run('index', site, '--into', site)).toMatchObject({ code: 0 })
  host = await startHttp((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://a').pathname)
    if (path === '/favicon.ico') return void response.writeHead(204).end()
    const file = join(site, path.slice(BASE.length), path.endsWith('/') ? 'index.html' : '')
    let body: Buffer | undefined
    try {
      if (path.startsWith(BASE)) body = readFileSync(file)
    } catch {
      // No such file.
    }
    const type = TYPES[extname(file)] ?? 'application/octet-stream'
    response.writeHead(body ? 200 : 404, { 'content-type': type, 'content-security-policy': POLICY }).end(body)
  })
  origin = host.url
})
afterAll(async () => {
  await stopAll()
  await host?.close()
})
const browser = testBrowser()

/** The content of all files of a folder, by path. */
function contentOf(target: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(target, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(target.length), readFileSync(path, 'base64')]),
  )
}

/** Opens a page of the site; `faults` collects failed requests and messages of the console. */
async function open(path: string, faults: string[]): Promise<Page> {
  const opened = await browser.newPage()
  opened.on('response', (answer) => answer.status() >= 400 && faults.push(`${answer.status()} ${answer.url()}`))
  opened.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  opened.on('pageerror', (error) => faults.push(error.message))
  await opened.goto(origin + BASE + path)
  await opened.locator('.DocSearch-Button').waitFor()
  return opened
}

describe('a reader', () => {
  test.for<[key: string, from: string]>([
    ['Control+k', 'guide/oil.html'],
    ['/', ''],
  ])('opens the search with %s on /%s, and lands on the section of a page at another depth', async ([key, from]) => {
    const faults: string[] = []
    const opened = await open(from, faults)
    await opened.keyboard.press(key)
    await opened.getByRole('combobox').fill('axle')
    await opened.getByRole('option').first().waitFor()
    await opened.keyboard.press('Enter')
    await opened.waitForURL(`**${BASE}guide/wheels/#axle`)
    await opened.waitForFunction(() => (document.querySelector('#axle')?.getBoundingClientRect().top ?? 999) < 50)
    expect(faults).toEqual([])
    await opened.close()
  })

  test('the button opens it without a keyboard', async () => {
    const faults: string[] = []
    const opened = await open('', faults)
    await opened.locator('.DocSearch-Button').click()
    await opened.getByRole('combobox').fill('winch')
    await opened.getByRole('option').filter({ hasText: 'Replace the axle' }).first().waitFor()
    // The site has no name: hits are below the title of its first page.
    expect(await opened.locator('.DocSearch-Modal').innerText()).toContain('The mill › Wheels')
    expect(faults).toEqual([])
    await opened.close()
  })

  test.for<[sign: string, set: string, theme: string]>([
    ['data-theme', "document.documentElement.dataset.theme = 'dark'", 'dark'],
    ['class dark', "document.documentElement.classList.add('dark')", 'dark'],
    ['MkDocs Material', "document.body.setAttribute('data-md-color-scheme', 'slate')", 'dark'],
    ['MkDocs Material, light', "document.body.setAttribute('data-md-color-scheme', 'default')", 'light'],
    ['text colour', "document.body.style.color = '#eee'", 'dark'],
    ['text colour in another notation', "document.body.style.color = 'oklch(0.9 0.01 200)'", 'dark'],
  ])('sees the dialog in the colours of the site: %s', { tags: 'long' }, async ([, set, theme]) => {
    const opened = await open('', [])
    await opened.evaluate(set)
    await opened.waitForFunction((wanted) => document.documentElement.dataset.docentTheme === wanted, theme)
    await opened.keyboard.press('Control+k')
    const dialog = opened.locator('.DocSearch-Modal')
    await dialog.waitFor()
    const background = await dialog.evaluate((element) => getComputedStyle(element).backgroundColor)
    expect(background).toBe(theme === 'dark' ? 'rgb(21, 24, 30)' : 'rgb(255, 255, 255)')
    await opened.close()
  })

  test('whose system is dark sees a light dialog on a light site', { tags: 'long' }, async () => {
    const opened = await open('', [])
    await opened.emulateMedia({ colorScheme: 'dark' })
    await opened.keyboard.press('Control+k')
    const dialog = opened.locator('.DocSearch-Modal')
    await dialog.waitFor()
    expect(await dialog.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(255, 255, 255)')
    await opened.close()
  })
})

describe('the command', () => {
  test(
    'changes nothing when it runs again, and the same site gives the same files elsewhere',
    { tags: 'long' },
    async () => {
      const before = contentOf(site)
      const again = await run('index', site, '--into', site, '--json')
      expect(JSON.parse(again.stdout)).toMatchObject({ pages: { tagged: 0, unchanged: 3, left: [] } })
      expect(contentOf(site)).toEqual(before)
      const other = join(folder, 'other')
      putFiles(other, PAGES)
      expect(await run('index', other, '--into', other)).toMatchObject({ code: 0 })
      expect(contentOf(other)).toEqual(before)
    },
  )

  test('--no-script leaves the pages as they are', { tags: 'long' }, async () => {
    const other = join(folder, 'without')
    putFiles(other, PAGES)
    expect(await run('index', other, '--into', other, '--no-script')).toMatchObject({ code: 0 })
    expect(contentOf(other)).toMatchObject(
      Object.fromEntries(
        Object.entries(PAGES).map(([path, text]) => [`/${path}`, Buffer.from(text).toString('base64')]),
      ),
    )
  })

  test('a home page whose address lacks the last slash is below the base: its hits stay on the host of the site', async () => {
    const other = join(folder, 'no-slash')
    const home = BASE.slice(0, -1)
    const head = `<link rel="canonical" href="https://mill.example${home}"><title>`
    putFiles(other, {
      ...PAGES,
      'index.html': page('The mill', `<a href="${home}">Home</a>`).replace('<title>', head),
    })
    expect(await run('index', other, '--into', other, '--no-script')).toMatchObject({ code: 0 })
    const index = gunzipSync(readFileSync(join(other, 'docent-search/index.bin')))
    expect(index.includes('The mill')).toBe(true)
    expect(index.includes('https://mill.example')).toBe(false)
  })

  test('--url-suffix none leaves out the last slash of addresses, and .html is refused', { tags: 'long' }, async () => {
    const other = join(folder, 'never')
    putFiles(other, PAGES)
    expect(await run('index', other, '--into', other, '--no-script', '--url-suffix', 'none')).toMatchObject({ code: 0 })
    const index = gunzipSync(readFileSync(join(other, 'docent-search/index.bin')))
    expect(index.includes('/guide/wheels#axle')).toBe(true)
    expect(index.includes('/guide/wheels/')).toBe(false)
    const refused = await run('index', other, '--into', other, '--url-suffix', '.html')
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--url-suffix .html is for a folder of Markdown'),
    })
  })

  test('indexes a site that has no page at its root', { tags: 'long' }, async () => {
    const other = join(folder, 'rootless')
    const { 'index.html': _, ...pages } = PAGES
    putFiles(other, pages)
    const indexed = await run('index', other, '--into', other, '--json')
    expect(JSON.parse(indexed.stdout)).toMatchObject({ records: 3, pages: { tagged: 2, left: [] } })
  })

  test('indexes a folder of Markdown into any folder', async () => {
    const docs = join(folder, 'markdown')
    putFiles(docs, { 'index.md': '# Gears\n', 'guide/a.md': '# A\n\n## B\n\nText.\n' })
    const into = join(folder, 'cache')
    expect(await run('index', docs, '--into', into, '--json')).toMatchObject({ code: 0 })
    expect(readdirSync(join(into, 'docent-search'))).toEqual(
      expect.arrayContaining(['docent.js', 'index.bin', 'delta.bin']),
    )
  })

  test('--watch writes the search again after changes of the Markdown, also into a folder below it', async () => {
    const docs = join(folder, 'watched')
    putFiles(docs, { 'index.md': '# Gears\n', 'public/logo.txt': '' })
    const into = join(docs, 'public')
    const child = start('index', docs, '--into', into, '--no-script', '--watch')
    await nextOutput(child, /^1 record in/m)
    putFiles(docs, { 'oil.md': '# Oil\n\n## When to oil\n\nEvery day.\n' })
    await nextOutput(child, /^3 records in/m)
    child.kill('SIGTERM')
    expect(await exitCode(child)).toBe(0)
  })

  test('--watch refuses a built site', { tags: 'long' }, async () => {
    expect(await run('index', site, '--into', site, '--watch')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--watch reads a folder of Markdown'),
    })
  })

  test('keeps a folder of the same name with other files', async () => {
    const other = join(folder, 'taken')
    cpSync(site, other, { recursive: true, filter: (path) => !path.includes('docent-search') })
    putFiles(other, { 'docent-search/mine.txt': 'mine' })
    const refused = await run('index', other, '--into', other)
    expect(refused).toMatchObject({ code: 2 })
    expect(refused.stderr).toContain('holds files that this command has not written')
    expect(readdirSync(join(other, 'docent-search'))).toEqual(['mine.txt'])
  })

  test.for<[args: string[], message: RegExp]>([
    [['https://docs.example.com', '--into', site], /needs a folder/],
    [[site, '--into', site, '--to', 'https://search.example', '--key', 'k'], /--to has no meaning/],
  ])('refuses %j', { tags: 'long' }, async ([args, message]) => {
    const refused = await run('index', ...args)
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toMatch(message)
  })
})
