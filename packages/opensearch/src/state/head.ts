/**
 * The head: one document that says what searches see. Which indexes there are, the generation of each, the settings and
 * parts it is read with, and the last task that all of it holds. It is replaced by one compare-and-set, so whatever a
 * task changes, in however many indexes, becomes visible in one step; and since taking over the lease changes it too, a
 * server that lost the lease can no longer replace it.
 *
 * Settings and parts are documents of their own, never changed, which the head names by their ids.
 */
import { ServerError, linksFrom, linksTo, type PartKind, type ReplicaLinks } from '@docent/server/backend'
import type { Names } from './names.ts'

/** The format of all that Docent keeps in a cluster, the documents of records included. A newer one is refused. */
export const STATE_FORMAT = 3

/** One index as searches see it. */
export interface IndexState {
  name: string
  /** Never given out twice. */
  id: number
  /** The task that made the generation. */
  generation: number
  /** Documents with settings and parts; absent where there are none. */
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
  /** Of a replica: the id of the index whose records it has. Its generation, entries and positions are that one's. */
  primary?: number
  /** Of a virtual replica. */
  virtual?: true
  /** How long the last generation took (ms). */
  buildMs: number
}

/** What nothing names any more, and when (ms since 1970) it lost its name: readers may still be at it. */
export interface Garbage {
  kind: 'generation' | 'state' | 'chunks'
  name: string
  at: number
}

/** A task that could not be applied, whatever was tried. It counts as published: those after it went on. */
export interface FailedTask {
  /** Its first number, and how many it has. */
  number: number
  span: number
  /** Why, as it may be answered. */
  error: string
}

export interface Head {
  format: number
  /** Rises with each server that takes the lease. */
  epoch: number
  /** All tasks up to this one are in what is named here. */
  published: number
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

/** Whether a task is in what the head names. */
export const isApplied = (head: Head, number: number): boolean => number <= head.published

/** The documents of an index's parts. */
export const PART_KINDS: readonly PartKind[] = ['synonyms', 'rules']

/** The ids of the documents that an index names. */
export const documentsOf = (index: IndexState): string[] =>
  [index.settings, index.synonyms, index.rules].filter((id) => id !== undefined)

/** What an index's records are searched in: of a replica its primary's generation. */
export const targetOf = (names: Names, { id, primary = id, generation }: IndexState): string =>
  names.generation(primary, generation)

/** Of a replica its primary, else the index itself. */
export const holderIn = (indexes: readonly IndexState[], index: IndexState): IndexState =>
  indexes.find(({ id }) => id === index.primary) ?? index

/** The replicas of an index, by name. */
export const replicasIn = (indexes: readonly IndexState[], { id }: IndexState): IndexState[] =>
  indexes.filter(({ primary }) => primary === id).sort((one, other) => (one.name < other.name ? -1 : 1))

/** How an index is linked to others. */
export function linksIn(indexes: readonly IndexState[], index: IndexState): ReplicaLinks {
  if (index.primary !== undefined) return linksFrom(holderIn(indexes, index).name, index.virtual === true)
  return linksTo(replicasIn(indexes, index).map(({ name, virtual }) => ({ name, isVirtual: virtual === true })))
}

/** Throws `newer-database` for state that this Docent cannot read. */
export function checkFormat(head: Head): void {
  if (head.format <= STATE_FORMAT) return
  throw new ServerError(
    'newer-database',
    `The cluster's state was written by a newer Docent (format ${head.format}, this one knows ${STATE_FORMAT}); it was left untouched`,
  )
}
