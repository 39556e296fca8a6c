/** Messages between the server and its thread with the vectors. Plain data that can be cloned. */
import type { NearestRecords } from '@docent/engine'
import type { LogEvent } from '../system/log.ts'
import type { SemanticModel } from './endpoint.ts'
import type { Quantised } from './quantise.ts'

/** The data that the thread starts with. */
export interface VectorWorkerData {
  model: SemanticModel
  /** Path of the file of vectors. */
  path: string
}

/** A page of the records of an index, all pages of which follow each other. */
export interface RecordsPage {
  index: string
  /** A list of records as JSON in UTF-8. */
  records: Uint8Array<ArrayBuffer>
  /** Attributes whose texts are embedded. */
  paths: string[]
  isFirst: boolean
  isLast: boolean
}

/** Number of sections of an index, and of those that have a vector. */
export interface IndexVectors {
  sections: number
  embedded: number
}

/** A request to the thread; `Replies` has the reply of each type. */
export type Request =
  /** Embeds the new texts of a page; at the last page, searches of the index read the vectors of all its pages. */
  | { type: 'page'; page: RecordsPage }
  /** The nearest records of an index. */
  | { type: 'scan'; index: string; query: Quantised }
  /** Forgets all other indexes. */
  | { type: 'keep'; indexes: string[] }

/** The replies by type of request. */
export interface Replies {
  page: undefined
  scan: NearestRecords
  keep: undefined
}

/** `id` identifies the reply. `end` closes the file and ends the thread. */
export type ToVectorWorker = { id: number; request: Request } | 'end'

/** The state of the vectors, sent after each change. */
export interface VectorState {
  /** Length of the vectors; 0 without any. */
  dimensions: number
  /** Vectors in memory. */
  vectors: number
  /** The indexes that can be searched, by name. */
  indexes: Record<string, IndexVectors>
  /** Requests for vectors of sections since the start, and those that failed. */
  requests: number
  failures: number
}

/** A reply by `id`, in any order; or the thread's state or a log event, unasked. */
export type FromVectorWorker =
  | { id: number; result: Replies[keyof Replies] }
  | { id: number; error: string }
  | { state: VectorState }
  | { event: LogEvent }
