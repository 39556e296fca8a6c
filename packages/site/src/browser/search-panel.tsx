/** The dialog with its client: the part of the search that is fetched when it is wanted. */
import { browserStorage, createClient, type SearchClient } from '@docent/client'
import { SearchDialog } from '@docent/dialog'
import type { SearchParams } from '@docent/engine'
import { useMemo, type ReactNode } from 'react'
import type { PageView, SiteInfo } from '../page-data.ts'
import { RESERVED } from '../paths.ts'
import { createStaticClient } from './static-search.ts'
import '../styles/dialog.css'

/** What the dialog needs of the app. */
export interface SearchPanelProps {
  site: SiteInfo
  page: PageView
  open: boolean
  /** Typed before the dialog was there. */
  initialQuery: string
  onClose(): void
  navigate(url: string): void
}

/** The search dialog of the site: searches the reader's language and version. */
export function SearchPanel({ site, page, open, initialQuery, onClose, navigate }: SearchPanelProps): ReactNode {
  const { search, base, live } = site
  // A new build has a new index: a client of its own, since answers of the old one would lead to sections that are gone.
  const client = useMemo(() => {
    if (search.static) return createStaticClient(search.static, base)
    const hosts = search.hosts.length > 0 ? search.hosts : [location.origin + base]
    const made = createClient({ hosts, appId: search.appId, apiKey: search.apiKey, storage: browserStorage() })
    return live ? uncached(made) : made
  }, [search, base, live])
  const several = page.alternates.length > 0
  const { lang, version } = page
  const searchParameters = useMemo(() => filterOf(several, lang, version), [several, lang, version])
  // A site of files has no form that could take a report.
  const form = search.static ? undefined : `${base}${RESERVED}/report?query={query}`
  const reportUrl = search.missingResultsUrl ?? form
  return (
    <SearchDialog
      client={client}
      indexName={search.index}
      open={open}
      onClose={onClose}
      navigate={navigate}
      initialQuery={initialQuery}
      searchParameters={searchParameters}
      {...(reportUrl !== undefined && {
        getMissingResultsUrl: ({ query }) => reportUrl.replace('{query}', encodeURIComponent(query)),
      })}
    />
  )
}

/** While the author writes, an answer is old as soon as a file is saved: nothing is kept. */
function uncached(client: SearchClient): SearchClient {
  return {
    ...client,
    search(requests, options) {
      client.clearCache()
      return client.search(requests, options)
    },
  }
}

/** Only where the site has several languages or versions: else every record is meant. */
function filterOf(several: boolean, lang: string, version: string | undefined): SearchParams {
  if (!several) return {}
  return { facetFilters: version === undefined ? [`lang:${lang}`] : [`lang:${lang}`, `version:${version}`] }
}
