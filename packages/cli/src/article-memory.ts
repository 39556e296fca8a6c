/** Rendered articles in memory, by the page's hash: a server renders a page at its first request only. */
import type { Page } from '@docent/ingest'

/** How much HTML is kept: 64 million UTF-16 units are some 2,000 large pages. */
const MAX_KEPT = 64_000_000

/** A memory of its own. What it gives was rendered now, or is kept for an equal page; the oldest are forgotten first. */
export function keepArticles(): (page: Page, render: () => Promise<string>) => Promise<string> {
  const kept = new Map<string, string>()
  let size = 0
  return async ({ hash }, render) => {
    const known = kept.get(hash)
    if (known !== undefined) return known
    const html = await render()
    if (!kept.has(hash)) size += html.length
    kept.set(hash, html)
    for (const [oldest, { length }] of kept) {
      if (size <= MAX_KEPT) break
      kept.delete(oldest)
      size -= length
    }
    return html
  }
}
