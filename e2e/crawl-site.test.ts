/** Docent's own export, served as files, crawled: the index is that of the Markdown. */
import type { Server } from 'node:http'
import { join } from 'node:path'
import { crawl, type CrawlResult } from '@docent/crawl'
import { buildIndex, DOCS_SETTINGS, type DocRecord, openIndex, search } from '@docent/engine'
import { readDocs } from '@docent/ingest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderOf, putFiles } from '../packages/ingest/src/testing/folder-of.ts'
import { run } from './docent-process.ts'
import { serveFiles } from './file-server.ts'

const folder = folderOf()
const docs = join(folder, 'docs')
const out = join(folder, 'out')
const BASE = '/manual/'

/** Pages with each kind of block whose HTML has other texts than its Markdown: tabs, callouts, code, tables, footnotes. */
const PAGES: Record<string, string> = {
  'index.md': '# Gears\n\nAll about gears. See [the ratio](guide/ratio.md#changing-it).\n',
  'guide/ratio.md':
    '# Ratio\n\nTeeth by teeth.\n\n## Changing it\n\nTurn `--ratio` up.\n\n### In the field\n\nBy hand.\n',
  'guide/oil.md': [
    '# Lubrication',
    '> [!WARNING]\n> Never smoke.',
    '```ts title="oil.ts"\nconst viscosity = 40 // [!code highlight]\n```',
    '| Oil | Use |\n|---|---|\n| Linseed | Never |',
    '- [x] Drain\n- [ ] Fill',
    '<details><summary>Why</summary>\n\nIt is sticky.\n\n</details>',
    'Warm it.[^1]',
    '[^1]: At 20 °C.',
  ].join('\n\n'),
  'guide/install.md':
    '# Install\n\n::: code-group\n\n```sh [npm]\nnpm install gears\n```\n\n```sh [pnpm]\npnpm add gears\n```\n\n:::\n\n## On Windows\n\nUse WSL.\n',
  'zh/index.md': '# 齿轮\n\n关于齿轮的一切。\n\n## 变速比\n\n调高它。\n',
}

let server: Server
let origin = ''

beforeAll(async () => {
  putFiles(docs, PAGES)
  expect(await run('build', docs, '--out', out, '--base', BASE)).toMatchObject({ code: 0, stderr: '' })
  const served = await serveFiles(out, BASE, 'removed')
  server = served.server
  origin = new URL(served.url).origin
})
afterAll(() => server?.close())

async function withCrawl<T>(store: string, use: (result: CrawlResult) => T): Promise<T> {
  const source = { kind: 'site', starts: [origin + BASE] } as const
  const result = await crawl({ source, store: join(folder, store), version: '0.0.0', allowPrivate: true })
  try {
    return use(result)
  } finally {
    result.close()
  }
}

/** A record without the attributes that follow from the address of its page. Line breaks of a paragraph are blanks in HTML. */
function comparedOf({ url, hierarchy, content, code, type, lang, weight }: DocRecord): object {
  const { pathname, hash } = new URL(url, origin)
  const path = pathname.replace(BASE, '/').replace(/(.)\/$/, '$1')
  return {
    url: path + decodeURIComponent(hash),
    hierarchy,
    content: content?.replaceAll('\n', ' '),
    code,
    type,
    lang,
    weight,
  }
}

const byUrl = (a: object, b: object): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)

test('its records are those of the Markdown', async () => {
  const { records } = await readDocs(docs)
  const crawled = await withCrawl('records.db', ({ candidate }) => [...candidate.records()])
  expect(crawled.map(comparedOf).toSorted(byUrl)).toEqual(records.map(comparedOf).toSorted(byUrl))
})

test('every page is indexed, and each other address has a reason', async () => {
  const verdicts = await withCrawl('verdicts.db', (result) => [...result.verdicts()])
  const indexed = verdicts.filter(({ state }) => state === 'indexed')
  expect(indexed.map(({ url }) => new URL(url).pathname.replace(/\/$/, '')).toSorted()).toEqual(
    ['', '/guide/install', '/guide/oil', '/guide/ratio', '/zh'].map((path) => BASE.slice(0, -1) + path).toSorted(),
  )
  expect(verdicts.filter(({ state }) => state === 'failed')).toEqual([])
})

test('a section is found by its words, in code and in a closed tab', async () => {
  const records = await withCrawl('search.db', ({ candidate }) => [...candidate.records()])
  const index = openIndex(buildIndex(records, DOCS_SETTINGS), DOCS_SETTINGS)
  const first = (query: string): unknown => search(index, { query }).hits[0]?.url
  expect(first('changing ratio')).toBe(`${origin}${BASE}guide/ratio#changing-it`)
  expect(first('viscosity')).toBe(`${origin}${BASE}guide/oil`)
  expect(first('pnpm add')).toBe(`${origin}${BASE}guide/install`)
  expect(first('变速比')).toBe(`${origin}${BASE}zh#变速比`)
})

test('a second crawl of the unchanged site has byte-identical records', async () => {
  const read = ({ candidate }: CrawlResult): string => JSON.stringify([...candidate.records()])
  const first = await withCrawl('twice.db', read)
  expect(await withCrawl('twice.db', read)).toBe(first)
  expect(await withCrawl('again.db', read)).toBe(first)
})
