/**
 * The search engine in a Web Worker, for sites that have no server: it fetches the index file whole, opens it, and
 * answers one question after the other. The same engine and the same bytes as in a server.
 */
import {
  EngineError,
  openDelta,
  openIndex,
  search,
  searchFacetValues,
  type Hit,
  type Index,
  type IndexSettings,
  type SearchParams,
} from '@docent/engine'
import { toHref } from '../paths.ts'

/** What the page asks. */
export type StaticQuestion = { id: number; params: SearchParams; facet?: string }

/** What it is told: an answer of the engine, or why there is none. */
export type StaticAnswer = { id: number; answer: unknown } | { id: number; failure: string }

/** The first message: where the index and its delta are, the settings that it was built with, and the site's base. */
export interface StaticIndex {
  url: string
  delta: string
  base: string
  settings: IndexSettings
}

/** The first two bytes of gzip (RFC 1952). A host that knows the format has unpacked the file already. */
const GZIP = [0x1f, 0x8b]

let index: Promise<Index> | undefined
let base = ''

addEventListener('message', ({ data }: MessageEvent<StaticIndex | StaticQuestion>) => {
  if ('url' in data) {
    index = load(data)
    base = data.base
    // Whoever asks is told why.
    index.catch(() => undefined)
  } else void answer(data)
})

async function answer({ id, params, facet }: StaticQuestion): Promise<void> {
  try {
    const opened = await index
    if (!opened) throw new Error('No index has been named.')
    const { facetQuery = '', ...rest } = params as SearchParams & { facetQuery?: string }
    const found = facet === undefined ? answered(opened, params) : searchFacetValues(opened, facet, facetQuery, rest)
    postMessage({ id, answer: found } satisfies StaticAnswer)
  } catch (error) {
    postMessage({ id, failure: error instanceof Error ? error.message : String(error) } satisfies StaticAnswer)
  }
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

async function load({ url, delta, settings }: StaticIndex): Promise<Index> {
  const [base, changes] = await Promise.all([fetchFile(url), fetchFile(delta)])
  const opened = openIndex(base, settings)
  if (changes.length === 0) return opened
  try {
    return openDelta(opened, changes, settings)
  } catch (error) {
    // A host that is being sent a new build has one of its files before the other.
    if (error instanceof EngineError && error.code === 'index_base') return opened
    throw error
  }
}

/** A file of the index, unpacked. */
async function fetchFile(url: string): Promise<Uint8Array> {
  // Its name stays the same from build to build: the browser asks whether it has changed.
  const response = await fetch(url, { cache: 'no-cache' })
  if (!response.ok) throw new Error(`The search index could not be fetched: status ${response.status}.`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const isPacked = GZIP.every((byte, at) => bytes[at] === byte)
  return isPacked ? await unpack(bytes) : bytes
}

async function unpack(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
