/**
 * The search client of a site without a server: the same calls as over HTTP, answered by the engine in a Web Worker of
 * the page. Loading the index in parts would change this file and the worker only.
 */
import { SearchError, type SearchClient } from '@docent/client'
import type { FacetValuesResponse, SearchParams, SearchResponse } from '@docent/engine'
import type { StaticConnection } from '../content.ts'
import type { StaticAnswer, StaticIndex, StaticQuestion } from './static-search-worker.ts'
import { trustScript } from './trusted.ts'

interface Waiting {
  resolve(answer: unknown): void
  reject(error: SearchError): void
}

/** Starts the worker, which fetches the index at once: somebody is about to search. */
export function createStaticClient({ script, index, delta, settings }: StaticConnection, base: string): SearchClient {
  const address = (path: string): URL => new URL(base + path, location.href)
  const worker = new Worker(trustScript(address(script)) as URL, { name: 'search' })
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  worker.postMessage({ url: address(index).href, delta: address(delta).href, base, settings } satisfies StaticIndex)
  worker.addEventListener('message', ({ data }: MessageEvent<StaticAnswer>) => {
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if ('answer' in data) asked?.resolve(data.answer)
    else asked?.reject(new SearchError('unreachable', data.failure))
  })
  worker.addEventListener('error', () => {
    for (const { reject } of waiting.values())
      reject(new SearchError('unreachable', 'The search could not be started.'))
    waiting.clear()
  })

  function ask(question: Omit<StaticQuestion, 'id'>, signal: AbortSignal | undefined): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = ++lastId
      const abort = (): void => {
        waiting.delete(id)
        reject(new SearchError('aborted', 'The search was given up.'))
      }
      if (signal?.aborted) return abort()
      signal?.addEventListener('abort', abort, { once: true })
      waiting.set(id, { resolve, reject })
      worker.postMessage({ ...question, id })
    })
  }

  return {
    async search(requests, options) {
      const results = requests.map((params) => ask({ params: params as SearchParams }, options?.signal))
      return { results: (await Promise.all(results)) as SearchResponse[] }
    },
    async searchIndex(_, params, options) {
      return (await ask({ params }, options?.signal)) as SearchResponse
    },
    async searchFacetValues(_, facet, params = {}, options) {
      return (await ask({ params, facet }, options?.signal)) as FacetValuesResponse
    },
    // The answers of the worker are never kept: asking again costs no more than looking.
    clearCache: () => undefined,
  }
}
