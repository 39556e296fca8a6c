/** The documents of the state: their content and ids. `names.ts` has the names of their OpenSearch indexes. */
import type { IndexSettings, SearchParams } from '@docent/engine'
import type { ApiKey, CopyScope, IndexPart, PartKind, WriteOperation } from '@docent/server/backend'

/** Ids of the documents that every server reads several times a second. */
export const HEAD = 'head'
/** The id of the document with all API keys. */
export const KEYS = 'keys'
/** The id of the document with the lease. */
export const LEASE = 'lease'

/**
 * The format of all data of Docent in a cluster, the documents of records included. A server refuses a newer one. Format 3 adds
 * replicas, format 4 tasks that were applied before earlier ones; a head has the format that its readers need.
 */
export const STATE_FORMAT = 4
/** The lowest format of a head with a replica. */
export const FORMAT_WITH_REPLICAS = 3
/** The lowest format of a head with `ahead`. */
export const FORMAT_WITH_AHEAD = 4

/** The searchable state of one index. */
export interface IndexState {
  name: string
  /** Unique; never reused. */
  id: number
  /** The task that created the generation. */
  generation: number
  /** Ids of the documents with settings and parts; absent without any. */
  settings?: string
  synonyms?: string
  rules?: string
  entries: number
  /** Position of the next record that is added. */
  nextPosition: number
  /** ISO 8601, UTC. */
  createdAt: string
  updatedAt: string
  lastTask: number
  /** The id of a replica's primary, whose generation, entries and positions it has. */
  primary?: number
  /** Set for a virtual replica. */
  virtual?: true
  /** Duration of the last build of a generation (ms). */
  buildMs: number
}

/** Unused data, and the time since which it is unused (ms since 1970, for operators): readers may still use it. */
export interface Garbage {
  kind: 'generation' | 'state' | 'chunks'
  name: string
  at: number
}

/** A task that was given up. It counts as applied, so that later tasks can be applied. */
export interface FailedTask {
  /** The first number of the task, and the number of its numbers. */
  number: number
  span: number
  /** The reason, for clients. */
  error: string
}

/** The first and the last number of consecutive tasks. */
export type TaskRange = [first: number, last: number]

/** The document from which searches find their data. Replacing it publishes tasks. */
export interface Head {
  format: number
  /** Increases with each server that takes the lease. */
  epoch: number
  /** All tasks up to this one are applied. */
  published: number
  /**
   * Applied tasks beyond `published + 1`, in order, with gaps of waiting tasks of other indexes. Each gap has a waiting task, so the
   * limit of waiting tasks bounds the list. Absent if it is empty.
   */
  ahead?: TaskRange[]
  /** Larger than every id in use; only servers of format 3 take ids from it. */
  nextIndexID: number
  indexes: IndexState[]
  garbage: Garbage[]
  /** Tasks that were given up, the latest first; absent if there were none. */
  failed?: FailedTask[]
}

/** The head of a new cluster, before its first task. */
export const EMPTY_HEAD: Head = {
  format: STATE_FORMAT,
  epoch: 0,
  published: 0,
  nextIndexID: 1,
  indexes: [],
  garbage: [],
}

/** The lease of the server that applies tasks (`lease.ts`). */
export interface Lease {
  /** `null` without a holder. */
  holder: string | null
  /** Increases while the lease is held. */
  beat: number
  /** Indexes whose tasks fail and are tried again; absent without any. */
  failing?: { name: string; failures: number }[]
}

/** A key in the document. `deletedAt` is in seconds since 1970; a deleted key stays, so that it can be restored. */
export type StoredKey = ApiKey & { deletedAt?: number }

/** The change of a task. */
export type Change =
  | { kind: 'write'; operations: WriteOperation[] }
  | { kind: 'delete-by'; index: string; params: SearchParams }
  | { kind: 'settings'; index: string; changes: Readonly<Record<string, unknown>>; forwards?: boolean }
  | {
      kind: 'save-parts'
      index: string
      part: PartKind
      parts: readonly IndexPart[]
      replaceAll: boolean
      forwards?: boolean
    }
  | { kind: 'delete-part'; index: string; part: PartKind; objectID: string; forwards?: boolean }
  | { kind: 'copy'; source: string; destination: string; scope?: readonly CopyScope[] }
  | { kind: 'move'; source: string; destination: string }
  | {
      kind: 'replace'
      index: string
      settings: IndexSettings
      /** Documents of the log with the records that differ (`ReplaceStep`s). */
      chunks: string[]
      added: number
      changed: number
      removed: number
      /** Number of records after the change. */
      total: number
    }

/** A task without its change. */
export interface TaskFacts {
  number: number
  /** Number of its numbers: one for each index. */
  span: number
  /** Names of all indexes that it reads or changes. */
  indexes: string[]
  kind: Change['kind']
  /** Number of its operations. */
  operations: number
  /** Bytes of its document. */
  bytes: number
  /** Time of its creation, ms since 1970. */
  storedAt: number
  /** A unique text by which its writer recognizes it. */
  writer: string
}

/** All names of `TaskFacts`: the attributes that are read of each entry, without its content. */
export const TASK_FACTS: readonly (keyof TaskFacts)[] = [
  'number',
  'span',
  'indexes',
  'kind',
  'operations',
  'bytes',
  'storedAt',
  'writer',
]

/** A change of one record in a replacement: without `record` it is removed, without `position` it is added. */
export interface ReplaceStep {
  objectID: string
  /** The record as JSON, which is compared, sent and stored as text. */
  record?: string
  position?: number
}
