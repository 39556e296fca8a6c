/**
 * The search without its dialog: a bundle of its own, so that the boot script can ask while React is on its way. The app's
 * parts import this very file in the place of the modules in it (`build.ts`), so that there is one client on a page.
 */
export { browserStorage, SearchError, systemClock } from '@docent/client'
export { askEarly, prepareClient } from './early-ask.ts'
export { clientOf, FACETS, reportUrlOf, scopeOf } from './site-search.ts'
