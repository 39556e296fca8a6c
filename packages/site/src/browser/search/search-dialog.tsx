/**
 * The search dialog of the site, a separate bundle that does not need the app: the dialog's React components, built with
 * Preact (`build/build-client.ts`).
 *
 * Preact instead of a React shared by app and dialog, measured at 1.6 Mb/s and 150 ms on a page of Docent's docs, served,
 * minimum of six openings: first hit 708 ms after Ctrl+K instead of 1,345 ms, after 29.8 kB gzip instead of 92.9 kB. Cost:
 * 4.3 kB more for a reader who also loads the app (108.4 instead of 104.2 kB). `npm run bench -- site` measures the first
 * search again.
 */
import { type Controller, loadMessages, SearchDialog, useSearchHotkeys } from '@docent/dialog'
import { useMemo, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { PageState } from '../../shared/page-data.ts'
import { toHref } from '../../shared/paths.ts'
import { searchPathOf, writeSearchAddress } from '../../shared/search-address.ts'
import type { LocatedSearchHost } from '../boot-context.ts'
import { startQueries } from './first-query.ts'
import { marksOf } from '../marks.ts'
import { clientOf, FACETS, reportUrlOf, scopeOf } from './site-search.ts'

/** The search after its scripts are loaded; `open` takes the query. */
export interface LoadedSearch {
  open(query: string): void
}

/**
 * Starts the search with a closed dialog; from then on it listens to its shortcuts. The words of the page's language are
 * fetched first, so that the dialog is not shown in English before. With the first list the app starts loading.
 */
export async function startSearch(
  host: LocatedSearchHost,
  controller: Controller = startQueries(host.where),
): Promise<LoadedSearch> {
  await loadMessages(document.documentElement.lang)
  const root = createRoot(document.createElement('div'))
  let open = false
  let query = ''

  function render(): void {
    root.render(
      <SiteSearch host={host} controller={controller} where={host.where} open={open} query={query} show={show} />,
    )
  }
  /** Opens the dialog with a query; `undefined` closes it. */
  function show(wanted: string | undefined): void {
    open = wanted !== undefined
    query = wanted ?? ''
    render()
  }
  let answered: unknown
  /** Starts the app once for each complete list. After a failure the browser loads the pages of hits. */
  function startApp(): void {
    const { results, status } = controller.state()
    if (results === answered || status !== 'idle' || results?.more === 'loading') return
    answered = results
    host.startApp().catch(() => undefined)
  }
  controller.subscribe(startApp)
  startApp()
  host.moved = render
  render()
  return {
    open(text) {
      show(text)
      // The dialog selects its text, but a reader who brings a text is still typing.
      if (text)
        document.querySelector<HTMLInputElement>('.DocSearch-Input')?.setSelectionRange(text.length, text.length)
    },
  }
}

interface SiteSearchProps {
  host: LocatedSearchHost
  controller: Controller
  where: PageState
  open: boolean
  query: string
  show: (query: string | undefined) => void
}

/** Searches the reader's language and version. */
function SiteSearch({ host, controller, where, open, query, show }: SiteSearchProps): ReactNode {
  const { site, page } = where
  const searchParameters = useMemo(() => scopeOf(page), [page])
  const close = (): void => show(undefined)
  useSearchHotkeys({ open, onOpen: () => show(''), onClose: close })

  async function navigate(url: string, matches: readonly string[]): Promise<void> {
    // The app has been loading since the first list. After a failure the browser loads the page of the hit.
    if (!host.navigate) await host.startApp().catch(() => undefined)
    if (host.navigate) host.navigate(url, marksOf(site, matches))
    else location.assign(url)
  }

  return (
    <SearchDialog
      client={clientOf(site)}
      controller={controller}
      indexName={site.search.index}
      open={open}
      onClose={close}
      onReopen={show}
      language={page.lang}
      navigate={(url, { matches }) => void navigate(url, matches)}
      initialQuery={query}
      searchParameters={searchParameters}
      facets={FACETS}
      getSearchPageUrl={(asked) => toHref(site.base, searchPathOf(page)) + writeSearchAddress({ ...asked, page: 1 })}
      getMissingResultsUrl={(asked) => reportUrlOf(site, asked.query)}
    />
  )
}
