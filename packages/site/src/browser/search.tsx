/**
 * The search of the header: the button, the shortcuts, and the dialog, which is a bundle of its own and is fetched when
 * it is wanted. What is typed while it is on its way is kept and handed to it.
 */
import { useSearchHotkeys } from '@docent/dialog'
import { useEffect, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { SearchButton } from '../app/search-button.tsx'
import type { PageView, SiteInfo } from '../page-data.ts'
import { takeKey, type EarlyInput } from './early-input.ts'
import type { SearchPanel } from './search-panel.tsx'

/** What the search needs of the app. */
export interface SearchProps {
  site: SiteInfo
  page: PageView
  /** What was asked for and typed before the app was there; it is added to until the dialog is. */
  input: EarlyInput
  /** Goes to a hit. */
  navigate(url: string): void
}

type LoadedPanel = typeof SearchPanel

/** The button, and the dialog once it is wanted. */
export function Search({ site, page, input, navigate }: SearchProps): ReactNode {
  const [open, setOpen] = useState(false)
  const [Panel, setPanel] = useState<LoadedPanel>()
  const [query, setQuery] = useState('')

  function want(): void {
    setQuery('')
    setOpen(true)
    if (Panel) return
    input.wantsSearch = true
    void showPanel()
  }

  async function showPanel(): Promise<void> {
    const loaded = await loadPanel().catch(() => undefined)
    // In one go: the next key finds the dialog's input.
    flushSync(() => {
      setOpen(loaded !== undefined && input.wantsSearch)
      if (!loaded) return
      setQuery(input.text)
      setPanel(() => loaded)
    })
    input.wantsSearch = false
    input.text = ''
  }

  useEffect(() => {
    if (input.wantsSearch) want()
    // Once: afterwards the button and the shortcuts ask.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  const waiting = open && !Panel
  useEffect(() => {
    if (!waiting) return undefined
    function keep(event: KeyboardEvent): void {
      if (!takeKey(input, event)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (!input.wantsSearch) setOpen(false)
    }
    addEventListener('keydown', keep, { capture: true })
    return () => removeEventListener('keydown', keep, { capture: true })
  }, [waiting, input])

  useSearchHotkeys({ open, onOpen: want, onClose: () => setOpen(false) })

  return (
    <>
      <SearchButton onClick={want} onPointerEnter={prepare} onFocus={prepare} />
      {Panel && (
        <Panel
          site={site}
          page={page}
          open={open}
          initialQuery={query}
          onClose={() => setOpen(false)}
          navigate={navigate}
        />
      )}
    </>
  )
}

let loading: Promise<LoadedPanel> | undefined

function loadPanel(): Promise<LoadedPanel> {
  loading ??= import('./search-panel.tsx').then(({ SearchPanel }) => SearchPanel)
  loading.catch(() => (loading = undefined))
  return loading
}

function prepare(): void {
  void loadPanel().catch(() => undefined)
}
