import type { Page } from '@docent/ingest'
import { expect, test } from 'vitest'
import { createArticleCache } from './article-memory.ts'

const page = (hash: string): Page => ({ hash }) as Page

test('the cache stays below its limit: the oldest articles are dropped', async () => {
  const articles = createArticleCache(1000)
  const rendered: string[] = []
  const ask = (hash: string): Promise<string> =>
    articles(page(hash), async () => {
      rendered.push(hash)
      return 'x'.repeat(300)
    })
  for (const hash of ['a', 'b', 'c', 'c', 'd']) await ask(hash)
  expect(rendered).toEqual(['a', 'b', 'c', 'd'])
  await ask('d')
  await ask('a')
  expect(rendered).toEqual(['a', 'b', 'c', 'd', 'a'])
})

test('concurrent requests for a page share a rendering, and a failed rendering is repeated', async () => {
  const articles = createArticleCache()
  let count = 0
  const ask = (): Promise<string> =>
    articles(page('a'), async () => {
      if (++count === 1) throw new Error('It failed.')
      return 'article'
    })
  const first = await Promise.allSettled([ask(), ask()])
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await Promise.all([ask(), ask()])).toEqual(['article', 'article'])
  expect(count).toBe(2)
})
