/**
 * The operations of requests as plain data: changes of records, synonyms and rules, events. The readers in this folder parse them
 * from bodies; backends carry them out.
 */
import type { JsonValue, SearchRecord } from '@docent/engine'

/** With `stopIfEnoughMatches`, the queries after the first one that fills its page are answered without hits. */
export type SearchStrategy = 'none' | 'stopIfEnoughMatches'

/** One change. Names are Docent's, not those of the wire's actions. */
export type WriteOperation =
  | { action: 'save'; index: string; record: SearchRecord }
  /** First-level attributes are replaced; a value `{ _operation, value }` changes the stored one. */
  | { action: 'patch'; index: string; objectID: string; changes: RecordChanges; createIfNotExists: boolean }
  | { action: 'delete'; index: string; objectID: string }
  /** Removes all records; settings stay. */
  | { action: 'clear'; index: string }
  /** Removes the index with all its content. A missing index is no error. */
  | { action: 'drop'; index: string }

/** The task of a batch without operations, which is always published. The tasks of backends count from 1. */
export const NO_TASK = 0

/** Attributes of a partial update, without the objectID. */
export type RecordChanges = Readonly<Record<string, JsonValue>>

/** One of the records of a read of several, with the attributes to return. */
export interface RecordRequest {
  index: string
  objectID: string
  /** As in a search: `*`, dotted paths, `-path`. All attributes when absent. */
  attributesToRetrieve?: string[]
  /** Whether the answer includes `unretrievableAttributes`. */
  unretrievable?: boolean
}

/** Parts of an index beside its records. Searches use a change as soon as its task is published. */
export type PartKind = 'synonyms' | 'rules'

/** One synonym or rule in the form of the wire. */
export interface IndexPart {
  objectID: string
  [attribute: string]: JsonValue | undefined
}

/** A part of an index that can be copied alone. */
export type CopyScope = 'settings' | PartKind

/** A reader's reaction to an answer, as the site reports it. It contains no address. */
export interface SearchEvent {
  eventType: 'click' | 'conversion' | 'view'
  eventName: string
  index: string
  /** A pseudonym that the site chooses. */
  userToken: string
  [attribute: string]: JsonValue | undefined
}
