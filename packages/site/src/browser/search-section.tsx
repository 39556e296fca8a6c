/**
 * What the search has to say in the page itself: the form and the results of the search page, pages that may be meant
 * where one is missing. The results are a bundle of their own, fetched on these pages only.
 */
import { useEffect, useEffectEvent, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { SearchForm } from '../app/search-form.tsx'
import type { PageView, SiteInfo } from '../shared/page-data.ts'
import { clipQuery, QUERY_LENGTH } from '../shared/search-address.ts'
import type { SearchAddress } from '../shared/page-data.ts'
import type * as Loaded from './search-results.tsx'

/** So long after the last letter the address and the results follow. Milliseconds. */
const TYPING_PAUSE_MS = 150

/** What the pages with results need of the app. */
export interface ResultsProps {
  site: SiteInfo
  page: PageView
  /** Shows another query. @param replace in the same entry of the history. */
  showSearch(address: SearchAddress, replace: boolean): void
}

/** Nothing on other pages. */
export function Results({ site, page, showSearch }: ResultsProps): ReactNode {
  const { kind, lang } = page
  const [found, setFound] = useState<typeof Loaded>()
  useEffect(() => {
    // Without it the form is still there, and a second try on the next page.
    if (kind === 'search' || kind === 'not-found') loadResults(lang).then(setFound, () => undefined)
  }, [kind, lang])
  if (kind === 'not-found') return found && <found.Suggestions site={site} page={page} />
  if (kind !== 'search') return null
  return (
    <>
      <LiveForm query={page.search?.query ?? ''} showSearch={showSearch} />
      {found && <found.Found site={site} page={page} />}
    </>
  )
}

/** The results and the dialog's words in a language, in one go. */
async function loadResults(lang: string): Promise<typeof Loaded> {
  const found = await import('./search-results.tsx')
  await found.loadMessages(lang)
  return found
}

/**
 * The form, answered while the reader types. The first letter after a rest begins an entry of the history, the others
 * change it: Back leads to the query before, not to the letter before.
 */
function LiveForm({ query, showSearch }: { query: string } & Pick<ResultsProps, 'showSearch'>): ReactNode {
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
    if (!(event.nativeEvent as InputEvent).isComposing) timer.current = setTimeout(show, TYPING_PAUSE_MS)
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    show()
    typing.current = false
  }

  const onMount = useEffectEvent(() => {
    // What was typed before the app was there. A moment later: the effects of the app itself come after these.
    if (input.current && input.current.value !== query) queueMicrotask(show)
  })
  useEffect(() => {
    onMount()
    return () => clearTimeout(timer.current)
  }, [])

  useEffect(() => {
    // The history led to another query; what was typed here stands there already.
    if (query === shown.current || !input.current) return
    shown.current = query
    typing.current = false
    input.current.value = query
    setFull(query.length >= QUERY_LENGTH)
  }, [query])

  return <SearchForm input={input} onInput={onInput} onSubmit={onSubmit} full={full} />
}
