/**
 * One spec for the three modes of a site: `docent`, `docent serve`, and the files of `docent build` on a host that only
 * serves files. All three publish the same pages and files below the base, and nothing else.
 */
import { readdirSync, readFileSync, symlinkSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { folderOf, putFiles } from '../packages/ingest/src/testing/folder-of.ts'
import type { NavigationFile, PageData, PageState } from '../packages/site/src/shared/page-data.ts'
import { buildClient } from '../packages/site/src/build/build-client.ts'
import { type Served, serveFolder } from '../packages/cli/src/serve/serve-folder.ts'
import { run } from './docent-process.ts'
import { serveFiles } from './file-server.ts'
import { testBrowser } from './test-browser.ts'

const top = folderOf()
const project = join(top, 'project')
const docs = join(project, 'website/docs')
const out = join(top, 'out')

const put = (path: string, text = path): void => putFiles(top, { [path]: text })

const PAGE = `# Files

![a](./shown.png) ![b](img/a%20b.png) ![c](<img/ü%231.png>) ![d](img/100%25.png) [e](what%3F.txt)
![beside](../../assets/beside.png) ![link](linked.png) <video src="film.mp4" poster="poster.png"></video>
<picture><source srcset="wide.png 2x,small.png 1x"><img src="img/set.png"></picture> <a href="load.zip">zip</a>
[text](/by-root.txt) [why](why%3F.md) [hash](c%23.md) [percent](100%25.md) [space](<a b.md>) [uni](übung.md) [dots](%252e%252e.md)
![out](out.png) ![env](.env) ![folder](linked-folder/a.png) ![git](../../.git/config)

<<< ./.docent/server.json
<<< ../../data/server.json
<<< ./.env
<<< ../../.git/config
<<< ./linked.env
<<< ./code.ts
`

/** Published files: those that a page, the configuration or a style sheet refers to, and those in a public folder. */
const FILES: Record<string, string> = {
  '/shown.png': 'website/docs/shown.png',
  '/img/a%20b.png': 'website/docs/img/a b.png',
  '/img/%C3%BC%231.png': 'website/docs/img/ü#1.png',
  '/img/100%25.png': 'website/docs/img/100%.png',
  '/what%3F.txt': 'website/docs/what?.txt',
  '/_docent/files/assets/beside.png': 'assets/beside.png',
  '/linked.png': 'assets/target.png',
  '/film.mp4': 'website/docs/film.mp4',
  '/poster.png': 'website/docs/poster.png',
  '/wide.png': 'website/docs/wide.png',
  '/small.png': 'website/docs/small.png',
  '/img/set.png': 'website/docs/img/set.png',
  '/load.zip': 'website/docs/load.zip',
  '/by-root.txt': 'website/docs/by-root.txt',
  '/logo.svg': 'website/docs/logo.svg',
  '/fonts/own.woff2': 'website/docs/fonts/own.woff2',
  '/header.pdf': 'website/docs/header.pdf',
  '/favicon.ico': 'website/docs/public/favicon.ico',
  '/CNAME': 'website/docs/public/CNAME',
  '/deep/any.bin': 'website/docs/public/deep/any.bin',
}

const PAGES = ['/', '/why%3F', '/c%23', '/100%25', '/a%20b', '/%C3%BCbung', '/%252e%252e']

const UNPUBLISHED = [
  'credentials.json',
  'secrets.yaml',
  'service-account.json',
  'kubeconfig.yaml',
  'dump.csv',
  'backup.zip',
  '_private/notes.json',
  'img/lonely.png',
  'x.key',
]

const SECRETS = [
  ...UNPUBLISHED.map((path) => `/${path}`),
  '/.env',
  '/.git/config',
  '/.docent/server.json',
  '/.docent/docent.db',
  '/node_modules/x/a.png',
  '/out.png',
  '/linked-folder/a.png',
  '/linked.env',
  '/code.ts',
  '/public/.htpasswd',
  '/.htpasswd',
  '/docent.config.json',
  '/_docent/files/.git/config',
  '/_docent/files/data/server.json',
  '/_docent/files/assets/unused.png',
  '/_docent/files/..%2f..%2foutside.png',
  '/%2e%2e/outside.png',
  '/..%2foutside.png',
  '/_docent/files/../outside.png',
  '/old',
  '/outside',
  '/%2e%2e%2fescaped',
]

const SECRET = /SECRET/

for (const path of Object.values(FILES)) put(`project/${path}`)
for (const path of UNPUBLISHED) put(`project/website/docs/${path}`, 'SECRET')
for (const path of [
  'website/docs/.env',
  '.git/config',
  'website/docs/node_modules/x/a.png',
  'website/docs/public/.htpasswd',
])
  put(`project/${path}`, 'SECRET')
put('project/data/server.json', 'SECRET')
put('project/website/docs/.docent/server.json', '{"adminKey":"SECRET"}')
put('project/assets/unused.png', 'SECRET')
put('outside.png', 'SECRET')
put('outside/a.png', 'SECRET')
put('old/index.html', 'foreign')
put('project/website/docs/code.ts', 'export const shown = 1')
put('project/website/docs/site.css', '@font-face { font-family: x; src: url("/fonts/own.woff2") }')
for (const [link, target] of [
  ['linked.png', '../../assets/target.png'],
  ['out.png', '../../../outside.png'],
  ['linked-folder', '../../../outside'],
  ['linked.env', '.env'],
  ['secret.md', '../../../outside.png'],
] as const)
  symlinkSync(target, join(docs, link))
put('project/website/docs/index.md', PAGE)
put('project/website/docs/why?.md', '---\naliases: [../old, /what%3Fever, /%2e%2e/%2e%2e/old]\n---\n# Why\n')
put('project/website/docs/c#.md', '---\nredirect_from: /../../old\n---\n# C sharp\n')
put('project/website/docs/100%.md', '# All of it\n')
put('project/website/docs/a b.md', '# Apart\n')
put('project/website/docs/übung.md', '# Exercise\n')
put('project/website/docs/%2e%2e.md', '# Dots\n')
put(
  'project/website/docs/markup.md',
  '---\ntitle: \'<b>Hostile</b> "title" </script>\'\ntags: [oiling]\n---\n\nText.\n',
)
put('project/website/docs/%2e%2e%2fescaped.md', '---\nslug: /%2e%2e/%2e%2e/escaped\n---\n# Escaped\n')
put(
  'project/website/docs/docent.config.json',
  JSON.stringify({
    siteUrl: 'https://docs.example.com',
    logo: '/logo.svg',
    css: 'website/docs/site.css',
    links: [{ text: 'PDF', url: '/header.pdf' }],
    openIn: [{ text: 'Assistant', url: 'https://assistant.example.com/?q={markdown}' }],
    redirects: { '/from%3F': '/why%3F' },
  }),
)

/** The base path of the site. */
const BASE = '/team/docs'

interface Shown {
  url: string
  close(): Promise<void>
}

async function serve(mode: 'dev' | 'serve'): Promise<Shown> {
  const served: Served = await serveFolder(project, {
    mode,
    host: '127.0.0.1',
    port: 0,
    base: `${BASE}/`,
    data: join(project, 'data'),
    config: join(docs, 'docent.config.json'),
  })
  return { url: served.url.replace(/\/$/, ''), close: () => served.close() }
}

async function build(): Promise<Shown> {
  const { code, stderr } = await run(
    'build',
    project,
    '--out',
    out,
    '--data',
    join(project, 'data'),
    '--config',
    join(docs, 'docent.config.json'),
    '--base',
    `${BASE}/`,
  )
  expect([code, stderr]).toEqual([0, expect.any(String)])
  const { server, url }: { server: Server; url: string } = await serveFiles(out, `${BASE}/`)
  return {
    url: url.replace(/\/$/, ''),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

describe.each([
  ['dev', () => serve('dev')],
  ['serve', () => serve('serve')],
  ['build', build],
] as const)('%s', (mode, show) => {
  let shown: Shown
  beforeAll(async () => {
    await buildClient()
    shown = await show()
  })
  afterAll(() => shown?.close())

  test.each(Object.entries(FILES))('%s is published', async (path, file) => {
    const response = await fetch(shown.url + path)
    expect([response.status, await response.text()]).toEqual([200, `project/${file}`])
  })

  test.each(SECRETS)('%s is not published', async (path) => {
    const response = await fetch(shown.url + path)
    expect([404, 400]).toContain(response.status)
    expect(await response.text()).not.toMatch(SECRET)
  })

  test.each(PAGES)('the page %s exists, without private content', async (path) => {
    const response = await fetch(shown.url + path)
    const html = await response.text()
    expect([response.status, html.match(SECRET)]).toEqual([200, null])
    expect(html).toContain('<h1')
  })

  test('all addresses of the sitemap, and all files and pages that a page links to, exist', async () => {
    const sitemap = await (await fetch(`${shown.url}/sitemap.xml`)).text()
    const addresses = [...sitemap.matchAll(/<loc>https:\/\/docs\.example\.com\/team\/docs([^<]*)<\/loc>/g)].map(
      (found) => found[1]!,
    )
    expect(addresses).toEqual(expect.arrayContaining(PAGES))
    const html = await (await fetch(`${shown.url}/`)).text()
    const article = /<article[\s\S]*<\/article>/.exec(html)![0]
    const linked = [...article.matchAll(/(?:src|href|poster)="\/team\/docs(\/[^"]*)"/g)].map((found) =>
      found[1]!.replaceAll('&amp;', '&').replaceAll('&#x26;', '&'),
    )
    expect(linked.length).toBeGreaterThan(18)
    const isRefused = (path: string): boolean => /out\.png|\.env|linked-folder|\.git/.test(path)
    for (const path of [...addresses, ...linked.filter((one) => !isRefused(one))])
      expect([path, (await fetch(shown.url + path.replace(/#.*$/, ''))).status]).toEqual([path, 200])
  })

  describe('in a browser', { tags: mode === 'serve' ? [] : 'long' }, () => {
    const browser = testBrowser()

    test('clicks navigate to pages with encoded names, and back', async () => {
      const page = await browser.newPage()
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(error.message))
      await page.goto(`${shown.url}/`)
      // The pointer over a link loads the app.
      await page.getByRole('navigation').getByRole('link', { name: 'Why', exact: true }).first().hover()
      await page.waitForFunction(() => history.state?.docent !== undefined)
      await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
      for (const [name, path] of [
        ['Why', '/why%3F'],
        ['C sharp', '/c%23'],
        ['All of it', '/100%25'],
        ['Dots', '/%252e%252e'],
      ] as const) {
        await page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click()
        await page.getByRole('heading', { level: 1, name }).waitFor()
        expect(new URL(page.url()).pathname).toBe(BASE + path)
      }
      await page.goBack()
      await page.getByRole('heading', { level: 1, name: 'All of it' }).waitFor()
      expect([await page.evaluate(() => 'sameDocument' in globalThis), faults]).toEqual([true, []])
      await page.close()
    })

    test('a hit of the search opens a page with an encoded name', async () => {
      const page = await browser.newPage()
      await page.goto(`${shown.url}/`)
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('sharp')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'C sharp' }).waitFor()
      expect(new URL(page.url()).pathname).toBe(`${BASE}/c%23`)
      await page.close()
    })
  })

  test('the Markdown of a page is beside it, and the page links to it', async () => {
    const markdown = await (await fetch(`${shown.url}/why%3F.md`)).text()
    expect(markdown).toContain('# Why')
    expect(await (await fetch(`${shown.url}/why%3F`)).text()).toContain(
      `<link rel="alternate" type="text/markdown" href="${BASE}/why%3F.md">`,
    )
    expect((await fetch(`${shown.url}/none.md`)).status).toBe(404)
  })

  test('a server answers a request for Markdown at the address of the page, files have headers for their host', async () => {
    const response = await fetch(`${shown.url}/why%3F`, { headers: { accept: 'text/markdown' } })
    const isMarkdown = response.headers.get('content-type')?.startsWith('text/markdown')
    expect([isMarkdown, /(^|, )accept(,|$)/.test(response.headers.get('vary') ?? '')]).toEqual([
      mode !== 'build',
      mode !== 'build',
    ])
    const hosts = await Promise.all(['/_headers', '/vercel.json'].map((path) => fetch(shown.url + path)))
    expect(hosts.map(({ status }) => status)).toEqual(mode === 'build' ? [200, 200] : [404, 404])
    if (mode !== 'build') return
    const [headers = '', vercel = ''] = await Promise.all(hosts.map((host) => host.text()))
    expect(headers).toContain(`${BASE}/*.md\n  Content-Type: text/markdown; charset=utf-8\n`)
    expect(headers).toMatch(/\/\*\.svg\n {2}Content-Security-Policy: default-src 'none';.* sandbox\n/)
    const { headers: rules } = JSON.parse(vercel) as { headers: { source: string }[] }
    expect(rules.map(({ source }) => source)).toContain(String.raw`/team/docs/(.*)\.md`)
  })

  test('a page can be opened in the programs of the configuration', async () => {
    const html = await (await fetch(`${shown.url}/why%3F`)).text()
    const read = encodeURIComponent(`https://docs.example.com${BASE}/why%3F.md`)
    expect(html).toContain(`href="https://assistant.example.com/?q=${read}"`)
  })

  test('every link and file of a page is below the base', async () => {
    const html = await (await fetch(`${shown.url}/why%3F`)).text()
    const links = [...html.matchAll(/(?:href|src|data-app|data-navigation)="(\/[^"]*)"/g)].map(([, link]) => link!)
    expect(links.length).toBeGreaterThan(10)
    expect(links.filter((link) => !link.startsWith(`${BASE}/`))).toEqual([])
  })

  test('a page runs only the boot script, under the strict policy', async () => {
    const response = await fetch(`${shown.url}/`)
    const html = await response.text()
    const inPage = /http-equiv="content-security-policy" content="([^"]*)"/.exec(html)?.[1]?.replaceAll('&#39;', "'")
    expect(response.headers.get('content-security-policy') ?? inPage).toContain("script-src 'self'; style-src 'self'")
    const scripts = html.match(/<script[^>]*>/g) ?? []
    expect(scripts).toHaveLength(2)
    expect(scripts[0]).toContain(`src="${BASE}/_docent/static/boot-`)
    expect(scripts[1]).toContain('type="application/json"')
  })

  test('page-data file and navigation file of a page have the content of the page', async () => {
    const html = await (await fetch(`${shown.url}/why%3F`)).text()
    const { site, page } = JSON.parse(/id="docent:state">(.*?)<\/script>/s.exec(html)![1]!) as PageState
    const data = await fetch(`${shown.url}/_docent/data/${site.build}/why%3F.json`)
    expect(data.headers.get('content-type')).toContain('application/json')
    const { article, build, ...view } = (await data.json()) as PageData
    expect([build, view]).toEqual([site.build, page])
    expect(html).toContain(article)
    const navigation = await fetch(`${shown.url}/_docent/nav/${page.navigation}.json`)
    const { items } = (await navigation.json()) as NavigationFile
    expect(items.map(({ title }) => title)).toContain('Why')
    for (const path of ['/_docent/data/other/why%3F.json', '/_docent/nav/other.json'])
      expect([path, (await fetch(shown.url + path)).status]).toEqual([
        path,
        mode === 'dev' && path.includes('data') ? 200 : 404,
      ])
  })

  test.each([['/nowhere'], ['/why%3F/nowhere'], ['/search/nowhere']])('%s is not found', async (path) => {
    const response = await fetch(shown.url + path)
    const html = await response.text()
    expect(response.status).toBe(404)
    expect(html).toContain('Page not found')
    expect(html).toContain('<meta name="robots" content="noindex">')
  })

  test('a title with markup is shown as text', async () => {
    const html = await (await fetch(`${shown.url}/markup`)).text()
    expect(html).not.toContain('<b>Hostile')
    expect(html.match(/<\/script>/g)).toHaveLength(2)
    expect(html).toContain('&#60;b&#62;Hostile&#60;/b&#62; &#34;title&#34; &#60;/script&#62;')
  })

  test('the search page exists in each mode and is not indexed', async () => {
    const response = await fetch(`${shown.url}/search`)
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).toContain('type="search"')
    expect(html).toContain('<meta name="robots" content="noindex">')
  })

  test('a tag has a page, and the list of tags links to it', async () => {
    expect(await (await fetch(`${shown.url}/tags`)).text()).toContain(`href="${BASE}/tags/oiling"`)
    expect(await (await fetch(`${shown.url}/tags/oiling`)).text()).toContain(`href="${BASE}/markup"`)
  })

  test('the files for programs contain public addresses', async () => {
    const textOf = async (path: string): Promise<string> => (await fetch(shown.url + path)).text()
    const address = 'https://docs.example.com/team/docs'
    expect(await textOf('/llms.txt')).toContain(`- [Why](${address}/why%3F.md)`)
    expect(await textOf('/llms.txt')).toMatch(/about [\d,]+ tokens/)
    expect(await textOf('/llms-full.txt')).toContain(`Source: ${address}/why%3F\n`)
    expect((await fetch(`${shown.url}/llms-full-2.txt`)).status).toBe(404)
    const markdown = await textOf('/index.md')
    expect(markdown).toMatch(
      /^> All pages of this documentation: \[llms\.txt\]\(https:\/\/docs\.example\.com\/team\/docs\/llms\.txt\)\n/,
    )
    expect(markdown).toContain(`[why](${address}/why%3F) [hash](${address}/c%23)`)
    expect(markdown).toContain(`![a](${address}/shown.png)`)
    expect(await textOf('/why%3F')).toContain(
      `<p hidden>For language models, this page is also available as Markdown at ${BASE}/why%3F.md. The list of all pages is ${address}/llms.txt.</p>`,
    )
    expect(await textOf('/robots.txt')).toContain(`\nSitemap: ${address}/sitemap.xml\n`)
    expect(await textOf('/')).toContain(`<link rel="canonical" href="${address}/">`)
  })

  test.each([['/what%3Fever'], ['/from%3F'], ['/why%3F/index.html']])(
    'the old address %s leads to the page',
    async (path) => {
      const response = await fetch(shown.url + path)
      expect(response.status).toBe(200)
      // A server redirects by status, a static host by a page.
      expect(response.url.includes(`${BASE}/why%3F`) || /url=\/team\/docs\/why%3F"/.test(await response.text())).toBe(
        true,
      )
    },
  )
})

test('the build wrote nothing outside its folder, and reports each problem with file and line', async () => {
  expect(readFileSync(join(top, 'old/index.html'), 'utf8')).toBe('foreign')
  expect(readdirSync(top).sort()).toEqual(['old', 'out', 'outside', 'outside.png', 'project'])
  const { stderr, stdout } = await run(
    'build',
    project,
    '--out',
    out,
    '--data',
    join(project, 'data'),
    '--config',
    join(docs, 'docent.config.json'),
    '--json',
  )
  const { problems, files } = JSON.parse(stdout) as {
    problems: { file: string; line?: number; code: string }[]
    files: { file: string; role: string }[]
  }
  const unpublished = files.flatMap(({ file, role }) => (role === 'left-out' ? file : []))
  expect(unpublished).toEqual(expect.arrayContaining(UNPUBLISHED))
  expect(unpublished).not.toContain('code.ts')
  const places = problems.map(({ file, line, code }) => `${file}:${line ?? ''} ${code}`)
  expect(places).toEqual(
    expect.arrayContaining([
      '%2e%2e%2fescaped.md:2 bad-address',
      'c#.md:2 bad-address',
      'why?.md:2 bad-address',
      'index.md:7 private-file',
      'index.md:9 private-file',
      'index.md:10 private-file',
      'index.md:11 private-file',
      'index.md:12 private-file',
      'index.md:13 private-file',
      'out.png: outside-folder',
      'linked-folder: outside-folder',
      'secret.md: outside-folder',
      'linked.env: private-file',
    ]),
  )
  expect(stderr).toMatch(/why\?\.md:2: The old address "\.\.\/old" is no path of this site/)
})
