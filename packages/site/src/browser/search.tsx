/**
 * The search of the header: the button, the shortcuts, and the dialog, which is a bundle of its own and is fetched when
 * it is wanted. What is typed while it is on its way is kept and handed to it.
 */
import { useSearchHotkeys } from '@docent/dialog'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { SearchButton } from '../app/search-button.tsx'
import type { PageView, SiteInfo } from '../page-data.ts'
import { takeKey, type EarlyInput } from './early-input.ts'
import type { Marks } from './landing.ts'
import type { SearchPanel } from './search-panel.tsx'

/** What the search needs of the app. */
export interface SearchProps {
  site: SiteInfo
  page: PageView
  /** What was asked for and typed before the app was there; it is added to until the dialog is. */
  input: EarlyInput
  /** Goes to a hit. @param marks for its words. */
  navigate(url: string, marks: Marks | undefined): void
}

type LoadedPanel = typeof SearchPanel

/** The button, and the dialog once it is wanted. */
export function Search({ site, page, input, navigate }: SearchProps): ReactNode {
  const [open, setOpen] = useState(false)
  const [Panel, setPanel] = useState<LoadedPanel>()
  const [query, setQuery] = useState('')
  const awaited = useRef(false)

  /** @param again what to search for; default: what was searched for last. */
  function want(again = ''): void {
    if (Panel) {
      setQuery(again)
      setOpen(true)
    } else if (!awaited.current) {
      awaited.current = true
      if (again !== '') input.text = again
      void awaitPanel()
    }
  }

  async function awaitPanel(): Promise<void> {
    input.wantsSearch = true
    input.where = { site, page }
    const styles = input.show()
    const stopKeeping = keepKeys(input)
    const loaded = await loadPanel(site).catch(() => undefined)
    await styles
    await input.box?.settled()
    const { box } = input
    // In one go: the next key finds the dialog's input.
    flushSync(() => {
      const text = box?.take() ?? input.text
      if (!loaded) return
      setQuery(text)
      setOpen(input.wantsSearch)
      setPanel(() => loaded)
    })
    if (box) standStill()
    stopKeeping()
    awaited.current = false
    input.wantsSearch = false
    input.text = ''
  }

  useEffect(() => {
    if (input.wantsSearch) want()
    // Once: afterwards the button and the shortcuts ask.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  const close = (): void => setOpen(false)
  const prepare = (): void => {
    input.where = { site, page }
    void input.show()
    void loadPanel(site).catch(() => undefined)
  }

  useSearchHotkeys({ open, onOpen: () => want(), onClose: close })

  return (
    <>
      <SearchButton onClick={() => want()} onPointerEnter={prepare} onFocus={prepare} />
      {Panel && (
        <Panel
          site={site}
          page={page}
          open={open}
          initialQuery={query}
          onClose={close}
          onReopen={want}
          navigate={navigate}
        />
      )}
    </>
  )
}

/** The dialog that takes the place of another does not come in once more. */
function standStill(): void {
  const dialog = document.querySelector('dialog.DocSearch-Container')
  for (const element of [dialog, dialog?.firstElementChild])
    for (const animation of element?.getAnimations() ?? []) animation.finish()
}

/** Keeps what is typed, before anyone else sees it. Returns the way to stop. */
function keepKeys(input: EarlyInput): () => void {
  function keep(event: KeyboardEvent): void {
    if (!takeKey(input, event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener('keydown', keep, { capture: true })
  return () => removeEventListener('keydown', keep, { capture: true })
}

let loading: Promise<LoadedPanel> | undefined

function loadPanel(site: SiteInfo): Promise<LoadedPanel> {
  loading ??= import('./search-panel.tsx').then(async ({ prepareSearch, SearchPanel }) => {
    await prepareSearch(site)
    return SearchPanel
  })
  loading.catch(() => (loading = undefined))
  return loading
}
