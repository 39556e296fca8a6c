/** Harness for tests of the controller: a search function that the test answers, and a clock that it advances. */

import type { Clock } from '@docent/client'
import type { Hit, MultiSearchResponse, SearchRequest } from '@docent/engine'

import { type Controller, createController } from '../controller.ts'
import type { OpenIn, SearchConfig } from '../session.ts'
import type { Line } from '../state.ts'

function manualClock(): Clock & { advance(milliseconds: number): void } {
  let now = 0
  let timers: { at: number; callback: () => void }[] = []
  return {
    now: () => now,
    after(milliseconds, callback) {
      const timer = { at: now + milliseconds, callback }
      timers.push(timer)
      return timer
    },
    cancel: (handle) => void (timers = timers.filter((timer) => timer !== handle)),
    advance(milliseconds) {
      const end = now + milliseconds
      for (;;) {
        const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (!next) break
        timers = timers.filter((timer) => timer !== next)
        now = next.at
        next.callback()
      }
      now = end
    },
  }
}

/** A hit of a page with this title. */
export const hit = (query: string): Hit => ({
  objectID: query,
  url: `/page/${encodeURIComponent(query)}`,
  type: 'lvl1',
  hierarchy: { lvl0: 'Guides', lvl1: query },
})

/** An answer for one index. */
export const answer = (...hits: Hit[]): MultiSearchResponse => ({
  results: [{ hits, nbHits: hits.length, query: '', params: '', processingTimeMS: 1 }],
})

/** A call of the search function, to be answered by the test. */
export interface Asked {
  query: string
  requests: readonly SearchRequest[]
  retry: boolean
  signal: AbortSignal | undefined
  /** Reports the first hits before the answer. */
  begin(response: MultiSearchResponse): void
  answer(response: MultiSearchResponse): Promise<void>
  fail(error: unknown): Promise<void>
}

/** Waits for pending promises and for the module that is loaded on demand. */
export async function settle(): Promise<void> {
  await import('../further.ts')
  await new Promise<void>((resolve) => setTimeout(resolve))
}

/** A new controller, with its calls and the lines that it opened. */
export function start(config: Partial<SearchConfig> = {}) {
  const clock = manualClock()
  const asked: Asked[] = []
  const opened: { line: Line; openIn: OpenIn }[] = []
  const controller: Controller = createController(clock)
  controller.configure({
    client: {
      search: (requests: readonly SearchRequest[], options) =>
        new Promise((resolve, reject) => {
          asked.push({
            query: requests[0]?.query ?? '',
            requests,
            retry: options?.retry ?? false,
            signal: options?.signal,
            begin: (response) => options?.onFirstHits?.(response),
            answer: (response) => (resolve(response), settle()),
            fail: (error) => (reject(error as Error), settle()),
          })
        }),
    },
    indices: [{ name: 'docs' }],
    facets: [],
    snippetWords: 10,
    perGroup: 5,
    debounce: 80,
    onQuery: undefined,
    onError: undefined,
    transformItems: undefined,
    onOpen: (line, openIn) => opened.push({ line, openIn }),
    ...config,
  })
  /** Types letters, `gap` milliseconds apart. */
  const type = (text: string, gap: number) => {
    for (const letter of text) {
      controller.type(controller.state().query + letter)
      clock.advance(gap)
    }
  }
  const titles = () => controller.state().results?.groups.map(({ title }) => title)
  return { clock, asked, opened, controller, type, titles }
}
