/**
 * The search client, a separate bundle. The dialog and the pages with results import it instead of its modules
 * (`build/build-client.ts`), so that a page has one client.
 */
export { browserStorage, SearchError, systemClock } from '@docent/client'
export { clientOf, FACETS, reportUrlOf, scopeOf } from './site-search.ts'
