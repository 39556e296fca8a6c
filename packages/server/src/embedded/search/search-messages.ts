/** Messages between the pool and its search workers. Plain data that can be cloned. */
import type { FacetValuesResponse, IndexSettings, SearchParams, SearchRequest, SearchResponse } from '@docent/engine'
import type { AnswerFormat } from '../../wire/answer-format.ts'
import type { SearchStrategy } from '../../wire/operations.ts'

/** One query and the snapshot (an opened generation with its settings) that answers it. */
export interface PlacedQuery {
  snapshot: number
  request: SearchRequest
}

/** The work of one message: its result is `SearchResults`, a list of `MadeAnswer`, or `EnumeratedHits`. */
export type SearchWork =
  | { kind: 'search'; queries: PlacedQuery[]; strategy: SearchStrategy }
  /** As `search`, with each answer as JSON in UTF-8. */
  | { kind: 'search-json'; queries: (PlacedQuery & { format: AnswerFormat })[]; strategy: SearchStrategy }
  /** The matching records, as JSON, without grouping and without the limit of pagination. */
  | { kind: 'enumerate'; snapshot: number; index: string; params: SearchParams }

/** One answer for each query, in order. */
export type SearchResults = (SearchResponse | FacetValuesResponse)[]

/** An encoded answer. Its memory is transferred with the message, not copied. */
export type WrittenAnswer = Uint8Array<ArrayBuffer>

/** An answer to a query. */
export interface MadeAnswer {
  json: WrittenAnswer
  /** Bytes of the list of hits in it; 0 without one. */
  hitBytes: number
  /** `nextChange` of the rules: from then on, in milliseconds since 1970, another answer may be right. */
  until: number
}

/** The result of an enumeration. */
export interface EnumeratedHits {
  /** The list of hits as JSON. */
  hits: WrittenAnswer
  /** Number of hits in the list. */
  length: number
  nbHits: number
}

/** The result of a kind of `SearchWork`. */
export type ResultsOf<Work extends SearchWork> = Work extends { kind: 'search-json' }
  ? MadeAnswer[]
  : Work extends { kind: 'enumerate' }
    ? EnumeratedHits
    : SearchResults

/** The bytes of a generation: its base, and its delta if it has one. */
export interface IndexBytes {
  buffer: SharedArrayBuffer
  delta: SharedArrayBuffer | undefined
}

/** An opened generation with its settings. */
export interface OpenSnapshot extends IndexBytes {
  /** Number of the base: a worker opens each base once. */
  base: number
  settings: IndexSettings
  /** JSON of `ServedParts`: sending a text to a thread costs one copy, and the thread parses only new texts. */
  parts: string
  /** JSON of `ServedReplicas`: the settings and parts with which replicas read the same bytes. */
  replicas: string
}

/** The data that a search worker starts with. */
export interface SearchWorkerData {
  softCutMs: number
}

/** `number` identifies a snapshot or a search in later messages. */
export type ToSearchWorker =
  | { type: 'open'; number: number; snapshot: OpenSnapshot }
  | { type: 'end' }
  | { type: 'close'; number: number }
  | { type: 'work'; number: number; work: SearchWork }
  /** Takes back a search that has not started. */
  | { type: 'withdraw'; number: number }

/** An error of a worker: `code` is that of the engine, absent for a defect. */
export interface WorkerFailure {
  code?: string
  message: string
}

/** `cpuMs` is the CPU time that the thread has used since its start. */
export type FromSearchWorker = { cpuMs: number } & (
  | { type: 'ready' }
  | { type: 'opened'; number: number; failure?: WorkerFailure }
  | { type: 'done'; number: number; results: ResultsOf<SearchWork> }
  | { type: 'failed'; number: number; failure: WorkerFailure }
)
