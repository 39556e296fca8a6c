/** The dialog with its client: the part of the search that is fetched when it is wanted. */
import { type ChosenHit, type Facet, SearchDialog } from '@docent/dialog'
import { useMemo, type ReactNode } from 'react'
import type { PageView, SiteInfo } from '../page-data.ts'
import { RESERVED, toHref } from '../paths.ts'
import { searchPathOf, writeSearchAddress } from '../search-address.ts'
import '../styles/dialog.css'
import { wordsFor } from '../words.ts'
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
  const facets = useMemo(() => facetsOf(page), [page])
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
      facets={facets}
      getSearchPageUrl={({ query }) => toHref(base, searchPathOf(page)) + writeSearchAddress({ query, page: 1 })}
      getMissingResultsUrl={({ query }) => reportUrl.replace('{query}', encodeURIComponent(query))}
    />
  )
}

/** What can be filtered by: the dialog shows those of them that have more than one value. */
function facetsOf({ alternates, lang }: PageView): Facet[] {
  const words = wordsFor(lang)
  const section = { key: 'hierarchy.lvl0', label: words.section }
  if (alternates.length === 0) return [section]
  return [{ key: 'version', label: words.version }, { key: 'lang', label: words.language }, section]
}
