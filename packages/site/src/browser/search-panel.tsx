/** The dialog with its client: the part of the search that is fetched when it is wanted. */
import { type ChosenHit, SearchDialog } from '@docent/dialog'
import { useMemo, type ReactNode } from 'react'
import type { PageView, SiteInfo } from '../page-data.ts'
import { RESERVED } from '../paths.ts'
import '../styles/dialog.css'
import { clientOf, scopeOf } from './site-search.ts'

/** What the dialog needs of the app. */
export interface SearchPanelProps {
  site: SiteInfo
  page: PageView
  open: boolean
  /** Typed before the dialog was there. */
  initialQuery: string
  onClose(): void
  navigate(url: string, hit: ChosenHit): void
}

/** The search dialog of the site: searches the reader's language and version. */
export function SearchPanel({ site, page, open, initialQuery, onClose, navigate }: SearchPanelProps): ReactNode {
  const { search, base } = site
  const client = clientOf(site)
  const searchParameters = useMemo(() => scopeOf(page), [page])
  const reportUrl = search.missingResultsUrl ?? `${base}${RESERVED}/report?query={query}`
  return (
    <SearchDialog
      client={client}
      indexName={search.index}
      open={open}
      onClose={onClose}
      navigate={navigate}
      initialQuery={initialQuery}
      searchParameters={searchParameters}
      getMissingResultsUrl={({ query }) => reportUrl.replace('{query}', encodeURIComponent(query))}
    />
  )
}
