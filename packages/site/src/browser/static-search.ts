/**
 * The search client of a site without a server: the same calls as over HTTP, answered by the engine in a Web Worker of
 * the page. The page fetches the heads of the index while the worker's script is on its way; the worker fetches the parts.
 * After a failure the next search starts again with a new worker, since the host may have a new build.
 */
import { SearchError, type SearchClient } from '@docent/client'
import type { DialogClient } from '@docent/dialog'
import { guessPart, isHead, type FacetValuesResponse, type SearchParams, type SearchResponse } from '@docent/engine'
import type { StaticConnection } from '../shared/search-connection.ts'
import type { StaticAnswer, StaticIndex, StaticQuestion } from './static-search-worker.ts'
import { WORKER_POLICY } from '../shared/trusted-types-policies.ts'
import { workerStarter } from './trusted-worker.ts'
import { unpack } from './gunzip.ts'

/** What a first answer takes longest for, begun before there was a client. */
export interface StartedIndex {
  /** Gone when it could not be started: the client then starts one of its own. */
  worker: Worker | undefined
  /** Answers for the index and for the delta. */
  files: Promise<Response>[]
  /** What the reader has typed so far. */
  typed: () => string
}

/** The calls of `SearchClient`; `search` also reports the first hits of an answer. */
export type SiteSearchClient = Omit<SearchClient, 'search'> & DialogClient

/** Hits that come first: each may lie in a part of its own, and older hosts answer six requests at once. */
const FIRST_HITS = 3

interface Waiting {
  /** Receives the first hits of a search. */
  onFirst: ((answer: SearchResponse) => void) | undefined
  resolve(answer: unknown): void
  reject(error: SearchError): void
}

/** What is being typed, as far as it will be a term as it is. */
const WORD_AT_END = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+$/u

const start = workerStarter(WORKER_POLICY, import.meta.url)

/**
 * Starts the worker, and fetches what searching begins with, unless that was done `early`: somebody is about to search.
 * @param scope what the reader searches in, unless they choose otherwise.
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
  /** Ends what is asked ahead of the reader's own questions. */
  const ahead = new AbortController()
  /** Workers that have ended, and why: one may do so before anything was asked. */
  const ended = new WeakMap<Worker, SearchError>()

  /** The worker with an index. After a failure the next call tries again. */
  function opened(): Promise<Worker> {
    if (!opening) {
      const { worker = start(address(script).href), files = [index, delta].map((path) => fetchFile(address(path))) } =
        early ?? {}
      if (early) guess(early).catch(() => undefined)
      opening = open(listenTo(worker, early?.typed), files)
      early = undefined
      opening.catch(() => (opening = undefined))
    }
    return opening
  }

  /**
   * Fetches the part that the word will be looked up in, which the head tells, while the worker is on its way: it then finds it in
   * the browser's cache, a round trip sooner.
   */
  async function guess({ files: [head], typed }: StartedIndex): Promise<void> {
    const bytes = await unpack((await (await head)?.clone().arrayBuffer()) ?? new ArrayBuffer())
    const [word] = typed().toLowerCase().match(WORD_AT_END) ?? []
    const part = word && isHead(bytes) && guessPart(bytes, word)
    if (part) await fetch(new URL(`${part}.bin`, address(index)), { cache: 'force-cache' })
  }

  /** Has the worker fetch what the first hits are made of, while the dialog that will ask for them is on its way. */
  async function askAhead(query: string): Promise<void> {
    if (query !== '' && lastId === 0) await ask({ params: { ...scope, query, hitsPerPage: FIRST_HITS } }, ahead.signal)
  }

  async function open(worker: Worker, files: Promise<Response>[]): Promise<Worker> {
    try {
      const [base_, changes] = (await Promise.all(files.map(bytesOf))) as [ArrayBuffer, ArrayBuffer]
      const message: StaticIndex = { index: base_, delta: changes, url: address(index).href, base, settings }
      worker.postMessage(message, [base_, changes])
      return worker
    } catch (error) {
      worker.terminate()
      throw error
    }
  }

  /** @param typed what the reader has typed before there was a dialog to ask. */
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
      waiting.delete(data.id)
      if ('answer' in data) return asked?.resolve(data.answer)
      const error = failed(data.failure)
      asked?.reject(error)
      rejectAll(error)
    })
    worker.addEventListener('error', () => rejectAll(failed('The search could not be started.')))
    return worker
  }

  function rejectAll(error: SearchError): void {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  async function ask(
    question: Omit<StaticQuestion, 'id'>,
    signal: AbortSignal | undefined,
    onFirst?: Waiting['onFirst'],
  ): Promise<unknown> {
    const worker = await opened()
    const failure = ended.get(worker)
    if (failure) throw failure
    return new Promise((resolve, reject) => {
      const id = ++lastId
      const abort = (): void => {
        if (waiting.delete(id)) worker.postMessage({ id, aborted: true } satisfies StaticQuestion)
        reject(new SearchError('aborted', 'The search was given up.'))
      }
      if (signal?.aborted) return abort()
      signal?.addEventListener('abort', abort, { once: true })
      waiting.set(id, { onFirst, resolve, reject })
      worker.postMessage({ ...question, id, first: onFirst && FIRST_HITS })
      if (signal !== ahead.signal) ahead.abort()
    })
  }

  void opened().catch(() => undefined)
  return {
    async search(requests, options) {
      const { signal, onFirstHits } = options ?? {}
      // Of several questions none is answered before all are.
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
    // The answers of the worker are never kept: asking again costs no more than looking.
    clearCache: () => undefined,
  }
}

function fetchFile(url: URL): Promise<Response> {
  // Its name stays the same from build to build: the browser asks whether it has changed.
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
