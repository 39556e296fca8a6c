/** The query in the address of a search page: `?q=install&page=2`. The server reads it for the form, the browser for the results. */
import type { PageView, SearchAddress } from './page-data.ts'

/** Maximum length of a query in UTF-16 units (the specification's value), as in the dialog. */
export const QUERY_LENGTH = 64

/** A query cut to `QUERY_LENGTH`, never through a surrogate pair. */
export function clipQuery(text: string): string {
  return text.slice(0, QUERY_LENGTH).replace(/[\uD800-\uDBFF]$/, '')
}

/** @param search the query string of a URL. */
function readSearchAddress(search: string): SearchAddress {
  const params = new URLSearchParams(search)
  const page = Number(params.get('page') ?? 1)
  return { query: clipQuery(params.get('q') ?? ''), page: Number.isSafeInteger(page) && page > 0 ? page : 1 }
}

/** The query string of a URL; empty when there is no query. */
export function writeSearchAddress({ query, page }: SearchAddress): string {
  if (query === '') return ''
  return `?${new URLSearchParams({ q: query, ...(page > 1 && { page: String(page) }) })}`
}

/** The path of the search page of a page's language and version. */
export function searchPathOf({ alternates, lang, version }: PageView): string {
  return alternates.find((other) => other.lang === lang && other.version === version)?.search ?? '/search'
}

/** A page with the query of its address, which page-data files do not contain since they are the same for every query. */
export function atAddress<P extends PageView>(page: P, search: string): P {
  return page.kind === 'search' ? { ...page, search: readSearchAddress(search) } : page
}
