/**
 * The search engine in a Web Worker, for sites without a server. It opens the whole index or only its head; a query that
 * needs parts fetches all missing ones in parallel and is repeated until it succeeds. Engine and index format are the
 * server's.
 */
import {
  addPart,
  EngineError,
  isHead,
  openDelta,
  openIndex,
  openParts,
  PartsMissing,
  search,
  searchFacetValues,
  requestedParts,
  requestQueryTerms,
  type Hit,
  type Index,
  type IndexSettings,
  type SearchParams,
  type SearchResponse,
  type RequestedPart,
} from '@docent/engine'
import { toHref } from '../../shared/paths.ts'
import { unpack } from './gunzip.ts'

/**
 * A query of the page, or its abort. `first`: number of hits to send before the full answer when that needs further parts.
 */
export type StaticRequest =
  | { id: number; params: SearchParams; facet?: string; first?: number | undefined }
  | { id: number; aborted: true }

/** A message of the worker: the index is open, the first hits, the full answer, or the reason of a failure. */
export type StaticAnswer =
  | { opened: true }
  | { id: number; first: SearchResponse }
  | { id: number; answer: unknown }
  | { id: number; failure: string }

/**
 * The first message: the files of the index and its delta, their URLs, the settings of the index, and the site's base.
 */
export interface StaticIndex {
  /** The index, and its delta, which is empty when there are no changes since the base. */
  files: ArrayBuffer[]
  /** In the same order. */
  urls: string[]
  base: string
  settings: IndexSettings
}

/**
 * Time after which the fetch of a part is aborted that no query needs any more (ms). The next query of a reader who types on
 * often needs the same part; it is sent at most 80 ms after the abort of the query before it (the dialog's `DEBOUNCE`).
 */
const ABORT_AFTER = 100

/** Time after which a query causes a request for the index of a new build (ms): tabs of docs stay open for days. */
const RENEW_AFTER = 300_000

/** Set by the first message. */
let source: StaticIndex
let index: Index | Promise<Index>
/** When the index was requested last (ms since the start of the worker). */
let requestedAt = 0

/** Queries in progress, by id. */
const asked = new Map<number, AbortController>()

/** Parts that are being fetched, by URL; `waiting` is the number of queries that need them. */
const coming = new Map<string, { done: Promise<void>; own: AbortController; waiting: number }>()

addEventListener('message', ({ data }: MessageEvent<StaticIndex | StaticRequest>) => {
  if ('files' in data) {
    source = data
    const opening = open(data.files)
    index = opening
    opening.then(
      () => postMessage({ opened: true } satisfies StaticAnswer),
      // The page receives the reason.
      () => undefined,
    )
  } else if ('aborted' in data) asked.get(data.id)?.abort()
  else void answer(data)
})

async function answer({ id, params, facet, first }: Exclude<StaticRequest, { aborted: true }>): Promise<void> {
  const own = new AbortController()
  asked.set(id, own)
  try {
    const opened = await index
    // The index in use remains if the new one cannot be fetched or opened.
    renew().catch(() => undefined)
    const { facetQuery = '', ...rest } = params as SearchParams & { facetQuery?: string }
    const ask = (): unknown =>
      facet === undefined ? answered(opened, params) : searchFacetValues(opened, facet, facetQuery, rest)
    requestQueryTerms(opened, params)
    await bringWanted(opened, own.signal)
    const few = (): SearchResponse => answered(opened, { ...params, hitsPerPage: first })
    const found = first
      ? await searchEarly(opened, { id, first, signal: own.signal, ask, few })
      : await withParts(opened, own.signal, ask)
    postMessage({ id, answer: found } satisfies StaticAnswer)
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    if (!own.signal.aborted) postMessage({ id, failure } satisfies StaticAnswer)
  } finally {
    asked.delete(id)
  }
}

/** A query, and the one for its first hits, which are sent before the others. */
interface EarlyQuery {
  id: number
  first: number
  signal: AbortSignal
  ask: () => unknown
  few: () => SearchResponse
}

/**
 * The full answer. If only further hits lack parts after those of the first hits have been fetched, the first hits are sent.
 * A part names the first hit that needs it, so the first hits need no search of their own to find theirs: it made the
 * second and the third search of a new worker in 5,000 records take a fifth more CPU time (`bench/rows/cold-search.mjs`).
 */
async function searchEarly(opened: Index, { id, first, signal, ask, few }: EarlyQuery): Promise<unknown> {
  for (;;) {
    const found = ifThere(ask)
    if (found !== undefined) return found
    const missing = requestedParts(opened)
    const further = missing.filter(({ hit }) => hit >= first)
    await bringAll(
      opened,
      missing.filter(({ hit }) => hit < first),
      signal,
    )
    if (further.length === 0) continue
    const others = bringAll(opened, further, signal)
    // Its failure is that of the query, which awaits it below.
    others.catch(() => undefined)
    postMessage({ id, first: await withParts(opened, signal, few) } satisfies StaticAnswer)
    await others
  }
}

/** Fetches missing parts and repeats the query until it succeeds. */
async function withParts<Answer>(opened: Index, signal: AbortSignal, ask: () => Answer): Promise<Answer> {
  for (;;) {
    await bringWanted(opened, signal)
    const found = ifThere(ask)
    if (found !== undefined) return found
  }
}

/** The answer if all its parts are loaded; otherwise `undefined`, and the engine has recorded the missing parts. */
function ifThere<Answer>(ask: () => Answer): Answer | undefined {
  try {
    return ask()
  } catch (error) {
    if (error instanceof PartsMissing) return undefined
    throw error
  }
}

async function bringWanted(opened: Index, signal: AbortSignal): Promise<void> {
  await bringAll(opened, requestedParts(opened), signal)
}

async function bringAll(opened: Index, parts: readonly RequestedPart[], signal: AbortSignal): Promise<void> {
  await Promise.all(parts.map((part) => bring(opened, part, signal)))
  signal.throwIfAborted()
}

/** Fetches a part, once for all queries that need it; the fetch is aborted `ABORT_AFTER` the last of them. */
function bring(opened: Index, part: RequestedPart, signal: AbortSignal): Promise<void> {
  const url = new URL(`${part.folder}/${part.name}.bin`, source.urls[0]).href
  let one = coming.get(url)
  if (!one) {
    const own = new AbortController()
    const done = fetchPart(opened, part, url, own.signal).finally(() => forget(url, own))
    one = { own, waiting: 0, done }
    coming.set(url, one)
  }
  const { own, done } = one
  const abortUnused = (): void => {
    if (one.waiting > 0) return
    forget(url, own)
    own.abort()
  }
  const leave = (): void => {
    one.waiting--
    setTimeout(abortUnused, ABORT_AFTER)
  }
  one.waiting++
  signal.addEventListener('abort', leave)
  return done.finally(() => signal.removeEventListener('abort', leave))
}

/** Removes a fetch from `coming`, so that later queries start a new one. */
function forget(url: string, own: AbortController): void {
  if (coming.get(url)?.own === own) coming.delete(url)
}

async function fetchPart(opened: Index, part: RequestedPart, url: string, signal: AbortSignal): Promise<void> {
  // The content of a part never changes under the same name.
  const response = await fetch(url, { signal, cache: 'force-cache' })
  if (!response.ok) throw new Error(`A part of the index could not be fetched: status ${response.status}.`)
  addPart(opened, part, await unpack(await response.arrayBuffer()))
}

/** The engine's answer with the site's base added to the hits' URLs, which records do not contain. */
function answered(opened: Index, params: SearchParams): ReturnType<typeof search> {
  const found = search(opened, params)
  return { ...found, hits: found.hits.map(withBase) }
}

function withBase(hit: Hit): Hit {
  const joined = { ...hit }
  for (const name of ['url', 'url_without_anchor'] as const) {
    const url = hit[name]
    if (typeof url === 'string') joined[name] = toHref(source.base, url)
  }
  return joined
}

/** Opens the present files of the host after `RENEW_AFTER`. Queries in progress end with the index that they began with. */
async function renew(): Promise<void> {
  if (performance.now() - requestedAt < RENEW_AFTER) return
  requestedAt = performance.now()
  const files = source.urls.map(async (url) => (await fetch(url, { cache: 'no-cache' })).arrayBuffer())
  index = await open(await Promise.all(files))
}

async function open(files: ArrayBuffer[]): Promise<Index> {
  const { settings } = source
  const [bytes, changes] = (await Promise.all(files.map(unpack))) as [Uint8Array, Uint8Array]
  const opened = isHead(bytes) ? openParts(bytes, settings) : openIndex(bytes, settings)
  if (changes.length === 0) return opened
  try {
    return openDelta(opened, isHead(changes) ? openParts(changes, settings) : changes, settings)
  } catch (error) {
    // While a new build is uploaded, base and delta on the host may be of different builds.
    if (error instanceof EngineError && error.code === 'index_base') return opened
    throw error
  }
}
