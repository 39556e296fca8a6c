/** The pages of tags, rendered by the real site. */
import { beforeAll, expect, test } from 'vitest'
import { contentOf, SOURCES } from '../../testing/site-content.ts'
import { buildClient } from '../../build/build-client.ts'
import type { SiteContent } from './site-content.ts'
import type { PageData } from '../../shared/page-data.ts'
import { createSite } from '../server/site.ts'

beforeAll(async () => {
  await buildClient()
})

const base = contentOf(SOURCES)
const TAGS: Record<string, string[]> = {
  '/guide/install': ['Set up', 'node.js'],
  '/guide/configure': ['set up', '<b>'],
}
const english = base.pages.map((page) => ({ ...page, tags: TAGS[page.url] ?? [] }))
const japanese = english.map((page) => ({ ...page, url: page.url === '/' ? '/ja' : `/ja${page.url}`, lang: 'ja' }))
const CONTENT: SiteContent = {
  ...base,
  pages: [...english, ...japanese],
  navigations: [...base.navigations, { lang: 'ja', url: '/ja', items: [] }],
}

function get(path: string, content: Partial<SiteContent> = {}): Promise<Response> {
  const search = { hosts: [], appId: 'docent', apiKey: 'public', index: 'docs' }
  const site = createSite({ content: { ...CONTENT, ...content }, search, siteUrl: 'https://docs.example.com' })
  return site.fetch(new Request(`http://127.0.0.1${path}`))
}

async function dataOf(path: string): Promise<PageData> {
  const [, build = ''] = /"build":"(\w+)"/.exec(await (await get('/')).text()) ?? []
  return (await (await get(`/_docent/data/${build}${path}.json`)).json()) as PageData
}

test('a page shows its tags, each with a link to the pages of the tag', async () => {
  const html = await (await get('/guide/install')).text()
  expect(html).toContain('href="/tags/set-up">Set up</a>')
  expect(html).toContain('href="/tags/node-js">node.js</a>')
  const tag = await get('/tags/set-up')
  expect(tag.status).toBe(200)
  const listed = await tag.text()
  expect(listed).toContain('<title>Set up · Handbook</title>')
  expect(listed.match(/<ul class="tagged">.*?<\/ul>/s)?.[0].match(/href="[^"]*"/g)).toEqual([
    'href="/guide/install"',
    'href="/guide/configure"',
  ])
  expect(listed).not.toContain('noindex')
})

test('the list of all tags has their numbers of pages, as text', async () => {
  const { kind, tags } = await dataOf('/tags')
  expect(kind).toBe('tags')
  expect(tags?.map(({ title, pages }) => [title, pages])).toEqual([
    ['<b>', 1],
    ['node.js', 1],
    ['Set up', 2],
  ])
  expect(await (await get('/tags')).text()).not.toContain('<b><')
})

test('each language has its own tags, and the language switch links to the same tag', async () => {
  const { alternates, tagged, lang } = await dataOf('/ja/tags/set-up')
  expect(lang).toBe('ja')
  expect(tagged?.pages.map(({ url }) => url)).toEqual(['/ja/guide/install', '/ja/guide/configure'])
  expect(alternates.map(({ url }) => url)).toEqual(['/tags/set-up', '/ja/tags/set-up'])
})

test('an unknown tag and an empty list of tags are not found; a page of the docs precedes them', async () => {
  expect((await get('/tags/nothing')).status).toBe(404)
  const untagged = base.pages.map((page) => ({ ...page, tags: [] }))
  expect((await get('/tags', { pages: untagged })).status).toBe(404)
  const pages = CONTENT.pages.map((page) =>
    page.url === '/guide/install' ? { ...page, url: '/tags', key: '/tags' } : page,
  )
  const renderArticle = async (): Promise<string> => '<h1>Install</h1>'
  expect(await (await get('/tags', { pages, renderArticle })).text()).toContain('<title>Install')
})

test('tags are in the sitemap; unlisted pages are on no page of a tag', async () => {
  expect(await (await get('/sitemap.xml')).text()).toContain('<loc>https://docs.example.com/ja/tags/set-up</loc>')
  const pages = CONTENT.pages.map((page) => ({ ...page, frontMatter: { unlisted: true } }))
  expect((await get('/tags/set-up', { pages })).status).toBe(404)
})
