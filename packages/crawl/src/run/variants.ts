/**
 * Addresses of one path that differ by their query only and have pages with the same text: versions of files, tokens and
 * states of the page. Their HTML differs where it repeats the query.
 */
import { visibleText } from '../html/visible-text.ts'
import type { StoredPage } from '../store/pages.ts'
import type { Run } from './run.ts'

/** Largest number of addresses of one path whose pages are compared; more of them are views of data. */
const MAX_VARIANTS = 200

/** Ends the variants of a page: the one without a query stays, else the first. @param pages in order of URL. */
export function endVariants(run: Run, pages: Iterable<StoredPage>): void {
  const { frontier } = run.store
  const paths = new Set([...frontier.openPages()].filter((url) => url.includes('?')).map(withoutQuery))
  if (paths.size === 0) return
  const byPath = new Map<string, StoredPage[]>()
  for (const page of pages) {
    const path = withoutQuery(page.url)
    if (!paths.has(path)) continue
    const own = byPath.get(path)
    if (own === undefined) byPath.set(path, [page])
    else own.push(page)
  }
  for (const own of byPath.values()) {
    if (own.length === 1 || own.length > MAX_VARIANTS) continue
    const first = new Map<string, string>()
    for (const { url, body } of own) {
      const text = visibleText(run.store.pages.body(body))
      const same = text === undefined ? undefined : first.get(text)
      if (same !== undefined) frontier.end(url, { state: 'skipped', reason: 'duplicate', detail: same })
      else if (text !== undefined) first.set(text, url)
    }
  }
}

const withoutQuery = (url: string): string => url.split('?', 1).join('')
