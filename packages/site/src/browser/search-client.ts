/**
 * The search without its dialog: a bundle of its own, which the dialog and the pages with results import in the place of
 * the modules in it (`build.ts`), so that there is one client on a page.
 */
export { browserStorage, SearchError, systemClock } from '@docent/client'
export { clientOf, FACETS, reportUrlOf, scopeOf } from './site-search.ts'
