import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { beforeEach, describe, expect, test } from 'vitest'

import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { configuredSource, loginOf, withFlags } from './crawl-options.ts'
import { crawlPlace } from './crawl-place.ts'
import { crawlSource, hasMostlyPages } from './crawl-source.ts'
import { readWaitFor } from './wait-for.ts'

let folder = ''
beforeEach(() => void (folder = folderOf()))

async function put(...names: string[]): Promise<void> {
  for (const name of names) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), 'text')
  }
}
const source = (argument: string, siteUrl?: string) => crawlSource(argument, siteUrl)

describe('the source of an argument', () => {
  test.each([
    ['https://docs.example', { kind: 'site', starts: ['https://docs.example/'] }],
    ['HTTP://docs.example/guide', { kind: 'site', starts: ['http://docs.example/guide'] }],
    ['https://docs.example/sitemap.xml', { kind: 'sitemap', sitemaps: ['https://docs.example/sitemap.xml'] }],
    ['https://docs.example/map.xml.gz?x', { kind: 'sitemap', sitemaps: ['https://docs.example/map.xml.gz?x'] }],
  ])('%s', async (argument, expected) => expect(await source(argument)).toEqual(expected))

  test('a list of addresses may begin with comments and empty lines', async () => {
    const file = join(folder, 'commented.txt')
    await writeFile(
      file,
      '\uFEFF# The guide\r\n\r\n  https://docs.example/a\r\n# The rest\r\nhttps://docs.example/b\r\n',
    )
    expect(await source(file)).toEqual({ kind: 'list', urls: ['https://docs.example/a', 'https://docs.example/b'] })
  })

  test('a file is a list of addresses if it begins with one, whatever its name is', async () => {
    const file = join(folder, 'urls.jsonl')
    await writeFile(file, '\uFEFF\r\nhttps://docs.example/a\r\n\r\n# later\r\nhttps://docs.example/b\r\n')
    expect(await source(file)).toEqual({ kind: 'list', urls: ['https://docs.example/a', 'https://docs.example/b'] })
    await writeFile(file, '{"objectID":"1"}\n')
    expect(await source(file)).toBeUndefined()
    expect(await source(join(folder, 'missing.jsonl'))).toBeUndefined()
  })

  test('the output of a project of Markdown is no part of it', async () => {
    await put('docs/index.md', 'docs/404.md', 'dist/index.html', 'dist/a.html', 'dist/b.html')
    expect(hasMostlyPages(folder)).toBe(true)
    await put('package.json')
    expect(hasMostlyPages(folder)).toBe(false)
  })

  test('a folder with an index.html and mostly HTML is a built site, also with Markdown twins', async () => {
    await put('index.html', 'index.md', 'guide/a.html', 'guide/a.md', '404.html')
    expect(await source(folder, 'https://docs.example/base/')).toEqual({
      kind: 'folder',
      folder,
      url: 'https://docs.example/base/',
    })
    await expect(source(folder)).rejects.toThrow(/is a built site .* with --site-url/)
  })

  test('the page of docsify and other pages beside its Markdown are no built site', async () => {
    await put('README.md', 'api/a.html', 'api/b.html')
    await writeFile(join(folder, 'index.html'), '<script>window.$docsify = {}</script>')
    expect(await source(folder)).toBeUndefined()
  })

  test.each([
    ['Markdown', ['a.md', 'b/c.md']],
    ['Markdown with the shell of a client-rendered site', ['index.html', 'README.md', 'guide.md']],
    ['Markdown beside generated HTML', ['index.md', 'api/index.html', 'api/a.html', 'api/b.html']],
    ['no file', []],
  ])('a folder of %s is no built site', async (_, names) => {
    await put(...names)
    expect(await source(folder)).toBeUndefined()
  })

  test('credentials in an address are refused and not repeated', async () => {
    const error = await source('https://reader:secret@docs.example/').then(String, String)
    expect(error).toMatch(/DOCENT_CRAWL_USERNAME/)
    expect(error).not.toContain('secret')
  })
})

describe('the configuration', () => {
  test('starts are a site, several sites, or a path below the docs folder', async () => {
    expect(await configuredSource({ start: ['https://a.example', 'https://b.example/x'] }, folder)).toEqual({
      kind: 'site',
      starts: ['https://a.example/', 'https://b.example/x'],
    })
    await put('dist/index.html')
    const config = { start: 'dist', siteUrl: 'https://docs.example/' }
    expect(await configuredSource(config, folder)).toMatchObject({ kind: 'folder', folder: join(folder, 'dist') })
    await expect(configuredSource({ start: 'elsewhere' }, folder)).rejects.toThrow(
      /"crawl.start": elsewhere is no site/,
    )
    expect(await configuredSource({}, folder)).toBeUndefined()
  })

  test('options of the command come before it, and its paths are relative to its folder', () => {
    const config = { start: 'https://a.example', pages: 10, rate: 1, config: 'docsearch.json' }
    expect(withFlags(config, { pages: 20, allowPrivate: true }, folder)).toEqual({
      ...config,
      pages: 20,
      allowPrivate: true,
      config: join(folder, 'docsearch.json'),
    })
  })
})

describe('the login', () => {
  test.each([
    [{}, undefined],
    [
      { DOCENT_CRAWL_USERNAME: 'docs', DOCENT_CRAWL_PASSWORD: 'p:w' },
      { kind: 'basic', user: 'docs', password: 'p:w' },
    ],
    [{ DOCENT_CRAWL_HEADER: 'X-Token: abc d' }, { kind: 'header', name: 'X-Token', value: 'abc d' }],
    [{ DOCENT_CRAWL_COOKIE: 'a=1; b=2' }, { kind: 'cookie', value: 'a=1; b=2' }],
  ])('%j', (env, expected) => expect(loginOf(env)).toEqual(expected))

  test.each([
    [{ DOCENT_CRAWL_USERNAME: 'docs' }, /belong together/],
    [{ DOCENT_CRAWL_HEADER: 'secret' }, /DOCENT_CRAWL_HEADER is no header/],
    [{ DOCENT_CRAWL_HEADER: 'A: secret\r\nB: x' }, /DOCENT_CRAWL_HEADER is no header/],
    [{ DOCENT_CRAWL_HEADER: 'A: secret', DOCENT_CRAWL_COOKIE: 'a=1' }, /Several logins/],
  ])('%j is refused without its value', (env, message) => {
    expect(() => loginOf(env)).toThrow(message)
    expect(() => loginOf(env)).not.toThrow(/secret/)
  })
})

test('--wait-for takes an address and a text', () => {
  expect(readWaitFor(['https://docs.example/v', '4f2a9c1'])).toEqual({ url: 'https://docs.example/v', text: '4f2a9c1' })
  for (const values of [['https://docs.example/v'], ['https://docs.example/v', 'a', 'b'], ['4f2a9c1', 'x']])
    expect(() => readWaitFor(values)).toThrow(/--wait-for|no http or https/)
})

test('the name of an index never leads out of the folder of crawls, and two names never share one', () => {
  const names = ['docs', 'Docs', '../docs', 'a/b', 'con\0', '.', '日本語', `${'x'.repeat(300)}`, '_0123456789abcdef']
  const folders = names.map((name) => crawlPlace('/data', name).folder)
  expect(folders[0]).toBe('/data/crawl/docs')
  for (const one of folders) expect(one).toMatch(/^\/data\/crawl\/[\w-]{1,64}$/)
  expect(new Set(folders.map((one) => one.toLowerCase())).size).toBe(names.length)
})
