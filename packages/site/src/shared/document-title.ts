import type { PageState } from './page-data.ts'

/** The title of a page, for the browser's tab and screen readers. */
export function documentTitle({ site, page }: PageState): string {
  if (page.kind === 'landing' || page.title === site.title) return site.title
  if (page.search && page.search.query !== '') return `${page.search.query} · ${page.title} · ${site.title}`
  return `${page.title} · ${site.title}`
}
