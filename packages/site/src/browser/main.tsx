/**
 * The app: hydrates the frame around the server-rendered article, and takes over navigation, search and live updates. The
 * boot script loads it at the first intent.
 */
import { useEffect, useSyncExternalStore, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { Frame } from '../app/frame.tsx'
import { SearchButton } from '../app/search-button.tsx'
import { FRAME_ID } from '../shared/frame-id.ts'
import type { NavigationFile, PageState, SearchAddress } from '../shared/page-data.ts'
import type { BootContext } from './boot-context.ts'
import { enhanceArticle, startEnhancements } from './enhance-article.ts'
import { markAfterNavigation, type Marks, clearMarksOnEscape } from './match-marks.ts'
import { pathKey } from '../shared/paths.ts'
import { createPageLoader } from './page-loader.ts'
import { startPrefetch } from './prefetch.ts'
import { startRouter, type Router } from './router.ts'
import { SearchSection } from './search/search-section.tsx'
import { showDiagrams } from './show-diagrams.ts'
import { createStore, type Store } from './store.ts'
import { trustArticle } from './trusted-article.ts'

/** Starts the app. @throws when the page has no state of the site; the page is then unchanged. */
export async function start(boot: BootContext): Promise<void> {
  const root = document.getElementById(FRAME_ID.app)
  const state = document.getElementById(FRAME_ID.state)
  if (!root || !state) throw new TypeError('The page has no app or no state.')
  const { site, page } = JSON.parse(state.textContent) as PageState
  const { items, words } = (await boot.navigation) as NavigationFile
  // The server's article, read before `enhance` adds buttons to it.
  const article = trustArticle(root.querySelector('.article')?.innerHTML ?? '')
  const store = createStore({ site, page, items, words, article, announcement: '' })
  const loader = createPageLoader(site.base, site.build, site.live)
  loader.keep(pathKey(page.url), { build: site.build, page, article, items, words })
  let router: Router | undefined

  const enhance = (): void => {
    enhanceArticle(store.get().words)
    showDiagrams(site.diagrams?.script, site.diagrams?.frame)
  }

  function takeOver(): void {
    boot.takeOver()
    router = startRouter(store, loader, enhance)
    startPrefetch(loader, site.base)
    startEnhancements(() => store.get().words)
    clearMarksOnEscape()
    enhance()
    if (site.live) void followChanges(router)
    connectSearch(router)
  }

  /** Follows the author's changes, on a dev server only. */
  async function followChanges(router: Router): Promise<void> {
    const { startLiveUpdates } = await import('./live-updates.ts')
    startLiveUpdates(store, router)
  }

  /** Opens the dialog's hits by client-side navigation, and passes each new page to the dialog. */
  function connectSearch({ navigate }: Router): void {
    const { search } = boot
    search.navigate = (url: string, marks: Marks | undefined) => {
      markAfterNavigation(new URL(url, location.href).href, marks)
      navigate(url)
    }
    store.subscribe(() => {
      const { site, page } = store.get()
      if (site === search.where?.site && page === search.where.page) return
      search.where = { site, page }
      search.moved?.()
    })
  }

  function showSearch(address: SearchAddress, replace: boolean): void {
    router?.search(address, replace)
  }

  // React reads `window.nodeName` for events on the window; an element with the id `nodeName` in an article would answer.
  Object.defineProperty(window, 'nodeName', { value: undefined })
  hydrateRoot(root, <App store={store} showSearch={showSearch} onMount={takeOver} />)
}

interface AppProps {
  store: Store
  showSearch(address: SearchAddress, replace: boolean): void
  /** Called when the frame is hydrated and can handle clicks and keys. */
  onMount(): void
}

function App({ store, showSearch, onMount }: AppProps): ReactNode {
  const { announcement, ...state } = useSyncExternalStore(store.subscribe, store.get, store.get)
  useEffect(onMount, [onMount])
  const results = <SearchSection site={state.site} page={state.page} showSearch={showSearch} />
  return <Frame {...state} search={<SearchButton />} results={results} announcement={announcement} />
}
