/**
 * Writes a set of records to its index. If the index is as the last crawl left it, and few records differ, only these are sent, in
 * one batch; otherwise all records replace the index.
 */

import type { RecordSet } from '@docent/crawl'
import type { DocRecord, IndexSettings } from '@docent/engine'

import { type ConfigParts, saveConfigParts } from './config-parts.ts'
import type { CrawledIndex, RecordChanges } from './crawled-index.ts'
import type { CrawlStatus } from './crawl-status.ts'

/** A batch has at most this many operations and characters of JSON; hosts take batches of 10 MB. */
const MAX_CHANGES = 1000
const MAX_CHARS = 4_000_000

/** The state of the index as `status.json` keeps it. */
export type ServedState = CrawlStatus['served']

/** A set to write. */
export interface SetToWrite {
  /** The set that the index has, as far as the crawl knows. */
  before: RecordSet | undefined
  after: RecordSet
  /** The state after the last write of a crawl. */
  served: ServedState
  /** Settings that the operator or a configuration gives. */
  settings: IndexSettings | undefined
  /** Synonyms and rules of a configuration; absent without one: those of the index stay. */
  parts?: ConfigParts | undefined
  /** Settings of a new index. */
  firstSettings: IndexSettings
}

/** The result of `writeSet`. */
export interface WrittenSet {
  /** The state of the index. */
  served: ServedState
  /** Number of records. */
  written: number
  /** Sentences about synonyms and rules that the index refused. */
  notes: string[]
}

/**
 * Writes the difference in one batch if it is small and nothing else has changed the index; else replaces all
 * records.
 */
export async function writeSet(index: CrawledIndex, set: SetToWrite): Promise<WrittenSet> {
  const settings = JSON.stringify(set.settings ?? null)
  const changes = (await isAsLeft(index, set.served, settings)) ? smallChanges(set.before, set.after) : undefined
  let written = 0
  if (changes === undefined) {
    const records = listOf(set.after)
    written = records.length
    await index.replace(records, set.settings, set.firstSettings)
  } else {
    written = changes.saved.length + changes.deleted.length
    if (written > 0) await index.change(changes)
  }
  const before = set.served?.target === index.target ? set.served.parts : undefined
  const { saved: parts = before, notes = [] } = set.parts ? await saveConfigParts(index, set.parts, before) : {}
  const state = await index.state()
  return { served: state && { ...state, target: index.target, settings, ...(parts && { parts }) }, written, notes }
}

async function isAsLeft(index: CrawledIndex, served: ServedState, settings: string): Promise<boolean> {
  if (served === undefined || served.target !== index.target || served.settings !== settings) return false
  const state = await index.state()
  return state !== undefined && state.entries === served.entries && state.updatedAt === served.updatedAt
}

/** The records of a set, as a list that is read from the store each time. */
function listOf(set: RecordSet): Iterable<DocRecord> & { length: number } {
  let length = 0
  for (const page of set.pages()) length += page.records
  return { length, [Symbol.iterator]: () => set.records()[Symbol.iterator]() }
}

/** The records that differ; `undefined` without an earlier set, and where they are too many for one batch. */
function smallChanges(before: RecordSet | undefined, after: RecordSet): RecordChanges | undefined {
  if (before === undefined) return undefined
  const hashes = new Map(Array.from(before.pages(), ({ url, hash }) => [url, hash]))
  const changes: RecordChanges = { saved: [], deleted: [] }
  let chars = 0
  const isTooLarge = (): boolean => changes.saved.length + changes.deleted.length > MAX_CHANGES || chars > MAX_CHARS
  for (const { url, hash } of after.pages()) {
    const earlier = hashes.get(url)
    hashes.delete(url)
    if (earlier === hash) continue
    const old = new Map(earlier === undefined ? [] : before.recordsOf(url).map((record) => [record.objectID, record]))
    for (const record of after.recordsOf(url)) {
      const text = JSON.stringify(record)
      const same = JSON.stringify(old.get(record.objectID)) === text
      old.delete(record.objectID)
      if (same) continue
      changes.saved.push(record)
      chars += text.length
    }
    changes.deleted.push(...old.keys())
    if (isTooLarge()) return undefined
  }
  for (const url of hashes.keys()) {
    changes.deleted.push(...before.recordsOf(url).map(({ objectID }) => objectID))
    if (isTooLarge()) return undefined
  }
  return changes
}
