/** The dialog with its client: the part of the search that is fetched when it is wanted. */
import { loadMessages, SearchDialog } from '@docent/dialog'
import { useMemo, type ReactNode } from 'react'
import type { PageView, SiteInfo } from '../page-data.ts'
import { toHref } from '../paths.ts'
import { searchPathOf, writeSearchAddress } from '../search-address.ts'
import type { Marks } from './landing.ts'
import { marksOf } from './marks.ts'
import { clientOf, FACETS, reportUrlOf, scopeOf } from './site-search.ts'

/** What the dialog needs of the app. */
export interface SearchPanelProps {
  site: SiteInfo
  page: PageView
  open: boolean
  /** Typed before the dialog was there. */
  initialQuery: string
  onClose(): void
  /** Back led to the open dialog, with this query. */
  onReopen(query: string): void
  navigate(url: string, marks: Marks | undefined): void
}

/**
 * Fetches the dialog's words in the page's language, so that it does not speak two languages one after the other; the
 * index of a site without a server comes meanwhile.
 */
export async function prepareSearch(site: SiteInfo): Promise<void> {
  clientOf(site)
  await loadMessages(document.documentElement.lang)
}

/** The search dialog of the site: searches the reader's language and version. */
export function SearchPanel(props: SearchPanelProps): ReactNode {
  const { site, page, open, initialQuery, onClose, onReopen, navigate } = props
  const { search, base } = site
  const client = clientOf(site)
  const searchParameters = useMemo(() => scopeOf(page), [page])
  return (
    <SearchDialog
      client={client}
      indexName={search.index}
      open={open}
      onClose={onClose}
      onReopen={onReopen}
      language={page.lang}
      navigate={(url, { matches }) => navigate(url, marksOf(site, matches))}
      initialQuery={initialQuery}
      searchParameters={searchParameters}
      facets={FACETS}
      getSearchPageUrl={({ query }) => toHref(base, searchPathOf(page)) + writeSearchAddress({ query, page: 1 })}
      getMissingResultsUrl={({ query }) => reportUrlOf(site, query)}
    />
  )
}
