/** Requests of the search pages, and the dialog's words in the page's language. */
import { SearchError } from '@docent/client'
import { buildRequests, english, type Messages, messagesNow } from '@docent/dialog'
import type { SearchParams, SearchResponse } from '@docent/engine'
import { useEffect, useState } from 'react'
import { useFrame } from '../../app/context.ts'
import type { SiteInfo } from '../../shared/page-data.ts'
import { clientOf } from './site-search.ts'

/** Words of a snippet: two lines of a wide screen. The dialog has room for fewer. */
const SNIPPET_WORDS = 24

/** The last answer or error of a search page. */
export interface Answered {
  answer?: SearchResponse
  error?: SearchError
  /** Whether it belongs to the current request. */
  isCurrent: boolean
  /** Repeats the current request. */
  retry(): void
}

/** Sends the query, and again when it changes; the last answer stays until the next one arrives. Sends no blank query. */
export function useAnswer(site: SiteInfo, query: string, params: SearchParams): Answered {
  const [last, setLast] = useState<Pick<Answered, 'answer' | 'error'> & { key: string }>()
  const [tries, setTries] = useState(0)
  const { build, search } = site
  const key = JSON.stringify([build, query, params])
  useEffect(() => {
    if (query.trim() === '') return
    const call = new AbortController()
    const indices = [{ name: search.index, searchParameters: params }]
    const [request] = buildRequests({ indices, query, snippetWords: SNIPPET_WORDS, attributes: ['version'] })
    const { indexName: _, ...body } = request ?? { indexName: search.index }
    clientOf(site)
      .searchIndex(search.index, body, { signal: call.signal, retry: tries > 0 })
      .then(
        (answer) => setLast({ key, answer }),
        (error: unknown) => {
          if (error instanceof SearchError && error.kind !== 'aborted') setLast({ key, error })
        },
      )
    return () => call.abort()
    // `key` contains all of `params` and the relevant parts of `site`.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, tries])
  return { ...last, isCurrent: last?.key === key, retry: () => setTries((count) => count + 1) }
}

/** The dialog's words in the page's language, which are loaded together with this module. */
export function useMessages(): Messages {
  return messagesNow(useFrame().page.lang) ?? english
}
