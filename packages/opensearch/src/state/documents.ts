/** The documents of the state: what each holds, under which id. `names.ts` says in which OpenSearch index. */
import type { IndexSettings, SearchParams } from '@docent/engine'
import type { ApiKey, CopyScope, IndexPart, PartKind, WriteOperation } from '@docent/server/backend'

/** Ids of the documents that every server reads several times a second. */
export const HEAD = 'head'
export const KEYS = 'keys'
export const LEASE = 'lease'

/**
 * The format of everything that Docent keeps in a cluster, the documents of records included. A server refuses a newer one.
 * Format 3 has replicas, format 4 tasks that were applied ahead of others; a head states the format that it needs.
 */
export const STATE_FORMAT = 4
export const FORMAT_WITH_REPLICAS = 3
export const FORMAT_WITH_AHEAD = 4

/** One index as searches see it. */
export interface IndexState {
  name: string
  /** Never given out twice. */
  id: number
  /** The task that made the generation. */
  generation: number
  /** Ids of the documents with settings and parts; absent where there are none. */
  settings?: string
  synonyms?: string
  rules?: string
  entries: number
  /** Of the record that is added next. */
  nextPosition: number
  /** ISO 8601, UTC. */
  createdAt: string
  updatedAt: string
  lastTask: number
  /** Of a replica: the id of its primary, whose generation, entries and positions it has. */
  primary?: number
  /** Of a virtual replica. */
  virtual?: true
  /** Duration of the last build of a generation (ms). */
  buildMs: number
}

/** Something that no document names any more, and since when (ms since 1970, for operators): readers may still use it. */
export interface Garbage {
  kind: 'generation' | 'state' | 'chunks'
  name: string
  at: number
}

/** A task that was given up. It counts as applied: those after it went on. */
export interface FailedTask {
  /** Its first number, and how many it has. */
  number: number
  span: number
  /** The reason, as a client may read it. */
  error: string
}

/** The first and the last number of tasks in a row. */
export type TaskRange = [first: number, last: number]

export interface Head {
  format: number
  /** Rises with each server that takes the lease. */
  epoch: number
  /** All tasks up to this one are applied. */
  published: number
  /**
   * Applied tasks beyond `published + 1`, in order and with gaps between them: a task of another index before them is still
   * waiting. There is a waiting task in each gap, so the limit of waiting tasks bounds the list. Absent where it is empty.
   */
  ahead?: TaskRange[]
  /** Above every id that was given out; only servers of format 3 take ids from it. */
  nextIndexID: number
  indexes: IndexState[]
  garbage: Garbage[]
  /** The latest first; absent where there were none yet. */
  failed?: FailedTask[]
}

export const EMPTY_HEAD: Head = {
  format: STATE_FORMAT,
  epoch: 0,
  published: 0,
  nextIndexID: 1,
  indexes: [],
  garbage: [],
}

/** Who applies tasks (`lease.ts`). */
export interface Lease {
  /** `null` when nobody holds it. */
  holder: string | null
  /** Rises while it is held. */
  beat: number
  /** Indexes whose tasks fail and are tried again, as its holder knows them; absent where there are none. */
  failing?: { name: string; failures: number }[]
}

/** Seconds since 1970; a deleted key stays, so that it can be restored. */
export type StoredKey = ApiKey & { deletedAt?: number }

/** The change that a task makes. */
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
      /** Records after it. */
      total: number
    }

/** A task without its change. */
export interface TaskFacts {
  number: number
  /** How many numbers it has: it is one task for each index. */
  span: number
  /** Names of all indexes that it reads or changes. */
  indexes: string[]
  kind: Change['kind']
  /** Operations in it. */
  operations: number
  /** Of its document. */
  bytes: number
  /** When it was created: ms since 1970. */
  storedAt: number
  /** By which its writer recognizes it. */
  writer: string
}

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

/** One record that a replacement changes: without a record it is removed, without a position it is added. */
export interface ReplaceStep {
  objectID: string
  /** JSON: compared, sent and stored as text. */
  record?: string
  position?: number
}
