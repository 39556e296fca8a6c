/** A consumer with React, type-checked with all strict options, bundled, and opened in Chromium. */
import { createClient, SearchError } from '@docent/client'
import { DocSearch, type DocSearchHit, type DocSearchProps, type DocSearchRef } from '@docent/dialog'
import { DocSearchButton } from '@docent/dialog/button'
import { DocSearch as SameDocSearch } from '@docent/dialog/docsearch'
import { DocSearchModal } from '@docent/dialog/modal'
import { useDocSearchKeyboardEvents } from '@docent/dialog/useDocSearchKeyboardEvents'
import '@docent/dialog/style'
import '@docent/dialog/style/variables'
import '@docent/dialog/style/button'
import '@docent/dialog/style/modal'
import { type ReactElement, type ReactNode, StrictMode, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

const { api, key } = document.documentElement.dataset
const place = { hosts: [api ?? ''], appId: 'docent', apiKey: key ?? '', indexName: 'docs' }

/** As in sites that come from DocSearch: `url` is text. */
function besideThisSite(items: DocSearchHit[]): DocSearchHit[] {
  return items.map((item) => ({ ...item, url: item.url.replace(/^https?:\/\/[^/]+/, '') }))
}

function Row({ hit, children }: { hit: DocSearchHit; children: ReactNode }): ReactElement {
  return <a href={hit.url.toLowerCase()}>{children}</a>
}

const options: Omit<DocSearchProps, 'translations'> = {
  ...place,
  transformItems: besideThisSite,
  searchParameters: { hitsPerPage: 20, facetFilters: ['lang:en'] },
  transformSearchClient: (client) => ({ ...client, search: (requests, ...rest) => client.search(requests, ...rest) }),
}

function App(): ReactElement {
  const box = useRef<DocSearchRef>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  useDocSearchKeyboardEvents({
    isOpen: open,
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    searchButtonRef: button,
    keyboardShortcuts: { 'Ctrl/Cmd+K': false, '/': true },
  })
  return (
    <>
      <DocSearch
        {...place}
        ref={box}
        transformItems={besideThisSite}
        keyboardShortcuts={['Ctrl/Cmd+K']}
        translations={{ button: { buttonText: 'Find' } }}
      />
      <button type="button" id="by-program" onClick={() => box.current?.open('ratio')}>
        Open
      </button>
      <DocSearchButton ref={button} translations={{ buttonText: 'Modal' }} onClick={() => setOpen(true)} />
      {open && <DocSearchModal {...options} hitComponent={Row} initialScrollY={0} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Never called: the types of the client and of the same component by its other name. */
export async function others(): Promise<ReactElement> {
  try {
    const client = createClient({ hosts: place.hosts, appId: place.appId, apiKey: place.apiKey })
    const { hits } = await client.searchIndex('docs', { query: 'ratio', hitsPerPage: 1 })
    return <SameDocSearch {...options} initialQuery={hits[0]?.objectID} />
  } catch (error) {
    if (error instanceof SearchError) return <p>{error.kind}</p>
    throw error
  }
}

const root = document.querySelector('#root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
