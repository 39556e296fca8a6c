/**
 * Opens an index file: verifies the search part, lays typed arrays over the bytes, parses nothing but the short meta
 * section. Works over memory of its own and shared memory alike.
 */
import type { IndexSettings } from '../wire.ts'
import { decodeUtf8 } from './bytes.ts'
import { type Column, createColumnBuilder, readColumn } from './columns.ts'
import type { IndexMeta } from './fields.ts'
import { damaged, readSections, SECTION, sectionBytes, sectionWords } from './format.ts'
import { NORM, NORM_WIDTH } from './norms.ts'
import { readRecord, type StoredRecords } from './stored-records.ts'
import type { TermDictionary } from './term-dictionary.ts'

/** An open index. Its bytes must not change while it is in use. */
export interface Index {
  readonly recordCount: number
  readonly settings: IndexSettings
  readonly meta: IndexMeta
  readonly dictionary: TermDictionary
  readonly postings: Uint8Array
  readonly masks: Uint32Array
  /** The bit of a field mask that says: in the record's own heading. */
  readonly ownBit: number
  readonly norms: Uint16Array
  readonly stored: StoredRecords
  /** Columns that were asked for, by path. */
  readonly columns: Map<string, Column>
  readonly columnBytes: Uint8Array
}

/**
 * Opens the bytes of an index file. `settings` are those in force now; what shapes the file comes from the file.
 * Throws `index_damaged`, `index_truncated` or `index_format`.
 */
export function openIndex(bytes: Uint8Array, settings: IndexSettings = {}): Index {
  const sections = readSections(bytes)
  const metaBytes = sectionBytes(sections, SECTION.meta)
  const meta = JSON.parse(decodeUtf8(metaBytes, 0, metaBytes.length)) as IndexMeta
  const offsets = sectionWords(sections, SECTION.recordOffsets)
  const blocks = sectionWords(sections, SECTION.storedBlocks)
  if (offsets.length !== sections.recordCount + 1) throw damaged('record offsets')
  const norms = sectionBytes(sections, SECTION.norms)
  return {
    recordCount: sections.recordCount,
    settings,
    meta,
    dictionary: {
      termCount: meta.termCount,
      blocks: sectionWords(sections, SECTION.termBlocks),
      entries: sectionBytes(sections, SECTION.terms),
    },
    postings: sectionBytes(sections, SECTION.postings),
    masks: Uint32Array.from(meta.masks),
    ownBit: 2 ** meta.fields.length,
    norms: new Uint16Array(norms.buffer, norms.byteOffset, norms.length / 2),
    stored: {
      attributes: meta.attributes,
      offsets,
      blocks,
      bytes: sectionBytes(sections, SECTION.stored),
      verified: new Uint8Array(blocks.length / 2),
    },
    columns: new Map(),
    columnBytes: sectionBytes(sections, SECTION.columns),
  }
}

/**
 * The column of an attribute. One that the settings did not name at build time is collected from the stored records at
 * first use, and kept: slow once, right always.
 */
export function columnOf(index: Index, path: string): Column {
  const known = index.columns.get(path)
  if (known !== undefined) return known
  const meta = index.meta.columns.find((column) => column.path === path)
  const column =
    meta === undefined ? collectColumn(index, path) : readColumn(index.columnBytes, index.recordCount, meta)
  index.columns.set(path, column)
  return column
}

/** Which records share a value of `attribute`: a column whose texts may be absent; undefined if no two do. */
export function groupColumnOf(index: Index, attribute: string): Column | undefined {
  const { distinct } = index.meta
  if (distinct?.path !== attribute) return columnOf(index, attribute)
  return distinct.column === null ? undefined : readColumn(index.columnBytes, index.recordCount, distinct.column)
}

function collectColumn(index: Index, path: string): Column {
  const builder = createColumnBuilder(path)
  const wanted = new Set([path, path.split('.')[0] as string])
  for (let docId = 0; docId < index.recordCount; docId++) {
    builder.add(readRecord(index.stored, docId, wanted))
  }
  return builder.finish()
}

/** Number of the record's page: records of one page share it. */
export function pageNumber(index: Index, docId: number): number {
  const row = docId * NORM_WIDTH
  return (index.norms[row + NORM.pageLow] as number) + (index.norms[row + NORM.pageHigh] as number) * 0x10000
}

const pageSizes = new WeakMap<Index, Uint32Array>()

/** Number of records of each page. */
export function pageSizesOf(index: Index): Uint32Array {
  let sizes = pageSizes.get(index)
  if (sizes === undefined) {
    sizes = new Uint32Array(index.meta.pageCount)
    for (let doc = 0; doc < index.recordCount; doc++) {
      const page = pageNumber(index, doc)
      sizes[page] = (sizes[page] as number) + 1
    }
    pageSizes.set(index, sizes)
  }
  return sizes
}
