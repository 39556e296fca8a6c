import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { StoreBusyError } from '../store/lock.ts'
import { testStore } from '../testing/crawl-site.ts'
import { docPage, serveSite, type Answer, type SiteServer } from '../testing/site-server.ts'

const PAGES = 120
const PROCESS = fileURLToPath(new URL('../testing/crawl-process.ts', import.meta.url))

/** A tree of pages; each answer takes 10 ms. */
const tree: Answer = ({ url = '' }, response) => {
  const at = url === '/' ? 1 : Number(/^\/p(\d+)$/.exec(url)?.[1] ?? Number.NaN)
  if (!(at <= PAGES)) return void response.writeHead(404).end()
  const links = [`/p${at * 3 - 1}`, `/p${at * 3}`, `/p${at * 3 + 1}`].filter((link) => Number(link.slice(2)) <= PAGES)
  const page = docPage(`Page ${at}`, `Text of page ${at}.`, links)
  return void setTimeout(() => response.setHeader('content-type', 'text/html').end(page), 10)
}

const pagesOf = (requests: readonly string[]): string[] => requests.filter((path) => path.startsWith('/p'))

/** Crawls in a process that is killed as soon as the site received a number of requests for pages. */
async function crawlAndKill(site: SiteServer, store: string, count: number): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [PROCESS, `${site.origin}/`, store], { stdio: 'ignore' })
  const timer = setInterval(() => {
    if (pagesOf(site.requests).length >= count) child.kill('SIGKILL')
  }, 1)
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  clearInterval(timer)
  return signal
}

test(
  'a crawl that was killed continues where it was, and has the result of one that was not',
  { tags: 'long' },
  async () => {
    await using site = await serveSite({ '*': tree })
    using whole = testStore()
    const expected = await whole.crawl(site.origin)
    expect(expected.counts.indexed).toBe(PAGES)

    using store = testStore()
    for (const count of [20, 50, 80]) {
      site.requests.length = count === 20 ? 0 : site.requests.length
      expect(await crawlAndKill(site, store.file, count)).toBe('SIGKILL')
    }
    const { counts, records, verdicts, outcome } = await store.crawl(site.origin)
    expect({ counts, records, verdicts, outcome }).toEqual({
      counts: expected.counts,
      records: expected.records,
      verdicts: expected.verdicts,
      outcome: 'complete',
    })
    // Only the requests that were under way at a kill are repeated: eight connections, and the first of a depth.
    expect(pagesOf(site.requests).length).toBeLessThanOrEqual(PAGES + 3 * 9)
  },
)

test('a crawl that was ended continues, and a fresh one starts over', async () => {
  await using site = await serveSite({ '*': tree })
  using store = testStore()
  const stop = new AbortController()
  const ended = store.crawl(site.origin, {
    signal: stop.signal,
    onProgress: ({ done }) => done > 30 && stop.abort(new Error('ended by the user')),
  })
  await expect(ended).rejects.toThrow('ended by the user')
  const before = pagesOf(site.requests).length
  expect(before).toBeLessThan(PAGES)
  expect((await store.crawl(site.origin)).counts.indexed).toBe(PAGES)
  expect(pagesOf(site.requests).length).toBeLessThanOrEqual(PAGES + 9)
  site.requests.length = 0
  await store.crawl(site.origin, { fresh: true })
  expect(pagesOf(site.requests).length).toBe(PAGES - 1)
})

test('an extraction that was ended is repeated, and requests nothing', async () => {
  await using site = await serveSite({ '*': tree })
  using whole = testStore()
  const expected = await whole.crawl(site.origin)
  using store = testStore()
  const stop = new AbortController()
  const ended = store.crawl(site.origin, {
    signal: stop.signal,
    onProgress: ({ phase, done }) => phase === 'extract' && done < PAGES && stop.abort(new Error('ended by the user')),
  })
  await expect(ended).rejects.toThrow('ended by the user')
  site.requests.length = 0
  const { counts, records, verdicts } = await store.crawl(site.origin)
  expect(pagesOf(site.requests)).toEqual([])
  expect({ counts, records, verdicts }).toEqual({
    counts: expected.counts,
    records: expected.records,
    verdicts: expected.verdicts,
  })
})

test('one crawl at a time uses a store', async () => {
  await using site = await serveSite({ '*': tree })
  using store = testStore()
  const first = store.crawl(site.origin)
  await expect(store.crawl(site.origin)).rejects.toThrow(StoreBusyError)
  expect((await first).counts.indexed).toBe(PAGES)
})
