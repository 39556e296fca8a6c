/**
 * A page with a search box, like one of a site: the button at once, the dialog on demand. Tests choose variants by the
 * address (`?query=`, `?facets`, `?drop-in`, `?parts`) and by the session storage (`hosts`, a JSON list).
 */

import '../../packages/dialog/src/dialog.css'
import './page.css'

import { createClient } from '@docent/client'
import {
  DocSearch,
  DocSearchButton,
  DocSearchModal,
  type HitComponent,
  type ResultsFooterComponent,
  SearchButton,
  useDocSearchKeyboardEvents,
  useSearchHotkeys,
} from '@docent/dialog'
import { lazy, type ReactElement, StrictMode, Suspense, useState, version } from 'react'
import { createRoot } from 'react-dom/client'

Object.assign(globalThis, { reactVersion: version })

const SearchDialog = lazy(() => import('./dialog-chunk.ts'))

const options = new URLSearchParams(location.search)
const hosts = JSON.parse(sessionStorage.getItem('hosts') ?? '[""]') as string[]
const client = createClient({
  hosts,
  appId: 'docent',
  apiKey: 'search-only',
  storage: localStorage,
})

/** As a page of version 2 has it. */
const FILTERED = {
  facets: [{ key: 'version', label: 'Version' }],
  searchParameters: { facetFilters: ['version:2'] },
}

function Page(): ReactElement {
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const show = () => {
    setWanted(true)
    setOpen(true)
  }
  const hide = () => setOpen(false)
  useSearchHotkeys({ open, onOpen: show, onClose: hide })
  return (
    <>
      <SearchButton onClick={show} />
      {wanted && (
        <Suspense fallback={null}>
          <SearchDialog
            client={client}
            indexName="docs"
            open={open}
            onClose={hide}
            onReopen={show}
            initialQuery={options.get('query') ?? undefined}
            getSearchPageUrl={({ query }) => `/search?q=${encodeURIComponent(query)}`}
            {...(options.has('facets') && FILTERED)}
            getMissingResultsUrl={({ query }) => `https://report.invalid/?q=${encodeURIComponent(query)}`}
          />
        </Suspense>
      )}
    </>
  )
}

/** The component with button and dialog, with the options of the public component. */
function DropIn(): ReactElement {
  return (
    <DocSearch
      hosts={hosts}
      appId="docent"
      apiKey="search-only"
      indexName="docs"
      placeholder="Durchsuchen"
      maxResultsPerGroup={2}
      searchParameters={{ facetFilters: ['language:de'] }}
      transformItems={(items) => items.filter(({ url }) => url !== '/guides/install')}
      navigator={{ navigate: ({ itemUrl }) => location.assign(`/visited${itemUrl}`) }}
      keyboardShortcuts={{ '/': false }}
      urlParameter="q"
      translations={{
        button: { buttonText: 'Suche' },
        modal: { noResultsScreen: { noResultsText: 'Keine Treffer für' } },
      }}
    />
  )
}

const OwnHit: HitComponent = ({ hit, children }) => <a href={`/own${String(hit['url'])}`}>{children}</a>
const OwnFooter: ResultsFooterComponent = ({ state }) => <p>{`${state.query}: ${state.context.nbHits} in all`}</p>

/** The public component's parts, combined by the page. */
function Parts(): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const onOpen = () => setOpen(true)
  const onClose = () => setOpen(false)
  useDocSearchKeyboardEvents({ isOpen, onOpen, onClose })
  return (
    <>
      <DocSearchButton translations={{ buttonText: 'Find' }} onClick={onOpen} />
      {isOpen && (
        <DocSearchModal
          hosts={hosts}
          appId="docent"
          apiKey="search-only"
          indices={['docs', { name: 'blog', searchParameters: { hitsPerPage: 3 } }]}
          onClose={onClose}
          insights
          hitComponent={OwnHit}
          resultsFooterComponent={OwnFooter}
          transformSearchClient={(client) => ({
            search: (requests, options) =>
              client.search(
                requests.map((request) => ({ ...request, analyticsTags: ['docs'] })),
                options,
              ),
          })}
          translations={{ searchBox: { placeholderText: 'Find something' } }}
        />
      )}
    </>
  )
}

const events: string[] = []

/** A page that opens the dialog by its handle, receives its events, and chooses its container. */
function Programmed(): ReactElement {
  return (
    <DocSearch
      ref={(search) => void Object.assign(globalThis, { search, events })}
      hosts={hosts}
      appId="docent"
      apiKey="search-only"
      indexName="docs"
      debounce={0}
      portalContainer={document.querySelector('main')}
      recentSearchesLimit={2}
      recentSearchesWithFavoritesLimit={1}
      onQuery={(query) => events.push(`asked ${query}`)}
      onError={({ kind }) => events.push(`failed: ${kind}`)}
      onSelect={(url, { query, matches }) => events.push(`opened ${url} of ${query}: ${matches.join()}`)}
      navigator={{ navigate: ({ itemUrl }) => events.push(`went to ${itemUrl}`) }}
    />
  )
}

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no #root.')
createRoot(root).render(
  <StrictMode>
    {options.has('drop-in') ? (
      <DropIn />
    ) : options.has('parts') ? (
      <Parts />
    ) : options.has('programmed') ? (
      <Programmed />
    ) : (
      <Page />
    )}
  </StrictMode>,
)
