/** Rendered articles in memory, by the page's hash: a server renders a page at its first request only. */
import type { Page } from '@docent/ingest'

/** Maximum size of the HTML: 64 million UTF-16 units are about 2,000 large pages. */
const MAX_CACHED = 64_000_000

/** Creates a cache. Concurrent requests for one page share a rendering; the oldest articles are dropped first. */
export function createArticleCache(
  maxUnits = MAX_CACHED,
): (page: Page, render: () => Promise<string>) => Promise<string> {
  const articles = new Map<string, string>()
  const rendering = new Map<string, Promise<string>>()
  let size = 0
  return async ({ hash }, render) => {
    const known = articles.get(hash) ?? rendering.get(hash)
    if (known !== undefined) return known
    const work = render()
    rendering.set(hash, work)
    const html = await work.finally(() => rendering.delete(hash))
    articles.set(hash, html)
    size += html.length
    for (const [oldest, { length }] of articles) {
      if (size <= maxUnits) break
      articles.delete(oldest)
      size -= length
    }
    return html
  }
}
