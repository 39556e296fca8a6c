import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFrame } from './context.ts'

/** Below an article: where its source can be edited, and how old it is. */
export function ArticleFoot(): ReactNode {
  const { page, words } = useFrame()
  if (page.editUrl === undefined && page.updated === undefined) return null
  return (
    <p className="article-foot">
      {page.editUrl !== undefined && (
        <a href={page.editUrl} rel="noopener">
          {words.edit}
          <ArrowUpRight className="icon" aria-hidden />
        </a>
      )}
      {page.updated !== undefined && (
        <span>
          {words.updated} {/* The browser's data for dates may differ from the server's; the server's text is kept. */}
          <time dateTime={page.updated} suppressHydrationWarning>
            {dateIn(page.lang, page.updated)}
          </time>
        </span>
      )}
    </p>
  )
}

/** A day in a page's language; in UTC, so that server and browser agree. */
function dateIn(lang: string, iso: string): string {
  return new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(iso))
}
