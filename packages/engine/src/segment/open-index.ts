/**
 * Opens an index file: verifies the sections that every query reads, creates typed arrays over the bytes, and parses only the
 * short meta section; the other sections are verified at their first use. Works over memory of its own and shared memory
 * alike, and over a file that is read as far as it is used (`IndexFile`).
 *
 * An index is one segment, or two: a base and a delta over it (`build-delta.ts`). The records of both have one
 * numbering, the base first, so that arrays by record (norms, columns, scores, groups) cover both; only dictionaries,
 * posting lists and stored records are read segment by segment. Opening a delta copies the norms (16 bytes a record)
 * and, when a query first needs one, the numbers of a column; the base's dictionary, postings and texts stay where they
 * are, and its columns and arrays for matching are shared by all deltas over it.
 */
import { damaged, EngineError } from '../base/errors.ts'
import type { IndexSettings, SearchRecord } from '../wire.ts'
import { decodeUtf8 } from './bytes.ts'
import type { ColumnCache } from './column-cache.ts'
import type { IndexMeta } from './fields.ts'
import {
  type IndexFile,
  postingBlocksOf,
  rangesOf,
  readSections,
  requireSection,
  type Sections,
  sectionBytes,
  sectionWords,
} from './format.ts'
import * as SECTION from './section-kinds.ts'
import { NORM_WIDTH } from './norms.ts'
import { type Parts, PartsMissing, requestRecord } from './parts.ts'
import { type PostingBlocks, requirePostings } from './posting-blocks.ts'
import { readRecord, type StoredRecords } from './stored-records.ts'
import type { TermDictionary } from './term-dictionary.ts'

/** The data that is read segment by segment. */
export interface Segment {
  /** Number in the index of the segment's first record. */
  readonly firstDoc: number
  readonly dictionary: TermDictionary
  readonly postings: Uint8Array
  /** Verifies the posting lists; absent in an index in parts, whose parts are verified. */
  readonly postingBlocks: PostingBlocks | undefined
  readonly masks: Uint32Array
  readonly stored: StoredRecords
  /** The loaded parts, if it is in parts. */
  readonly parts: Parts | undefined
  /** Hidden terms (`build-delta.ts`) and, for each record, 1 if it is hidden; absent if no record is hidden. */
  readonly hidden: { readonly terms: Uint32Array; readonly records: Uint8Array } | undefined
}

/** An open index. Its bytes must not change while it is in use. Reading throws `index_damaged`. */
export interface Index {
  /** The base, and the delta if there is one. */
  readonly segments: readonly Segment[]
  /** Records with a number, hidden ones included. */
  readonly recordCount: number
  /** Records that are not hidden. */
  readonly liveCount: number
  readonly settings: IndexSettings
  readonly meta: IndexMeta
  /** Of the base. */
  readonly masks: Uint32Array
  /** The bit of a field mask for the record's own heading. */
  readonly ownBit: number
  readonly norms: Uint16Array
  /** Columns that were read. */
  readonly columns: ColumnCache
  readonly columnBytes: Uint8Array
  readonly sections: Sections
  /** Absent in an index of one segment. */
  readonly delta: Delta | undefined
  /** The corpus of the records, if they are only the candidates of a query. */
  readonly corpus?: CorpusFacts
  /** Numbers of pages whose text is only in records of that corpus that are no candidates. */
  readonly textElsewhere?: readonly number[]
}

/** Statistics of a corpus for scoring, for an index of a few of its records. */
export interface CorpusFacts {
  recordCount: number
  /** Mean of the tokens in the attributes of a record that are no headings. */
  meanBody: number
  /** Number of pages; 0 if it is not known. */
  pageCount: number
}

/** The delta of an index. */
export interface Delta {
  readonly base: Index
  /** The delta's file as an index of its own: for its columns. */
  readonly own: Index
  /** For each record of the index, 1 if it is not hidden. */
  readonly live: Uint8Array
  /** Numbers of the hidden records, ascending. */
  readonly hidden: Uint32Array
  /** For each record of the delta, its place and its group, plus 1 (`build-delta.ts`). */
  readonly places: Int32Array
}

/**
 * Opens an index file. `settings` are the current ones; those that the file depends on come from the file.
 * Throws `index_damaged`, `index_truncated` or `index_format`; `index_base` for a delta, which needs its base.
 */
export function openIndex(file: Uint8Array | IndexFile, settings: IndexSettings = {}): Index {
  const index = openFile(file, settings)
  if (index.meta.base !== undefined) {
    throw new EngineError('index_base', 'This index file is a delta; open it with its base.')
  }
  return index
}

/** As `openIndex`, also for a delta, as an index of its own. */
export function openFile(file: Uint8Array | IndexFile, settings: IndexSettings): Index {
  return openSections(readSections(file), settings)
}

/** Verifies all that a search reads but the stored records, before it is needed. Throws `index_damaged`. */
export function verifyIndex({ segments, sections, delta }: Index): void {
  for (const { postings, postingBlocks } of segments)
    if (postingBlocks !== undefined) requirePostings(postingBlocks, 0, postings.length)
  for (const each of [sections, delta?.own.sections]) if (each !== undefined) requireSection(each, SECTION.columns)
}

/** The index of sections. With `parts`, some may be missing. Throws `index_damaged`. */
export function openSections(sections: Sections, settings: IndexSettings, parts?: Parts): Index {
  const { recordCount } = sections
  const metaBytes = sectionBytes(sections, SECTION.meta)
  const meta = JSON.parse(decodeUtf8(metaBytes, 0, metaBytes.length)) as IndexMeta
  const offsets = sectionWords(sections, SECTION.recordOffsets)
  const blocks = sectionWords(sections, SECTION.storedBlocks)
  if (offsets.length !== recordCount + 1) throw damaged('record offsets')
  const norms = sectionBytes(sections, SECTION.norms)
  const segment: Segment = {
    firstDoc: 0,
    dictionary: {
      termCount: meta.termCount,
      blocks: sectionWords(sections, SECTION.termBlocks),
      entries: sectionBytes(sections, SECTION.terms),
      parts,
    },
    postings: sectionBytes(sections, SECTION.postings),
    postingBlocks: parts === undefined ? postingBlocksOf(sections) : undefined,
    masks: Uint32Array.from(meta.masks),
    stored: {
      attributes: meta.attributes,
      offsets,
      blocks,
      bytes: sectionBytes(sections, SECTION.stored),
      verified: new Uint8Array(blocks.length / 2),
      read: rangesOf(sections, SECTION.stored),
      parts,
    },
    parts,
    hidden: undefined,
  }
  return {
    segments: [segment],
    recordCount,
    liveCount: recordCount,
    settings,
    meta,
    masks: segment.masks,
    ownBit: 2 ** meta.fields.length,
    norms: new Uint16Array(norms.buffer, norms.byteOffset, norms.length / 2),
    columns: new Map(),
    columnBytes: sectionBytes(sections, SECTION.columns),
    sections,
    delta: undefined,
  }
}

/**
 * Opens the bytes of a delta over its open base, or a delta in parts. The base remains usable.
 * Throws `index_base` if the delta belongs to another base, else as `openIndex`.
 */
export function openDelta(
  base: Index,
  delta: Uint8Array | IndexFile | Index,
  settings: IndexSettings = base.settings,
): Index {
  const own = 'segments' in delta ? delta : openFile(delta, settings)
  if (base.delta !== undefined || own.meta.base !== base.sections.fingerprint) {
    throw new EngineError(
      'index_base',
      `The delta belongs to the index ${own.meta.base ?? '(none)'}, not to ${base.sections.fingerprint}; build it again.`,
    )
  }
  const hidden = sectionWords(own.sections, SECTION.hiddenRecords)
  const places = sectionWords(own.sections, SECTION.places)
  if (places.length !== own.recordCount * 2) throw damaged('places')
  const recordCount = base.recordCount + own.recordCount
  const live = new Uint8Array(recordCount).fill(1)
  const norms = new Uint16Array(recordCount * NORM_WIDTH)
  norms.set(base.norms)
  norms.set(own.norms, base.norms.length)
  const hiddenRecords = new Uint8Array(base.recordCount)
  for (const doc of hidden) {
    live[doc] = 0
    hiddenRecords[doc] = 1
    // Sums over all records then exclude hidden ones.
    norms.fill(0, doc * NORM_WIDTH, (doc + 1) * NORM_WIDTH)
  }
  const hiddenTerms = { terms: sectionWords(own.sections, SECTION.hiddenTerms), records: hiddenRecords }
  return {
    segments: [
      { ...baseSegment(base), hidden: hidden.length === 0 ? undefined : hiddenTerms },
      { ...baseSegment(own), firstDoc: base.recordCount },
    ],
    recordCount,
    liveCount: recordCount - hidden.length,
    settings,
    meta: {
      ...base.meta,
      pageCount: own.meta.pageCount,
      attributes: [...new Set([...base.meta.attributes, ...own.meta.attributes])],
    },
    masks: base.masks,
    ownBit: base.ownBit,
    norms,
    columns: new Map(),
    columnBytes: base.columnBytes,
    sections: base.sections,
    delta: { base, own, live, hidden, places: new Int32Array(places.buffer, places.byteOffset, places.length) },
  }
}

/** The first segment, which every index has. */
export function baseSegment(index: Index): Segment {
  return index.segments[0] as Segment
}

/** Requires the columns of an index of one segment. Throws `index_damaged`. */
export function requireColumns(index: Index): void {
  // The head of an index in parts has them, and is verified as a whole.
  if (baseSegment(index).parts === undefined) requireSection(index.sections, SECTION.columns)
}

/** A stored record, or those of its top-level attributes that are `wanted` (`readRecord`). Throws `index_damaged`. */
export function recordOf(index: Index, doc: number, wanted?: ReadonlySet<string>): SearchRecord {
  const segment = segmentOf(index, doc)
  return readRecord(segment.stored, doc - segment.firstDoc, wanted)
}

/** Requires stored records that are about to be read, in the order of the hits. Throws `PartsMissing`. */
export function needRecords(index: Index, docs: readonly number[]): void {
  if (index.segments.every(({ parts }) => parts === undefined)) return
  let all = true
  for (const [hit, doc] of docs.entries()) {
    const { parts, firstDoc } = segmentOf(index, doc)
    if (parts !== undefined) all = requestRecord(parts, doc - firstDoc, hit) && all
  }
  if (!all) throw new PartsMissing()
}

/** The segment that stores a record. */
function segmentOf(index: Index, doc: number): Segment {
  return index.segments.findLast(({ firstDoc }) => firstDoc <= doc) ?? baseSegment(index)
}

/**
 * Place of a record in the order of the build, for comparison: a record of the base has its number, one that replaces
 * it has its place, additions are before all.
 */
export function placeOf(index: Index, doc: number): number {
  const { delta } = index
  if (delta === undefined || doc < delta.base.recordCount) return doc
  return delta.places[(doc - delta.base.recordCount) * 2] as number
}

/** Number of the record in an index built from the current records. */
export function positionOf(index: Index, doc: number): number {
  const { delta } = index
  if (delta === undefined) return doc
  const place = placeOf(index, doc)
  let before = Math.max(0, place)
  for (const hidden of delta.hidden) if (hidden < place) before--
  for (let at = 0; at < delta.places.length; at += 2) if ((delta.places[at] as number) < place) before++
  return before
}
