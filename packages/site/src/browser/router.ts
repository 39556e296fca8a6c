/**
 * Client-side navigation. A click on a link of the site fetches only the page's data; the address changes when the data has
 * arrived. When that takes too long, or fails, the browser loads the page in full. A newer navigation cancels an older one.
 * Every history entry has a key, under which the scroll position is stored.
 */
import { flushSync } from 'react-dom'
import { documentTitle } from '../shared/document-title.ts'
import { belowBase, pathKey, toHref } from '../shared/paths.ts'
import { atAddress, writeSearchAddress } from '../shared/search-address.ts'
import type { SearchAddress } from '../shared/page-data.ts'
import { directionOf } from '../shared/language.ts'
import { showMarks } from './match-marks.ts'
import { isPlainClick, linkOf, pageTarget } from './link-target.ts'
import type { LoadedPage, PageLoader } from './page-loader.ts'
import { currentPosition, goToStart, restorePosition } from './scroll-and-focus.ts'
import { createPositions } from './scroll-positions.ts'
import { BROWSER, reloadOnce } from './reload-once.ts'
import { revealCurrent } from './reveal-current.ts'
import type { Store } from './store.ts'
import { createTimedLoad } from './timed-load.ts'

/** Client-side navigation of one page. */
export interface Router {
  /** Navigates to a page of the site as a click does; other URLs are loaded in full. */
  navigate(href: string): void
  /** On a search page: shows another query without leaving the form. @param replace whether the history entry is replaced. */
  search(address: SearchAddress, replace: boolean): void
  /** Shows a newer state of the current page at the same scroll position. */
  refresh(build: string): Promise<void>
}

/** Starts to listen to clicks and to the history. @param onShow called after each inserted article. */
export function startRouter(store: Store, loader: PageLoader, onShow: () => void): Router {
  const { base } = store.get().site
  const positions = createPositions(BROWSER)
  let key = keyOf(history.state) ?? newKey()
  let shownPath = pathBelow(location.pathname)
  const { loadInTime, cancel } = createTimedLoad(loader)

  function pathBelow(pathname: string): string {
    return pathKey(belowBase(base, pathname) ?? pathname)
  }

  /** Leaves the current history entry, with its scroll position, for a new one. */
  function pushEntry(address: string | URL): void {
    positions.save(key, currentPosition())
    key = newKey()
    history.pushState({ docent: key }, '', address)
  }

  /** Shows the same page at another address: another query of the search page. */
  function showAddress(): void {
    const { site, page } = store.get()
    const next = atAddress(page, location.search)
    if (next !== page) store.set({ page: next })
    document.title = documentTitle({ site, page: next })
  }

  function show(loaded: LoadedPage, announce: boolean): void {
    const { items, words, article, build } = loaded
    const page = atAddress(loaded.page, location.search)
    const site = { ...store.get().site, build }
    const title = documentTitle({ site, page })
    flushSync(() => store.set({ site, page, items, words, article, ...(announce && { announcement: title }) }))
    document.title = title
    const { documentElement: root } = document
    if (root.lang !== page.lang) Object.assign(root, { lang: page.lang, dir: directionOf(page.lang) })
    closeMenus()
    // All changes of the page precede all measurements, since each measurement after a change causes a layout.
    onShow()
    revealCurrent()
  }

  async function go(url: URL): Promise<void> {
    const path = pathBelow(url.pathname)
    const loaded = await loadInTime(path)
    if (loaded === undefined) return
    if (loaded === 'failed') {
      positions.save(key, currentPosition())
      location.assign(url)
      return
    }
    const address = loaded.page.kind === 'not-found' ? url.pathname : toHref(base, loaded.page.url)
    pushEntry(address + url.search + url.hash)
    shownPath = path
    if (url.hash === '') beginAtTop()
    show(loaded, true)
    goToStart(url.hash)
    showMarks(url)
  }

  async function onTraverse(): Promise<void> {
    const nextKey = keyOf(history.state)
    const path = pathBelow(location.pathname)
    if (nextKey === undefined && path === shownPath) {
      // The browser followed a fragment; `onClick` has saved the position before it.
      key = newKey()
      history.replaceState({ docent: key }, '')
      return
    }
    positions.save(key, currentPosition())
    key = nextKey ?? newKey()
    // A saved position is valid only when the whole page is laid out.
    layOutAll()
    if (path !== shownPath) {
      const loaded = await loadInTime(path)
      if (loaded === undefined) return
      if (loaded === 'failed') {
        location.reload()
        return
      }
      shownPath = path
      show(loaded, true)
    } else {
      cancel()
      showAddress()
    }
    showMarks(new URL(location.href))
    const position = positions.read(key)
    if (position) restorePosition(position)
    else goToStart(location.hash)
  }

  function onClick(event: MouseEvent): void {
    if (!isPlainClick(event) || !(event.target instanceof Element)) return
    const anchor = event.target.closest<HTMLAnchorElement>('a[href]')
    const url = anchor && pageTarget(linkOf(anchor), new URL(location.href), base)
    if (!url) return
    if (pathBelow(url.pathname) === shownPath && url.search === location.search && url.hash !== '') {
      positions.save(key, currentPosition())
      closeMenus()
      cancel()
      showMarks(url)
      return
    }
    event.preventDefault()
    void go(url)
  }

  history.replaceState({ ...(history.state as object | null), docent: key }, '')
  history.scrollRestoration = 'manual'
  addEventListener('click', onClick)
  addEventListener('popstate', () => void onTraverse())
  // After a full load of another page, or a reload, the browser restores the position.
  addEventListener('pagehide', () => {
    positions.save(key, currentPosition())
    history.scrollRestoration = 'auto'
  })
  addEventListener('pageshow', () => (history.scrollRestoration = 'manual'))

  // The state in a page of a static site does not contain the query of the address.
  const { page } = store.get()
  if (page.kind === 'search' && page.search === undefined) showAddress()

  return {
    navigate(href) {
      const url = new URL(href, location.href)
      const target = pageTarget(
        { href: url.href, target: '', download: false, native: false },
        new URL(location.href),
        base,
      )
      if (!target) location.assign(url)
      else if (pathBelow(target.pathname) === shownPath && target.hash !== '') {
        cancel()
        pushEntry(target)
        goToStart(target.hash)
        showMarks(target)
      } else void go(target)
    },
    search(address, replace) {
      const url = location.pathname + writeSearchAddress(address)
      if (replace) history.replaceState(history.state, '', url)
      else pushEntry(url)
      showAddress()
    },
    async refresh(build) {
      loader.changeBuild(build)
      const path = shownPath
      const loaded = await loader.load(path).catch(() => undefined)
      if (path !== shownPath) return
      if (!loaded) {
        reloadOnce(BROWSER)
        return
      }
      const { page, article } = store.get()
      const same = page.hash === loaded.page.hash && page.kind === loaded.page.kind
      const position = currentPosition()
      show(same ? { ...loaded, article } : loaded, false)
      window.scrollTo({ top: position.y, left: position.x, behavior: 'instant' })
    },
  }
}

/**
 * Delays the layout of content below the screen until the top of a new page is painted, which shortens the time from a
 * click to the page. On the root element the attribute would invalidate the style of all elements, also of a long sidebar.
 */
function beginAtTop(): void {
  document.querySelector('main')?.toggleAttribute('data-arriving', true)
  requestAnimationFrame(() => setTimeout(layOutAll))
}

function layOutAll(): void {
  document.querySelector('main')?.removeAttribute('data-arriving')
}

function closeMenus(): void {
  for (const popover of document.querySelectorAll<HTMLElement>(':popover-open')) popover.hidePopover()
}

function keyOf(state: unknown): string | undefined {
  const key = (state as { docent?: unknown } | null)?.docent
  return typeof key === 'string' ? key : undefined
}

/** A key that is unique in the tab: time and a random number, since stored positions outlive the page. */
function newKey(): string {
  return `${Date.now()}-${Math.random()}`
}
