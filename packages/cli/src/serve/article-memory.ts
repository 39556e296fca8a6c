/** Rendered articles in memory, by the page's hash: a server renders a page at its first request only. */
import type { Page } from '@docent/ingest'

/** Maximum size of the HTML: 64 million UTF-16 units are about 2,000 large pages. */
const MAX_CACHED = 64_000_000

/** Creates a cache. Concurrent requests for one page share a rendering; the oldest articles are dropped first. */
export function createArticleCache(
  maxUnits = MAX_CACHED,
): (page: Page, render: () => Promise<string>) => Promise<string> {
  const kept = new Map<string, string>()
  const making = new Map<string, Promise<string>>()
  let size = 0
  return async ({ hash }, render) => {
    const known = kept.get(hash) ?? making.get(hash)
    if (known !== undefined) return known
    const made = render()
    making.set(hash, made)
    const html = await made.finally(() => making.delete(hash))
    kept.set(hash, html)
    size += html.length
    for (const [oldest, { length }] of kept) {
      if (size <= maxUnits) break
      kept.delete(oldest)
      size -= length
    }
    return html
  }
}
