/**
 * The changes that run in the writing thread, by name. Each takes the store and values that can be cloned. A change that may take
 * longer than a turn is a generator that pauses between turns.
 */
import { readSearchSettings, type SearchSettings } from '../database/search-settings.ts'
import type { IndexRow } from '../database/index-table.ts'
import { copyIndex, moveIndex } from './copy-index.ts'
import type { Pause } from './prepared.ts'
import { serve } from './serve-generation.ts'
import type { Store } from './store.ts'
import { deletePart, saveParts, savePartsBatch } from './write-parts.ts'
import { deleteRecords, write, writeBatch } from './write-records.ts'
import {
  abandonReplacement,
  beginReplacement,
  commitReplacement,
  replaceInOneTurn,
  stageReplacement,
} from './write-replacement.ts'
import { updateSettings } from './write-settings.ts'

/** The writing thread calls nothing else by name. */
export const CHANGES = {
  write,
  writeBatch,
  deleteRecords,
  replaceInOneTurn,
  beginReplacement,
  stageReplacement,
  commitReplacement,
  abandonReplacement,
  updateSettings,
  saveParts,
  savePartsBatch,
  deletePart,
  copyIndex,
  moveIndex,
  serve,
  /** Changes nothing by itself: before any change, the rest of a committed one that has failed is applied. */
  recover: (_store: Store): undefined => undefined,
  /** Removes one turn of orphaned records; false when there are none left. */
  removeOrphans: (store: Store): boolean => store.transaction(() => store.orphans.removeTurn()),
  /** Changes nothing; runs in this thread because reading thousands of synonyms takes 50 ms. */
  readSearchSettings: (store: Store, index: Pick<IndexRow, 'id' | 'settings'>): SearchSettings =>
    readSearchSettings(store.database, index),
}

/** The name of a change, as in messages to the writing thread. */
export type Change = keyof typeof CHANGES

/** The values of a change, beside the store. */
export type ValuesOf<Name extends Change> =
  Parameters<(typeof CHANGES)[Name]> extends [Store, ...infer Values] ? Values : never

/** The result of a change after its last turn. */
export type ResultOf<Name extends Change> =
  ReturnType<(typeof CHANGES)[Name]> extends Generator<Pause, infer Result>
    ? Result
    : ReturnType<(typeof CHANGES)[Name]>
