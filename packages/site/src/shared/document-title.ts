import type { PageState } from './page-data.ts'

/** What the browser's tab and a screen reader say of a page. */
export function documentTitle({ site, page }: PageState): string {
  if (page.kind === 'landing' || page.title === site.title) return site.title
  if (page.search && page.search.query !== '') return `${page.search.query} · ${page.title} · ${site.title}`
  return `${page.title} · ${site.title}`
}
