import { toHref } from '../../shared/paths.ts'
import { oncePerPage } from '../content/once-per-page.ts'

/** The Markdown of a page with links that programs can follow from anywhere; `undefined` when the content has none. */
export const markdownText = oncePerPage(({ site, content }, page): string | undefined =>
  content.readMarkdown?.(page, (path) => (site.siteUrl ?? '') + toHref(site.base, path)),
)
