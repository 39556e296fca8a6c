/** What the address of a search page says: `?q=install&page=2`. Read on the server for the form, in the browser for the results. */
import type { PageView, SearchAddress } from './page-data.ts'

/** Characters (UTF-16 units) that a query has at most: the specification's number, as in the dialog. */
export const QUERY_LENGTH = 64

/** A query as it is asked: cut at the limit, never through a surrogate pair. */
export function clipQuery(text: string): string {
  return text.slice(0, QUERY_LENGTH).replace(/[\uD800-\uDBFF]$/, '')
}

/** @param search the query string of a URL. */
function readSearchAddress(search: string): SearchAddress {
  const params = new URLSearchParams(search)
  const page = Number(params.get('page') ?? 1)
  return { query: clipQuery(params.get('q') ?? ''), page: Number.isSafeInteger(page) && page > 0 ? page : 1 }
}

/** The query string for a URL; empty for no query. */
export function writeSearchAddress({ query, page }: SearchAddress): string {
  if (query === '') return ''
  return `?${new URLSearchParams({ q: query, ...(page > 1 && { page: String(page) }) })}`
}

/** The search page of a page's language and version. */
export function searchPathOf({ alternates, lang, version }: PageView): string {
  return alternates.find((other) => other.lang === lang && other.version === version)?.search ?? '/search'
}

/** A page as it stands at an address: page-data files are the same for every query, so they cannot know it. */
export function atAddress<P extends PageView>(page: P, search: string): P {
  return page.kind === 'search' ? { ...page, search: readSearchAddress(search) } : page
}
