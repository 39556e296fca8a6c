/**
 * What requests ask a backend to do, as plain data: operations on records, synonyms and rules, events. The readers in this
 * folder make them of the wire's bodies; backends carry them out.
 */
import type { JsonValue, SearchRecord } from '@docent/engine'

/** What becomes of the later queries of a list once one has filled its page: `stopIfEnoughMatches` answers them empty. */
export type SearchStrategy = 'none' | 'stopIfEnoughMatches'

/** One change. Names are Docent's; the wire's action names are read at the edge. */
export type WriteOperation =
  | { action: 'save'; index: string; record: SearchRecord }
  /** First-level attributes are replaced; a value `{ _operation, value }` changes the stored one. */
  | { action: 'patch'; index: string; objectID: string; changes: RecordChanges; createIfNotExists: boolean }
  | { action: 'delete'; index: string; objectID: string }
  /** Removes all records; settings stay. */
  | { action: 'clear'; index: string }
  /** Removes the index with everything in it. An index that is not there is no error. */
  | { action: 'drop'; index: string }

/** Attributes of a partial update, without the objectID. */
export type RecordChanges = Readonly<Record<string, JsonValue>>

/** One record to get. */
export interface RecordRequest {
  index: string
  objectID: string
  /** As in a search: `*`, dotted paths, `-path`. All attributes when absent. */
  attributesToRetrieve?: string[]
  /** Also what `unretrievableAttributes` keeps back. */
  unretrievable?: boolean
}

/** What stands beside the records of an index: searches read it as soon as its task is published. */
export type PartKind = 'synonyms' | 'rules'

/** One synonym or rule, as the wire writes it. */
export interface IndexPart {
  objectID: string
  [attribute: string]: JsonValue | undefined
}

/** What a copy brings along; all of the index when absent. */
export type CopyScope = 'settings' | PartKind

/** What a reader did with an answer, as the site's own code reports it. Never holds an address. */
export interface SearchEvent {
  eventType: 'click' | 'conversion' | 'view'
  eventName: string
  index: string
  /** Chosen by the site; says nothing about who it is. */
  userToken: string
  [attribute: string]: JsonValue | undefined
}
