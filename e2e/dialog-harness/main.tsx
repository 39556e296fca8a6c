/**
 * A page with a search box, as a host would write it: the button at once, the dialog on demand. What a test wants to be
 * different stands in the address: `?host=` (repeated) names search hosts, `?own=1` navigates within the page.
 */

import '../../packages/dialog/src/dialog.css'
import './page.css'

import { createClient } from '@docent/client'
import { SearchButton, useSearchHotkeys } from '@docent/dialog'
import { lazy, type ReactElement, StrictMode, Suspense, useState } from 'react'
import { createRoot } from 'react-dom/client'

const SearchDialog = lazy(() => import('./dialog-chunk.ts'))

const options = new URLSearchParams(location.search)
const client = createClient({
  hosts: options.getAll('host'),
  appId: 'docent',
  apiKey: 'search-only',
  storage: localStorage,
})

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
            initialQuery={options.get('query') ?? undefined}
            getMissingResultsUrl={({ query }) => `https://report.invalid/?q=${encodeURIComponent(query)}`}
          />
        </Suspense>
      )}
    </>
  )
}

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no #root.')
createRoot(root).render(
  <StrictMode>
    <Page />
  </StrictMode>,
)
