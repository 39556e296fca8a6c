/**
 * Searches while the dialog loads: a separate bundle with the core of the dialog, which needs no components.
 *
 * Median of 5 alternating searches on slow 4G with a server, two busy cores: first hit 548 ms after Ctrl+K instead of 963 ms
 * (`npm run bench -- all first-result`). On a static site the worker loads longer than the dialog, so there it has no gain.
 */
import { type Controller, prepareSearch } from '@docent/dialog'
import type { PageState } from '../../shared/page-data.ts'
import { clientOf, FACETS, scopeOf } from './site-search.ts'

/** The search of a page; the dialog continues with it. */
export function startQueries({ site, page }: PageState): Controller {
  return prepareSearch({
    client: clientOf(site),
    indexName: site.search.index,
    searchParameters: scopeOf(page),
    facets: FACETS,
  })
}
