/**
 * Fetches pages for client-side navigation and caches them, so that Back and Forward are instant: each page-data file once
 * for each build, each navigation file once.
 */
import type { NavItem } from '@docent/ingest'
import type { ArticleHtml } from '../app/article.tsx'
import type { NavigationFile, PageData, PageView } from '../shared/page-data.ts'
import { dataHref, navigationHref } from '../shared/paths.ts'
import type { Words } from '../shared/words.ts'
import { trustArticle } from './trusted-article.ts'

/** A page with its navigation. */
export interface LoadedPage {
  build: string
  page: PageView
  article: ArticleHtml
  items: NavItem[]
  words: Words
}

/** Maximum number of cached pages; the oldest is dropped first. */
const CACHED_PAGES = 60

/** Loads pages of one site. Paths are URLs' pathnames without the base. */
export interface PageLoader {
  /** The page at a path, also the not-found page. Rejects when it cannot be loaded as data; the caller then loads it in full. */
  load(path: string): Promise<LoadedPage>
  /** Whether `load` would answer without waiting for the network. */
  isReady(path: string): boolean
  /** Aborts the request of a page that has not arrived yet. */
  abandon(path: string): void
  /** Adds a page that was not fetched by this loader. */
  keep(path: string, loaded: LoadedPage): void
  /** Sets the build of which pages are requested. */
  changeBuild(build: string): void
}

interface Entry {
  loaded: Promise<LoadedPage>
  ready: boolean
  abort: AbortController
}

/** @param live whether pages of a newer build than the requested one are accepted. */
export function createPageLoader(base: string, firstBuild: string, live: boolean): PageLoader {
  let build = firstBuild
  const entries = new Map<string, Entry>()
  const navigations = new Map<string, Promise<NavigationFile>>()

  async function fetchPage(href: string, signal: AbortSignal): Promise<LoadedPage> {
    const data = await readPageData(await fetch(href, { signal, credentials: 'same-origin' }))
    if (data.build !== build && !live) throw new Error(`${href} is of another build.`)
    const { items, words } = await loadNavigation(data.navigation)
    const { build: itsBuild, article, ...page } = data
    return { build: itsBuild, page, article: trustArticle(article), items, words }
  }

  function loadNavigation(hash: string): Promise<NavigationFile> {
    const known = navigations.get(hash)
    if (known) return known
    const file = fetch(navigationHref(base, hash)).then(async (response) => {
      if (!response.ok) throw new Error(`No navigation ${hash}.`)
      return (await response.json()) as NavigationFile
    })
    navigations.set(hash, file)
    file.catch(() => navigations.delete(hash))
    return file
  }

  function remember(href: string, entry: Entry): void {
    entries.set(href, entry)
    for (const oldest of entries.keys()) {
      if (entries.size <= CACHED_PAGES) break
      entries.delete(oldest)
    }
  }

  return {
    load(path) {
      const href = dataHref(base, build, path)
      const known = entries.get(href)
      if (known) return known.loaded
      const abort = new AbortController()
      const entry: Entry = { abort, ready: false, loaded: fetchPage(href, abort.signal) }
      remember(href, entry)
      entry.loaded.then(
        () => (entry.ready = true),
        () => entries.delete(href),
      )
      return entry.loaded
    },
    isReady: (path) => entries.get(dataHref(base, build, path))?.ready ?? false,
    abandon(path) {
      const href = dataHref(base, build, path)
      const entry = entries.get(href)
      if (!entry || entry.ready) return
      entries.delete(href)
      entry.abort.abort()
    },
    keep(path, loaded) {
      const { items, words } = loaded
      navigations.set(loaded.page.navigation, Promise.resolve({ items, words }))
      const entry: Entry = { abort: new AbortController(), ready: true, loaded: Promise.resolve(loaded) }
      remember(dataHref(base, loaded.build, path), entry)
    },
    changeBuild(next) {
      build = next
    },
  }
}

async function readPageData(response: Response): Promise<PageData> {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  if (!isJson || (!response.ok && response.status !== 404)) throw new Error(`${response.url}: ${response.status}`)
  const data: unknown = await response.json()
  if (!isPageData(data) || (response.status === 404 && data.kind !== 'not-found')) {
    throw new TypeError(`${response.url} is no page-data file.`)
  }
  return data
}

function isPageData(data: unknown): data is PageData {
  const { build, kind, url, title, article, headings, navigation } = (data ?? {}) as Partial<PageData>
  const texts: unknown[] = [build, kind, url, title, article, navigation]
  return texts.every((text) => typeof text === 'string') && Array.isArray(headings)
}
