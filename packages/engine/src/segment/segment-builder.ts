/**
 * Writes the file of a segment, record by record: an index, or a delta. A record is not needed after it was added: its
 * tokens are in the posting lists (`posting-builder.ts`), its values in the columns, and its text in the stored records.
 */
import { attributeOfFacet, parseCustomRanking } from '../base/settings.ts'
import type { IndexSettings, SearchRecord } from '../wire.ts'
import { bytesOf, ByteWriter, encodeUtf8 } from './bytes.ts'
import { createColumnBuilder, writeColumn } from './columns.ts'
import { type FieldMeta, type IndexMeta, pageOf } from './fields.ts'
import { assembleFile } from './format.ts'
import * as SECTION from './section-kinds.ts'
import { GroupBuilder } from './group-builder.ts'
import { type KeptTerms, numbersOfKept } from './kept-terms.ts'
import { KeyWriter } from './keys.ts'
import { NormsBuilder } from './norms-builder.ts'
import { PostingBuilder } from './posting-builder.ts'
import { eachToken, type ReadField, readFieldsOf } from './record-tokens.ts'
import { createRecordWriter } from './stored-records.ts'
import { TermTable } from './term-table.ts'
import { TokenReader } from './token-reader.ts'

/** The data of a base that its delta needs. */
export interface BaseLink {
  fingerprint: string
  /** Numbers of the pages that delta and base share, and how many the base has. */
  pages: ReadonlyMap<string, number>
  pageCount: number
  /** Sections 11 to 13. */
  sections: ReadonlyMap<number, Uint8Array>
}

/** `fields` and `settings` of a delta are those of its base. */
export interface SegmentOptions {
  fields: FieldMeta[]
  settings: IndexSettings
  /** Given for a delta. */
  base?: BaseLink | undefined
  /** Given to leave out terms. */
  kept?: KeptTerms | undefined
}

const TAGS = '_tags'

/** Records are numbered from 0 in the order of `add`. */
export class SegmentBuilder {
  readonly #options: SegmentOptions
  readonly #fields: ReadField[]
  readonly #reader: TokenReader
  /** For the numbers of a reader with other terms; -1 for a term that is left out. */
  readonly #numberOf: ((term: number) => number) | undefined
  readonly #postings: PostingBuilder
  readonly #norms: NormsBuilder
  readonly #stored = createRecordWriter()
  readonly #columns: { path: string; builder: ReturnType<typeof createColumnBuilder> }[]
  readonly #groups: GroupBuilder | undefined
  readonly #recordKeys = new KeyWriter()
  readonly #pageKeys = new KeyWriter()
  /** Numbers of the pages that the base does not have. */
  readonly #pages = new Map<string, number>()
  #pageCount: number
  #recordCount = 0
  /** Whether a record has tags, for which there is a column even if the settings do not name them. */
  #hasTags = false

  constructor(options: SegmentOptions) {
    const { fields, settings, base, kept } = options
    const terms = new TermTable()
    this.#options = options
    this.#fields = readFieldsOf(fields)
    this.#reader = kept?.reader ?? new TokenReader(terms)
    this.#numberOf = kept && numbersOfKept(kept, terms)
    this.#postings = new PostingBuilder(terms, fields.length)
    this.#norms = new NormsBuilder(fields[0]?.path ?? '')
    const paths = new Set([...columnPaths(settings), TAGS])
    this.#columns = [...paths].sort().map((path) => ({ path, builder: createColumnBuilder(path) }))
    // A delta's groups are numbered by its base: section 13.
    const groupedBy = base === undefined ? (settings.attributeForDistinct ?? null) : null
    this.#groups = groupedBy === null ? undefined : new GroupBuilder(groupedBy)
    this.#pageCount = base?.pageCount ?? 0
  }

  add(record: SearchRecord): void {
    const docId = this.#recordCount++
    const postings = this.#postings
    const numberOf = this.#numberOf
    const body = eachToken(record, this.#fields, this.#reader, (term, code, own) => {
      const number = numberOf === undefined ? term : numberOf(term)
      if (number >= 0) postings.add(number, docId, code, own)
    })
    postings.endRecord()
    this.#norms.add(record, body, this.#pageNumber(record))
    for (const { builder } of this.#columns) builder.add(record)
    this.#groups?.add(record)
    this.#stored.add(record)
    this.#recordKeys.add(record.objectID)
    if (record[TAGS] !== undefined) this.#hasTags = true
  }

  #pageNumber(record: SearchRecord): number {
    const address = pageOf(record)
    if (address === undefined) {
      this.#pageKeys.add('')
      return this.#pageCount++
    }
    let page = this.#options.base?.pages.get(address) ?? this.#pages.get(address)
    if (page === undefined) {
      page = this.#pageCount++
      this.#pages.set(address, page)
      this.#pageKeys.add(address)
    }
    return page
  }

  /** The bytes of the file, in pieces, each with memory of its own. The builder cannot be used afterwards. */
  finish(): Uint8Array[] {
    const { fields, settings, base } = this.#options
    const { blocks, entries, termCount, postings, masks } = this.#postings.finish()
    const columnBytes = new ByteWriter()
    const hasTags = this.#hasTags || columnPaths(settings).includes(TAGS)
    const columns = this.#columns
      .filter(({ path }) => path !== TAGS || hasTags)
      .map(({ path, builder }) => writeColumn(columnBytes, path, builder.finish()))
    const distinct = this.#groups?.finish(columnBytes) ?? null
    const stored = this.#stored.finish()
    const meta: IndexMeta = {
      fields,
      masks,
      termCount,
      pageCount: this.#pageCount,
      columns,
      distinct: distinct && distinct.meta,
      attributes: stored.attributes,
      base: base?.fingerprint,
    }
    const keys = base === undefined ? [this.#recordKeys, this.#pageKeys, distinct?.keys] : []
    const sections: [number, readonly Uint8Array[]][] = [
      [SECTION.meta, [encodeUtf8(JSON.stringify(meta))]],
      [SECTION.termBlocks, [bytesOf(blocks)]],
      [SECTION.terms, [entries]],
      [SECTION.postings, postings],
      [SECTION.norms, [bytesOf(this.#norms.finish())]],
      [SECTION.columns, [columnBytes.written()]],
      [SECTION.recordOffsets, [bytesOf(stored.offsets)]],
      [SECTION.storedBlocks, [bytesOf(stored.blocks)]],
      [SECTION.stored, stored.bytes],
      [SECTION.keys, keys.flatMap((each) => (each === undefined ? [] : [bytesOf(each.written())]))],
      ...Array.from(base?.sections ?? [], ([id, bytes]) => [id, [bytes]] as [number, readonly Uint8Array[]]),
    ]
    return assembleFile(this.#recordCount, new Map(sections))
  }
}

function columnPaths(settings: IndexSettings): string[] {
  const paths = new Set<string>()
  for (const entry of settings.attributesForFaceting ?? []) paths.add(attributeOfFacet(entry))
  for (const entry of settings.customRanking ?? []) paths.add(parseCustomRanking(entry).attribute)
  return [...paths]
}
