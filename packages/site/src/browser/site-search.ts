/** What the dialog, the search page and the not-found page share: one client for each index, and what is searched. */
import { browserStorage, createClient } from '@docent/client'
import type { Facet } from '@docent/dialog'
import type { SearchParams } from '@docent/engine'
import type { PageView, SiteInfo } from '../shared/page-data.ts'
import { RESERVED } from '../shared/paths.ts'
import { createStaticClient, type StartedIndex, type SiteSearchClient } from './static-search.ts'

let known: { site: string; client: SiteSearchClient } | undefined

/**
 * The client of a site. A new build has a new index, so it gets a new one: answers of the old one lead to what is gone.
 * @param early of a site without a server, where it was begun before; it asks ahead in `scope`.
 */
export function clientOf(
  { search, base, live, build }: SiteInfo,
  early?: StartedIndex,
  scope: SearchParams = {},
): SiteSearchClient {
  const key = JSON.stringify([search, base, live, build])
  if (known?.site !== key) {
    const hosts = search.hosts.length > 0 ? search.hosts : [location.origin + base]
    const made = search.static
      ? createStaticClient(search.static, base, early, scope)
      : createClient({ hosts, appId: search.appId, apiKey: search.apiKey, storage: browserStorage() })
    known = { site: key, client: live ? uncached(made) : made }
  }
  return known.client
}

/** Where the reader reports a query without results; `undefined` where reports are not accepted. */
export function reportUrlOf({ search, base }: SiteInfo, query: string): string | undefined {
  // A site of files has no form that could take a report.
  const own = search.static ? undefined : `${base}${RESERVED}/report?query={query}`
  return (search.missingResultsUrl ?? own)
    ?.replaceAll('{query}', encodeURIComponent(query))
    .replaceAll('{page}', encodeURIComponent(location.href))
}

/** The reader's language and version. Only where the site has several: else every record is meant. */
export function scopeOf({ alternates, lang, version }: PageView): SearchParams {
  if (alternates.length === 0) return {}
  return { facetFilters: version === undefined ? [`lang:${lang}`] : [`lang:${lang}`, `version:${version}`] }
}

/** What can be filtered by: the dialog shows those of them that have more than one value. */
export const FACETS: Facet[] = [{ key: 'version' }, { key: 'lang' }, { key: 'hierarchy.lvl0' }]

/** While the author writes, an answer is old as soon as a file is saved: nothing is kept. */
function uncached(client: SiteSearchClient): SiteSearchClient {
  return {
    ...client,
    search(requests, options) {
      client.clearCache()
      return client.search(requests, options)
    },
    searchIndex(index, params, options) {
      client.clearCache()
      return client.searchIndex(index, params, options)
    },
  }
}
