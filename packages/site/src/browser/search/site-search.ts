/** The search client and its filters, shared by the dialog, the search page and the not-found page. */
import { browserStorage, createClient } from '@docent/client'
import type { Facet } from '@docent/dialog'
import type { SearchParams } from '@docent/engine'
import { wordForms } from '../../shared/language.ts'
import type { PageView, SiteInfo } from '../../shared/page-data.ts'
import { RESERVED } from '../../shared/paths.ts'
import { createStaticClient, type StartedIndex, type SiteSearchClient } from './static-search.ts'

let known: { site: string; client: SiteSearchClient } | undefined

/**
 * The client of a site. A new build gets a new client, since cached answers may link to removed pages.
 * @param early the started worker and files of a static site. @param scope filters of the queries sent in advance.
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

/** The URL for reporting a query without results; `undefined` when reports are not accepted. */
export function reportUrlOf({ search, base }: SiteInfo, query: string): string | undefined {
  // A static site has no server that could receive a report.
  const own = search.static ? undefined : `${base}${RESERVED}/report?query={query}`
  return (search.missingResultsUrl ?? own)
    ?.replaceAll('{query}', encodeURIComponent(query))
    .replaceAll('{page}', encodeURIComponent(location.href))
}

/**
 * Forms of words of the page's language, and filters for its language and version. No filter for a language or version that is the
 * only one of the site, since all records match then.
 */
export function scopeOf(page: PageView): SearchParams {
  const facetFilters = (['lang', 'version'] as const).flatMap((key) =>
    page[key] && page.alternates.some((other) => other[key] !== page[key]) ? [`${key}:${page[key]}`] : [],
  )
  return { ...wordForms(page.lang), ...(facetFilters[0] && { facetFilters }) }
}

/** The facets for filters; the dialog shows those with more than one value. */
export const FACETS: Facet[] = [{ key: 'version' }, { key: 'lang' }, { key: 'hierarchy.lvl0' }]

/** Without a cache, since on a dev server every saved file makes the answers outdated. */
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
