import type { Page } from '@docent/ingest'
import type { Snapshot } from '../content/snapshot.ts'

/** All pages except drafts, unlisted pages and the not-found page. */
export function publicPages({ content }: Snapshot): Page[] {
  return content.pages.filter(
    ({ draft, key, frontMatter }) => !draft && key !== '/404' && frontMatter.unlisted !== true,
  )
}
