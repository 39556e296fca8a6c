import type { SearchError } from '@docent/client'
import type { MultiSearchResponse } from '@docent/engine'

import { type Answer, readAnswers, totalOf } from './answers.ts'
import type { Filters } from './filters.ts'
import { groupHits } from './group-hits.ts'
import { buildRequests } from './request.ts'
import type { SearchConfig, Session } from './session.ts'
import { initialState, isAsked, reduce, type SearchState, visibleLines } from './state.ts'

/** A session. @param filters the reader's earlier choice. */
export function createSession(filters: Filters): Session {
  let config: SearchConfig
  let state: SearchState = { ...initialState, filters }
  let answers: readonly Answer[] = []
  let running: AbortController | undefined
  const listeners = new Set<() => void>()

  const groupsOf = (answers: readonly Answer[]) =>
    groupHits(
      answers.map(({ hits }) => hits),
      config.facets.map(({ key }) => key),
    )

  return {
    configure: (next) => void (config = next),
    config: () => config,
    answers: () => answers,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dispatch(event) {
      const next = reduce(state, event)
      if (next === state) return
      state = next
      for (const listener of listeners) listener()
    },
    lines: () => visibleLines(state, config.perGroup),
    async send({ indices, query, page = 0, retry, onFirst }) {
      if (indices.length === 0) return []
      running?.abort()
      const own = (running = new AbortController())
      const { signal } = own
      const { client, facets, snippetWords, transformItems } = config
      const attributes = facets.map(({ key }) => key)
      const requests = buildRequests({ indices, query, snippetWords, page, attributes })
      const read = (results: unknown) => readAnswers(indices, results, page, transformItems)
      const onFirstHits = onFirst && (({ results }: MultiSearchResponse) => running === own && onFirst(read(results)))
      try {
        const results: unknown = await client.search(requests, { signal, retry, onFirstHits }).then(
          (answer) => answer.results,
          async (error: SearchError) => {
            // Servers refuse the whole call when one of its indices cannot be searched.
            if (requests.length === 1 || !error.status || error.kind === 'rate-limited') throw error
            return (await import('./further.ts')).searchApart(client, requests, signal)
          },
        )
        return running === own ? read(results) : undefined
      } catch (error) {
        if (running === own) throw error
        return undefined
      } finally {
        if (running === own) running = undefined
      }
    },
    isSending: () => running !== undefined,
    abort() {
      running?.abort()
      running = undefined
    },
    isAsked: (asked, hits) => isAsked(state, asked, hits),
    totalOf,
    groupsOf,
    setAnswers(next) {
      answers = next
      const groups = groupsOf(answers)
      return {
        groups,
        total: groups.length === 0 ? 0 : totalOf(answers),
        received: answers.flatMap(({ hits }) => hits).length,
        more: groups.length > 0 && answers.some(({ nextPage }) => nextPage !== undefined) ? 'some' : 'none',
      }
    },
  }
}
