/**
 * The search engine in a Web Worker, for sites that have no server: it opens the index, whole or its head alone, and
 * fetches the parts that a question turns out to need, all of them at once, until there is an answer. The same engine
 * and the same bytes as in a server.
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
import { toHref } from '../shared/paths.ts'
import { unpack } from './gunzip.ts'

/**
 * What the page asks, or that it does not want to know any more. `first`: it wants to have so many hits before the
 * others, where parts have to be fetched for these.
 */
export type StaticQuestion =
  | { id: number; params: SearchParams; facet?: string; first?: number | undefined }
  | { id: number; aborted: true }

/** A message of the worker: the index is open, the first hits, an answer of the engine, or why there is none. */
export type StaticAnswer =
  | { opened: true }
  | { id: number; first: SearchResponse }
  | { id: number; answer: unknown }
  | { id: number; failure: string }

/**
 * The first message: the files of the index and its delta, where the former was, the settings that it was built with,
 * and the site's base.
 */
export interface StaticIndex {
  index: ArrayBuffer
  /** Empty where nothing has changed since. */
  delta: ArrayBuffer
  url: string
  base: string
  settings: IndexSettings
}

let index: Promise<Index> | undefined
let base = ''
let indexUrl = ''

/** Questions that are being answered. */
const asked = new Map<number, AbortController>()

/** Parts on their way, by address, and for how many questions. */
const coming = new Map<string, { done: Promise<void>; own: AbortController; waiting: number }>()

addEventListener('message', ({ data }: MessageEvent<StaticIndex | StaticQuestion>) => {
  if ('index' in data) {
    index = open(data)
    base = data.base
    indexUrl = data.url
    index.then(
      () => postMessage({ opened: true } satisfies StaticAnswer),
      // The page receives the reason.
      () => undefined,
    )
  } else if ('aborted' in data) asked.get(data.id)?.abort()
  else void answer(data)
})

async function answer({ id, params, facet, first }: Exclude<StaticQuestion, { aborted: true }>): Promise<void> {
  const own = new AbortController()
  asked.set(id, own)
  try {
    const opened = await index
    if (!opened) throw new Error('No index has been named.')
    const { facetQuery = '', ...rest } = params as SearchParams & { facetQuery?: string }
    const ask = (): unknown =>
      facet === undefined ? answered(opened, params) : searchFacetValues(opened, facet, facetQuery, rest)
    let found: unknown
    requestQueryTerms(opened, params)
    await bringWanted(opened, own.signal)
    if (first) {
      // What all hits want is not fetched before what the first ones do.
      const few = (): SearchResponse => answered(opened, { ...params, hitsPerPage: first })
      const there = ifThere(few)
      if (there) found = ifThere(ask)
      if (!found) postMessage({ id, first: there ?? (await withParts(opened, own.signal, few)) } satisfies StaticAnswer)
    }
    found ??= await withParts(opened, own.signal, ask)
    postMessage({ id, answer: found } satisfies StaticAnswer)
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    if (!own.signal.aborted) postMessage({ id, failure } satisfies StaticAnswer)
  } finally {
    asked.delete(id)
  }
}

/** Asks with what was missing, and again. */
async function withParts<Answer>(opened: Index, signal: AbortSignal, ask: () => Answer): Promise<Answer> {
  for (;;) {
    await bringWanted(opened, signal)
    const found = ifThere(ask)
    if (found !== undefined) return found
  }
}

/** An answer, if all parts for it are there; else those that are missing are noted. */
function ifThere<Answer>(ask: () => Answer): Answer | undefined {
  try {
    return ask()
  } catch (error) {
    if (error instanceof PartsMissing) return undefined
    throw error
  }
}

async function bringWanted(opened: Index, signal: AbortSignal): Promise<void> {
  await Promise.all(requestedParts(opened).map((part) => bring(opened, part, signal)))
  signal.throwIfAborted()
}

/** Fetches a part, once for all who wait for it; who is the last to give up ends it. */
function bring(opened: Index, part: RequestedPart, signal: AbortSignal): Promise<void> {
  const url = new URL(`${part.folder}/${part.name}.bin`, indexUrl).href
  let one = coming.get(url)
  if (!one) {
    const own = new AbortController()
    const done = fetchPart(opened, part, url, own.signal).finally(() => forget(url, own))
    one = { own, waiting: 0, done }
    coming.set(url, one)
  }
  const { own, done } = one
  const leave = (): void => {
    if (--one.waiting > 0) return
    forget(url, own)
    own.abort()
  }
  one.waiting++
  signal.addEventListener('abort', leave)
  return done.finally(() => signal.removeEventListener('abort', leave))
}

/** Nobody joins it any more. */
function forget(url: string, own: AbortController): void {
  if (coming.get(url)?.own === own) coming.delete(url)
}

async function fetchPart(opened: Index, part: RequestedPart, url: string, signal: AbortSignal): Promise<void> {
  // A part never changes under its name.
  const response = await fetch(url, { signal, cache: 'force-cache' })
  if (!response.ok) throw new Error(`A part of the search index could not be fetched: status ${response.status}.`)
  addPart(opened, part, await unpack(await response.arrayBuffer()))
}

/** Records know nothing of the base; the hits that a reader gets do. */
function answered(opened: Index, params: SearchParams): ReturnType<typeof search> {
  const found = search(opened, params)
  return { ...found, hits: found.hits.map(withBase) }
}

function withBase(hit: Hit): Hit {
  const joined = { ...hit }
  for (const name of ['url', 'url_without_anchor'] as const) {
    const url = hit[name]
    if (typeof url === 'string') joined[name] = toHref(base, url)
  }
  return joined
}

async function open({ index: file, delta, settings }: StaticIndex): Promise<Index> {
  const [bytes, changes] = await Promise.all([unpack(file), unpack(delta)])
  const opened = isHead(bytes) ? openParts(bytes, settings) : openIndex(bytes, settings)
  if (changes.length === 0) return opened
  try {
    return openDelta(opened, isHead(changes) ? openParts(changes, settings) : changes, settings)
  } catch (error) {
    // A host that is being sent a new build has one of its files before the other.
    if (error instanceof EngineError && error.code === 'index_base') return opened
    throw error
  }
}
