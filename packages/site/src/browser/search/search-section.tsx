/**
 * The search inside a page: form and results of the search page, suggestions of the not-found page. The results are a
 * separate bundle that is loaded on these pages only.
 */
import { useEffect, useEffectEvent, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { SearchForm } from '../../app/search-form.tsx'
import type { PageView, SearchAddress, SiteInfo } from '../../shared/page-data.ts'
import { clipQuery, QUERY_LENGTH } from '../../shared/search-address.ts'
import type * as Loaded from './search-results.tsx'

/** Delay between the last input and the search (ms). */
const TYPING_PAUSE_MS = 150

/** The state of the app that the results use. */
export interface SearchSectionProps {
  site: SiteInfo
  page: PageView
  /** Shows another query. @param replace whether the history entry is replaced. */
  showSearch(address: SearchAddress, replace: boolean): void
}

/** The results or suggestions of a page; nothing on other kinds of pages. */
export function SearchSection({ site, page, showSearch }: SearchSectionProps): ReactNode {
  const { kind, lang } = page
  const [loaded, setLoaded] = useState<typeof Loaded>()
  useEffect(() => {
    // After a failure the form still works, and the next such page tries again.
    if (kind === 'search' || kind === 'not-found') loadResults(lang).then(setLoaded, () => undefined)
  }, [kind, lang])
  if (kind === 'not-found') return loaded && <loaded.Suggestions site={site} page={page} />
  if (kind !== 'search') return null
  return (
    <>
      <LiveForm query={page.search?.query ?? ''} showSearch={showSearch} />
      {loaded && <loaded.Results site={site} page={page} />}
    </>
  )
}

/** Loads the module of the results and the dialog's words in a language. */
async function loadResults(lang: string): Promise<typeof Loaded> {
  const loaded = await import('./search-results.tsx')
  await loaded.loadMessages(lang)
  return loaded
}

/**
 * The form, which searches while the reader types. The first change after a submitted query adds a history entry and later
 * ones replace it, so that Back leads to the previous query, not to the previous letter.
 */
function LiveForm({ query, showSearch }: { query: string } & Pick<SearchSectionProps, 'showSearch'>): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  const shown = useRef(query)
  const typing = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [full, setFull] = useState(query.length >= QUERY_LENGTH)

  function show(): void {
    clearTimeout(timer.current)
    const text = clipQuery(input.current?.value ?? '')
    setFull(text.length >= QUERY_LENGTH)
    if (text === shown.current) return
    shown.current = text
    showSearch({ query: text, page: 1 }, typing.current)
    typing.current = true
  }

  function onInput(event: FormEvent<HTMLInputElement>): void {
    setFull(event.currentTarget.value.length >= QUERY_LENGTH)
    clearTimeout(timer.current)
    // Also while an input method composes: keyboards of Android compose every word, and no event follows the end.
    timer.current = setTimeout(show, TYPING_PAUSE_MS)
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    show()
    typing.current = false
  }

  const onMount = useEffectEvent(() => {
    // The reader typed before hydration. In a microtask, since the effects of the app run after these.
    if (input.current && input.current.value !== query) queueMicrotask(show)
  })
  useEffect(() => {
    onMount()
    return () => clearTimeout(timer.current)
  }, [])

  useEffect(() => {
    // Only for a query from the history: the field already contains a typed query.
    if (query === shown.current || !input.current) return
    shown.current = query
    typing.current = false
    input.current.value = query
    setFull(query.length >= QUERY_LENGTH)
  }, [query])

  return <SearchForm input={input} onInput={onInput} onSubmit={onSubmit} full={full} />
}
