/**
 * Layout of an index file. All integers are little-endian; every section begins at a multiple of 8 and is
 * padded with zeros to a multiple of 8; checksums (`checksum` in bytes.ts) cover the padding.
 *
 *   OFFSET   SIZE   DESCRIPTION
 *   0        4      magic: 44 43 4e 54 ("DCNT")
 *   4        4      format version
 *   8        4      size of the file in bytes
 *   12       4      number of sections, n
 *   16       4      number of records
 *   20       4      checksum of bytes 0 to 20 and of the section table
 *   24       8      zero
 *   32       16·n   section table, for each section: id, offset, size without padding, checksum
 *   …               the sections
 *
 * Sections, by id:
 *
 *   1  meta            JSON: fields, columns, masks, settings that shaped the file
 *   2  term blocks     term-dictionary.ts: two u32 for each block
 *   3  terms           term-dictionary.ts
 *   4  postings        postings.ts; its table checksum is 0, because each of its blocks has its own (section 14)
 *   5  norms           norms.ts: sizes of headings and bodies, for each record
 *   6  columns         columns.ts: values of attributes by record, for filters, facets, custom ranking
 *   7  record offsets  u32 for each record and one more: where its stored form begins in section 9
 *   8  stored blocks   two u32 for each block of section 9: its offset, its checksum
 *   9  stored records  stored-records.ts; its table checksum is 0, because each block has its own
 *   10 keys            keys.ts: hashes for building a delta; verified when a delta is built
 *   11 hidden records  build-delta.ts: u32, records of the base that this delta replaces or deletes, ascending
 *   12 hidden terms    build-delta.ts: two u32 for each term of those records, ascending
 *   13 places          build-delta.ts: an i32 and a u32 for each record
 *   14 posting blocks  posting-blocks.ts: the checksum of each block of section 4
 *
 * Sections 1 to 6 and 14 are the search part, 7 to 9 the stored text, 10 serves building. Sections 11 to 13 are empty but in
 * a delta, which is an index file of its own that names its base in the meta section. A reader refuses a version that it
 * does not know; a change that an older reader would misread, or that a reader expects and an older file lacks, gives a
 * new version. Version 2 has groups by `attributeForDistinct` in the meta section, version 3 has sections 10 to 13,
 * version 4 names of pages in 32 bits, version 5 shares of function words in the norms, version 6
 * words of headings without text, version 7 section 14, version 8 terms and norms by the folding and the
 * function words of further languages, version 9 terms of tags.
 *
 * Posting lists, columns, stored records and keys are read and verified at their first use, the others when the file is
 * opened.
 *
 * `docs/reference/file-format.md` shows the bytes of a small file.
 */
import { damaged, EngineError } from '../base/errors.ts'
import { bytesOf, checksum } from './bytes.ts'
import { type PostingBlocks, type ReadRange, sumsOfBlocks } from './posting-blocks.ts'
import * as SECTION from './section-kinds.ts'

const MAGIC = 0x544e4344
/** The version of the format that this engine writes, and the only one that it reads. */
export const FORMAT_VERSION = 9
const HEADER_SIZE = 32
const ENTRY_WORDS = 4

const SECTION_COUNT = 14
/** Where the section table ends, in bytes. */
export const TABLE_END = HEADER_SIZE + SECTION_COUNT * ENTRY_WORDS * 4

/** Sections whose table checksum is 0, because each of their blocks has its own. */
const IN_BLOCKS: ReadonlySet<number> = new Set([SECTION.postings, SECTION.stored])

/** Sections that are read and verified at their first use: those in blocks by block, the others by `requireSection`. */
const LATER: ReadonlySet<number> = new Set([...IN_BLOCKS, SECTION.columns, SECTION.keys])

/**
 * Joins sections, each in pieces, into a file, in order of id, and adds section 14. The file is in pieces too, so that a large
 * index is not in memory twice while it is written; the given ones are its pieces, or released.
 */
export function assembleFile(recordCount: number, given: ReadonlyMap<number, readonly Uint8Array[]>): Uint8Array[] {
  const sections = new Map(given)
  sections.set(SECTION.postingBlocks, [sumsOfBlocks(given.get(SECTION.postings) ?? [])])
  const table = new Uint32Array(SECTION_COUNT * ENTRY_WORDS)
  const header = new Uint32Array([MAGIC, FORMAT_VERSION, 0, SECTION_COUNT, recordCount, 0, 0, 0])
  const file = [bytesOf(header), bytesOf(table)]
  let end = TABLE_END
  for (let id = 1; id <= SECTION_COUNT; id++) {
    const pieces = sections.get(id) ?? []
    const size = sizeOf(pieces)
    const padded = Math.ceil(size / 8) * 8
    let sum = 0
    if (IN_BLOCKS.has(id)) file.push(...pieces, new Uint8Array(padded - size))
    else {
      const whole = joinPieces(pieces, padded)
      sum = checksum(new Uint32Array(whole.buffer))
      file.push(whole)
    }
    table.set([id, end, size, sum], (id - 1) * ENTRY_WORDS)
    end += padded
  }
  header[2] = end
  header[5] = headerChecksum(header, table)
  return file
}

function sizeOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((size, piece) => size + piece.length, 0)
}

/**
 * The bytes of the pieces, and zeros up to `size`. Each piece must have memory of its own, which is released when it was copied.
 */
export function joinPieces(pieces: readonly Uint8Array[], size = sizeOf(pieces)): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
    ;(piece.buffer as ArrayBuffer).transfer(0)
  }
  return whole
}

/** The bytes of each section, by id, and the number of records. */
export interface Sections {
  readonly recordCount: number
  /** Identifies the file: size, number of records, and the checksum over all checksums. */
  readonly fingerprint: string
  readonly file: Uint8Array
  readonly offsets: ReadonlyMap<number, { offset: number; size: number; checksum: number }>
  /** Ids of the sections that were verified as a whole. */
  readonly verified: Set<number>
  /** Reads a range of `file`; absent if it is in memory. */
  readonly read: ReadRange | undefined
}

/** An index file that is read as far as it is used. */
export interface IndexFile {
  /** Memory of the size of the file, at a multiple of 8, into which `read` reads. */
  readonly bytes: Uint8Array
  /** Reads the bytes of the file from `from` to before `to`. */
  readonly read: ReadRange
}

/** Sections that an index in parts lacks when it is opened. */
export const IN_PARTS: ReadonlySet<number> = new Set([
  SECTION.termBlocks,
  SECTION.terms,
  SECTION.recordOffsets,
  SECTION.storedBlocks,
  SECTION.postingBlocks,
  ...LATER,
])

/**
 * Reads the section table, and verifies every section but those that are verified `later`.
 * Throws `index_format`, `index_truncated` or `index_damaged`.
 */
export function readSections(source: Uint8Array | IndexFile, later: ReadonlySet<number> = LATER): Sections {
  const [bytes, read] = source instanceof Uint8Array ? [source, undefined] : [source.bytes, source.read]
  // Typed arrays need alignment; a view into a pool of buffers may lack it.
  const aligned = bytes.byteOffset % 8 === 0 || read !== undefined ? bytes : bytes.slice()
  // Never a subclass, such as Node's Buffer: the platform recompiles code that reads several kinds of arrays.
  const file = new Uint8Array(aligned.buffer, aligned.byteOffset, aligned.length)
  read?.(0, Math.min(TABLE_END, file.length))
  const { recordCount, fingerprint, table } = readHeader(file)
  const offsets = new Map<number, { offset: number; size: number; checksum: number }>()
  const sections: Sections = { recordCount, fingerprint, file, offsets, verified: new Set(), read }
  for (let id = 1; id <= SECTION_COUNT; id++) {
    const entry = (id - 1) * ENTRY_WORDS
    const offset = table[entry + 1] as number
    const sectionSize = table[entry + 2] as number
    const sum = table[entry + 3] as number
    offsets.set(id, { offset, size: sectionSize, checksum: sum })
    if (!later.has(id)) requireSection(sections, id)
  }
  return sections
}

/** Checks the header, and the size of the file. */
function readHeader(file: Uint8Array): Pick<Sections, 'recordCount' | 'fingerprint'> & { table: Uint32Array } {
  if (file.length < 8) throw truncated(file.length, HEADER_SIZE)
  const start = new Uint32Array(file.buffer, file.byteOffset, 2)
  if (start[0] !== MAGIC) throw new EngineError('index_format', 'This is not an index file; build the index again.')
  if (start[1] !== FORMAT_VERSION) {
    throw new EngineError(
      'index_format',
      `The index file has format version ${start[1]}, this engine reads ${FORMAT_VERSION}; build the index again.`,
    )
  }
  if (file.length < HEADER_SIZE) throw truncated(file.length, HEADER_SIZE)
  const header = new Uint32Array(file.buffer, file.byteOffset, HEADER_SIZE / 4)
  const size = header[2] as number
  if (file.length < size || file.length < TABLE_END) throw truncated(file.length, size)
  if (header[3] !== SECTION_COUNT) throw damaged('section table')
  const table = new Uint32Array(file.buffer, file.byteOffset + HEADER_SIZE, SECTION_COUNT * ENTRY_WORDS)
  if (headerChecksum(header, table) !== header[5] || header[6] !== 0 || header[7] !== 0 || file.length !== size) {
    throw damaged('header')
  }
  const fingerprint = [size, header[4] as number, header[5] as number].map((each) => each.toString(16)).join('-')
  return { recordCount: header[4] as number, fingerprint, table }
}

function truncated(got: number, expected: number): EngineError {
  return new EngineError(
    'index_truncated',
    `The index file ends after ${got} of ${expected} bytes; build the index again.`,
  )
}

function headerChecksum(header: Uint32Array, table: Uint32Array): number {
  const words = new Uint32Array(5 + table.length)
  words.set(header.subarray(0, 5))
  words.set(table, 5)
  return checksum(words)
}

function paddedWords(file: Uint8Array, offset: number, size: number): Uint32Array {
  return new Uint32Array(file.buffer, file.byteOffset + offset, ((size + 7) >>> 3) * 2)
}

/** The bytes of a section: a view of the file. Does not verify it (`requireSection`). */
export function sectionBytes(sections: Sections, id: number): Uint8Array {
  const { offset, size } = sections.offsets.get(id) ?? { offset: 0, size: 0 }
  return sections.file.subarray(offset, offset + size)
}

/** A section as unsigned integers of 32 bits. */
export function sectionWords(sections: Sections, id: number): Uint32Array {
  const { offset, size } = sections.offsets.get(id) ?? { offset: 0, size: 0 }
  return new Uint32Array(sections.file.buffer, sections.file.byteOffset + offset, size / 4)
}

/** Requires a section that opening did not verify. Throws `index_damaged`. */
export function requireSection(sections: Sections, id: number): void {
  if (sections.verified.has(id)) return
  const { offset, size, checksum: expected } = sections.offsets.get(id) ?? { offset: 0, size: 0, checksum: 0 }
  const words = paddedWords(sections.file, offset, size)
  if (size > 0) sections.read?.(offset, offset + words.byteLength)
  if (checksum(words) !== expected) throw damaged(`section ${id}`)
  sections.verified.add(id)
}

/** As `sectionWords`, for a section that opening did not verify. Throws `index_damaged`. */
export function verifiedWords(sections: Sections, id: number): Uint32Array {
  requireSection(sections, id)
  return sectionWords(sections, id)
}

/** The posting lists in blocks. */
export function postingBlocksOf(sections: Sections): PostingBlocks {
  const { offset, size } = sections.offsets.get(SECTION.postings) ?? { offset: 0, size: 0 }
  const sums = sectionWords(sections, SECTION.postingBlocks)
  return {
    bytes: bytesOf(paddedWords(sections.file, offset, size)),
    sums,
    verified: new Uint8Array(sums.length),
    read: rangesOf(sections, SECTION.postings),
  }
}

/** The reader of a section that is not in memory, by offsets in the section. */
export function rangesOf({ read, offsets }: Sections, id: number): ReadRange | undefined {
  const start = offsets.get(id)?.offset ?? 0
  return read && ((from, to) => read(start + from, start + to))
}
