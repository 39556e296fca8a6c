/** What the pool and its search workers say to each other. Plain data that can be cloned. */
import type { FacetValuesResponse, IndexSettings, SearchParams, SearchRequest, SearchResponse } from '@docent/engine'
import type { AnswerFormat } from '../wire/answer-format.ts'
import type { SearchStrategy } from '../wire/operations.ts'

/** One query and the snapshot (an opened generation with its settings) that answers it. */
export interface PlacedQuery {
  snapshot: number
  request: SearchRequest
}

export type SearchWork =
  | { kind: 'search'; queries: PlacedQuery[]; strategy: SearchStrategy }
  /** The same, each answer as JSON in UTF-8. */
  | { kind: 'search-json'; queries: (PlacedQuery & { format: AnswerFormat })[]; strategy: SearchStrategy }
  /** Records that are found, as JSON, without grouping and without the ceiling of pages. */
  | { kind: 'enumerate'; snapshot: number; index: string; params: SearchParams }

export type SearchResults = (SearchResponse | FacetValuesResponse)[]

/** Its memory is handed over with the message, not copied. */
export type WrittenAnswer = Uint8Array<ArrayBuffer>

/** What an enumeration is answered with. */
export interface EnumeratedHits {
  /** A list of so many. */
  hits: WrittenAnswer
  length: number
  nbHits: number
}

/** What a piece of work is answered with. */
export type ResultsOf<Work extends SearchWork> = Work extends { kind: 'search-json' }
  ? WrittenAnswer[]
  : Work extends { kind: 'enumerate' }
    ? EnumeratedHits
    : SearchResults

/** The bytes of a generation: its base, and its delta where it has one. */
export interface IndexBytes {
  buffer: SharedArrayBuffer
  delta: SharedArrayBuffer | undefined
}

/** An opened generation with its settings. */
export interface OpenSnapshot extends IndexBytes {
  /** Tells bases apart: a worker opens each once. */
  base: number
  settings: IndexSettings
  /** JSON of `ServedParts`: a text crosses threads at the cost of a copy, and is read only where it is new. */
  parts: string
  /** JSON of `ServedReplicas`: what the same bytes are read with under other names. */
  replicas: string
}

/** What a search worker is given when it starts. */
export interface SearchWorkerData {
  turns: Int32Array<SharedArrayBuffer>
  softCutMs: number
}

export type ToSearchWorker =
  | { type: 'open'; number: number; snapshot: OpenSnapshot }
  | { type: 'end' }
  | { type: 'close'; number: number }
  /** `turn` tells whether the pool has taken the work back meanwhile (`turns.ts`). */
  | { type: 'work'; turn: number; work: SearchWork }

/** An error as it crosses from a worker: `code` is an engine's code, or absent for a defect. */
export interface WorkerFailure {
  code?: string
  message: string
}

export type FromSearchWorker =
  | { type: 'ready' }
  | { type: 'opened'; number: number; failure?: WorkerFailure }
  /** Of the work that was handed out first. */
  | { type: 'done'; results: ResultsOf<SearchWork> }
  | { type: 'failed'; failure: WorkerFailure }
