/**
 * The search client of a static site: the same calls as over HTTP, answered by the engine in a Web Worker. The page fetches
 * the index file or its head while the worker's script loads; the worker fetches the parts. After a failure the search is
 * repeated once with a new worker: a connection may have broken, or the host has a new build.
 */
import { SearchError, type SearchClient } from '@docent/client'
import type { DialogClient } from '@docent/dialog'
import { type FacetValuesResponse, type SearchParams, type SearchResponse } from '@docent/engine'
import type { StaticConnection } from '../../shared/search-connection.ts'
import type { StaticAnswer, StaticIndex, StaticRequest } from './static-search-worker.ts'
import { WORKER_POLICY } from '../../shared/trusted-types-policies.ts'
import { workerStarter } from '../trusted-worker.ts'
import { fetchGuesses } from './fetch-guesses.ts'

/** The worker and the index files, started before the client's code is loaded, since they take longest. */
export interface StartedIndex {
  /** `undefined` when it could not be started; the client then starts another one. */
  worker: Worker | undefined
  /** Responses for the index and for the delta. */
  files: Promise<Response>[]
  /** Returns the reader's current input. */
  typed: () => string
  /** Set by the client. Resolves when the dictionary part of the typed word begins to arrive, at once if there is none. */
  guessed?: Promise<void>
}

/** The calls of `SearchClient`; `search` also reports the first hits of an answer. */
export type SiteSearchClient = Omit<SearchClient, 'search'> & DialogClient

/** Number of hits that are sent first: each may need its own part, and over HTTP/1.1 browsers send six requests at once. */
const FIRST_HITS = 3

interface Waiting {
  /** Receives the first hits of a search. */
  onFirst: ((answer: SearchResponse) => void) | undefined
  resolve(answer: unknown): void
  reject(error: SearchError): void
}

const start = workerStarter(WORKER_POLICY, import.meta.url)

/**
 * Starts the worker and fetches the index files at once, unless `early` contains them, since a search is about to begin.
 * @param scope filters of the queries sent in advance: the page's language and version.
 */
export function createStaticClient(
  { script, index, delta, settings }: StaticConnection,
  base: string,
  early: StartedIndex | undefined,
  scope: SearchParams,
): SiteSearchClient {
  const address = (path: string): URL => new URL(base + path, location.href)
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let opening: Promise<Worker> | undefined
  /** Ends guesses and the query sent in advance as soon as the dialog sends a query. */
  const ahead = new AbortController()
  /** Failed workers with the reason, since one may fail before the first query. */
  const ended = new WeakMap<Worker, SearchError>()

  /** The worker with an open index. After a failure the next call starts another one. */
  function opened(): Promise<Worker> {
    if (!opening) {
      const { worker = start(address(script).href), files = [index, delta].map((path) => fetchFile(address(path))) } =
        early ?? {}
      // After a failure the worker fetches the files.
      if (early)
        early.guessed = fetchGuesses(early.files[0], address(index), early.typed, ahead.signal).catch(() => undefined)
      opening = open(listenTo(worker, early?.typed), files)
      early = undefined
      opening.catch(() => (opening = undefined))
    }
    return opening
  }

  /** Sends the typed query in advance, so that the worker fetches the parts of the first hits while the dialog loads. */
  async function askAhead(query: string): Promise<void> {
    if (query !== '' && lastId === 0) await ask({ params: { ...scope, query, hitsPerPage: FIRST_HITS } }, ahead.signal)
  }

  async function open(worker: Worker, files: Promise<Response>[]): Promise<Worker> {
    try {
      const bytes = await Promise.all(files.map(bytesOf))
      const urls = [index, delta].map((path) => address(path).href)
      worker.postMessage({ files: bytes, urls, base, settings } satisfies StaticIndex, bytes)
      return worker
    } catch (error) {
      worker.terminate()
      throw error
    }
  }

  /** Handles the worker's messages. @param typed returns the input of the box before the dialog is loaded. */
  function listenTo(worker: Worker, typed?: () => string): Worker {
    const failed = (message: string): SearchError => {
      opening = undefined
      worker.terminate()
      const error = new SearchError('unreachable', message)
      ended.set(worker, error)
      return error
    }
    worker.addEventListener('message', ({ data }: MessageEvent<StaticAnswer>) => {
      if ('opened' in data) return void askAhead(typed?.() ?? '').catch(() => undefined)
      const asked = waiting.get(data.id)
      if ('first' in data) return asked?.onFirst?.(data.first)
      if (!('answer' in data)) return rejectAll(failed(data.failure))
      waiting.delete(data.id)
      asked?.resolve(data.answer)
    })
    worker.addEventListener('error', () => rejectAll(failed('The search could not be started.')))
    return worker
  }

  function rejectAll(error: SearchError): void {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  /** Asks again after a failure. A query that was aborted is refused at once. */
  function ask(...asked: Parameters<typeof askOnce>): Promise<unknown> {
    return askOnce(...asked).catch(() => askOnce(...asked))
  }

  async function askOnce(
    request: Omit<StaticRequest, 'id'>,
    signal: AbortSignal | undefined,
    onFirst?: Waiting['onFirst'],
  ): Promise<unknown> {
    const worker = await opened()
    const failure = ended.get(worker)
    if (failure) throw failure
    return new Promise((resolve, reject) => {
      const id = ++lastId
      const abort = (): void => {
        if (waiting.delete(id)) worker.postMessage({ id, aborted: true } satisfies StaticRequest)
        reject(new SearchError('aborted', 'The search was aborted.'))
      }
      if (signal?.aborted) return abort()
      signal?.addEventListener('abort', abort, { once: true })
      waiting.set(id, { onFirst, resolve, reject })
      worker.postMessage({ ...request, id, first: onFirst && FIRST_HITS })
      if (signal !== ahead.signal) ahead.abort()
    })
  }

  void opened().catch(() => undefined)
  return {
    async search(requests, options) {
      const { signal, onFirstHits } = options ?? {}
      // First hits are reported for a single query only, since several queries have one common answer.
      const onFirst =
        onFirstHits && requests.length === 1 ? (first: SearchResponse) => onFirstHits({ results: [first] }) : undefined
      const results = requests.map((params) => ask({ params: params as SearchParams }, signal, onFirst))
      return { results: (await Promise.all(results)) as SearchResponse[] }
    },
    async searchIndex(_, params, options) {
      return (await ask({ params }, options?.signal)) as SearchResponse
    },
    async searchFacetValues(_, facet, params = {}, options) {
      return (await ask({ params, facet }, options?.signal)) as FacetValuesResponse
    },
    // There is no cache: a query in the worker is as fast as a look-up.
    clearCache: () => undefined,
  }
}

function fetchFile(url: URL): Promise<Response> {
  // The file's name is the same in every build, so the browser must revalidate it.
  return fetch(url, { cache: 'no-cache' })
}

async function bytesOf(file: Promise<Response>): Promise<ArrayBuffer> {
  const response = await file.catch(() => undefined)
  if (response?.ok) {
    const bytes = await response.arrayBuffer().catch(() => undefined)
    if (bytes) return bytes
  }
  const status = response ? `: status ${response.status}` : ''
  throw new SearchError('unreachable', `The search index could not be fetched${status}.`)
}
