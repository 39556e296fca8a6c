import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Docs, readDocs } from '@docent/ingest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Claims, startArticleThreads } from './article-threads.ts'
import { type Rendered, renderPage } from './rendered.ts'

const PAGES = 90
const folder = mkdtempSync(join(tmpdir(), 'docent-threads-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let docs: Docs
let alone: Rendered[]

beforeAll(async () => {
  writeFileSync(join(folder, 'part.md'), 'A part of *other* pages.\n')
  for (let page = 0; page < PAGES; page++)
    writeFileSync(
      join(folder, `page-${page}.md`),
      `# Page ${page}\n\nSee [next](page-${(page + 1) % PAGES}.md#code).\n\n<!--@include: ./part.md-->\n\n## Code\n\n\`\`\`js\nlet a = ${page}\n\`\`\`\n`,
    )
  docs = await readDocs(folder, { anchors: 'vitepress' })
  alone = []
  for (const page of docs.pages) alone.push(await renderPage(docs, page, new Map()))
})

/** The articles of the pages at these places, as a build takes them. */
async function taken(count: number, order: number[]): Promise<Rendered[]> {
  const threads = startArticleThreads(docs, docs.pages, count)
  try {
    const articles: Rendered[] = []
    for (const at of order) articles[at] = await threads.take(docs.pages[at]!, new Map())
    return articles
  } finally {
    await threads.end()
  }
}

const bytesOf = ({ article, problems, bytes }: Rendered): unknown => ({ article, problems, bytes: bytes?.join() })

test.each([
  [0, 'in order', (at: number) => at],
  [1, 'in order', (at: number) => at],
  [1, 'from the last page on', (at: number) => docs.pages.length - 1 - at],
  [3, 'every second page', (at: number) => (at * 2) % docs.pages.length],
])('articles are the same with %d further threads, taken %s', async (count, _order, placeOf) => {
  const order = [...new Set([...docs.pages.keys()].map(placeOf))]
  const articles = await taken(count, order)
  for (const at of order) expect(bytesOf(articles[at]!)).toEqual(bytesOf(alone[at]!))
})

test('threads that have ended leave no page without an article', async () => {
  const threads = startArticleThreads(docs, docs.pages, 2)
  const first = await threads.take(docs.pages[0]!, new Map())
  expect(bytesOf(first)).toEqual(bytesOf(alone[0]!))
  // They wait for the build, which is too far behind.
  await new Promise((resolve) => setTimeout(resolve, 1000))
  await threads.end()
  for (const [at, page] of docs.pages.entries())
    expect(bytesOf(await threads.take(page, new Map()))).toEqual(bytesOf(alone[at]!))
})

test('each page is claimed once', () => {
  const shared = Claims.memory(3)
  const [one, other] = [new Claims(shared), new Claims(shared)]
  expect([one.claim(1), other.claim(1), other.claimFrom(0), one.claimFrom(0), one.claimFrom(0)]).toEqual([
    true,
    false,
    0,
    2,
    undefined,
  ])
})
