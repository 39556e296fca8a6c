/**
 * Records become an index file. Deterministic: the same records and settings give the same bytes.
 *
 * One pass over the records collects occurrences in flat arrays, in order of record, field and position; a counting sort
 * by term then gives posting lists that are already sorted, without an object for each posting.
 */
import { tokenize } from '../analysis/tokenize.ts'
import { isAtOrBelow, textPaths, valuesAt } from '../attributes.ts'
import { attributeOfFacet, DEFAULT_SETTINGS, parseCustomRanking, parseSearchableAttributes } from '../settings.ts'
import type { IndexSettings, SearchRecord } from '../wire.ts'
import { bytesOf, ByteWriter, encodeUtf8 } from './bytes.ts'
import { createColumnBuilder, writeColumn } from './columns.ts'
import { FIELD_ROLE, type FieldMeta, type IndexMeta, levelOf, pageOf } from './fields.ts'
import { assembleFile, SECTION } from './format.ts'
import { coreOfHeading, countLetters, NORM, NORM_WIDTH } from './norms.ts'
import { FIELD_SHIFT, MAX_POSITION, type PostingWriter, writePosting } from './postings.ts'
import { createRecordWriter, storedSections } from './stored-records.ts'
import { createTermWriter } from './term-dictionary.ts'

/** Field masks have 32 bits, one of them is taken, and the position code has 12 bits for the field. */
const MAX_FIELDS = 30
/** Between the values of a list: words of two values are not near each other. */
const VALUE_GAP = 8

/** Builds the index file of `records`. */
export function buildIndex(records: Iterable<SearchRecord>, settings: IndexSettings): Uint8Array {
  const list = [...records]
  const fields = resolveFields(list, settings)
  const occurrences = createOccurrences()
  const norms = new Uint16Array(list.length * NORM_WIDTH)
  const pages = new Map<string, number>()
  const letters = createLetterCounter()
  const stored = createRecordWriter()
  const columns = columnPaths(settings, list).map((path) => ({ path, builder: createColumnBuilder(path) }))

  for (const [docId, record] of list.entries()) {
    const level = levelOf(record)
    let bodyTokens = 0
    for (const [field, { path, role }] of fields.entries()) {
      const own = isOwnHeading(field, path, level) ? 1 : 0
      let position = 0
      for (const value of valuesAt(record, path)) {
        if (typeof value === 'boolean') continue
        const used = tokenize(
          String(value),
          (term, _start, _end, at) => {
            if (at <= MAX_POSITION) occurrences.add(term, docId, (field << FIELD_SHIFT) | at, own)
          },
          position,
        )
        position += used + VALUE_GAP
        if (role !== FIELD_ROLE.heading) bodyTokens += used
      }
    }
    writeNorms(norms, docId, record, fields, level, bodyTokens, letters)
    const page = numberOf(pages, pageOf(record) ?? `#${docId}`)
    norms[docId * NORM_WIDTH + NORM.pageLow] = page & 0xffff
    norms[docId * NORM_WIDTH + NORM.pageHigh] = page >>> 16
    for (const { builder } of columns) builder.add(record)
    stored.add(record)
  }

  const { blocks, entries, termCount, postings, masks } = occurrences.finish(fields.length)
  const columnBytes = new ByteWriter()
  const columnMetas = columns.map(({ path, builder }) => writeColumn(columnBytes, path, builder.finish()))
  const written = stored.finish()
  const texts = storedSections(written)
  const meta: IndexMeta = {
    fields,
    masks,
    termCount,
    pageCount: pages.size,
    columns: columnMetas,
    attributes: written.attributes,
  }
  return assembleFile(
    list.length,
    new Map([
      [SECTION.meta, encodeUtf8(JSON.stringify(meta))],
      [SECTION.termBlocks, bytesOf(blocks)],
      [SECTION.terms, entries],
      [SECTION.postings, postings],
      [SECTION.norms, bytesOf(norms)],
      [SECTION.columns, columnBytes.written()],
      [SECTION.recordOffsets, texts.offsets],
      [SECTION.storedBlocks, texts.blocks],
      [SECTION.stored, texts.bytes],
    ]),
  )
}

/** The searchable fields: an attribute covers its children; an empty list means every text. */
function resolveFields(records: SearchRecord[], settings: IndexSettings): FieldMeta[] {
  const entries = parseSearchableAttributes(settings.searchableAttributes ?? DEFAULT_SETTINGS.searchableAttributes)
  const present = new Set<string>()
  for (const record of records) for (const path of textPaths(record)) present.add(path)
  const sorted = [...present].sort()
  const selected = entries.length === 0 ? sorted.map((path) => ({ path, priority: 0, ordered: false })) : entries
  const fields: FieldMeta[] = []
  for (const { path, priority, ordered } of selected) {
    const below = sorted.filter((candidate) => candidate !== path && isAtOrBelow(candidate, path))
    const paths = present.has(path) || below.length === 0 ? [path, ...below] : below
    for (const each of paths) {
      if (fields.some((field) => field.path === each)) continue
      fields.push({ path: each, priority, ordered, role: roleOf(each, fields.length) })
    }
  }
  return fields.slice(0, MAX_FIELDS)
}

function roleOf(path: string, position: number): FieldMeta['role'] {
  if (/(^|\.)lvl\d$/.test(path)) return FIELD_ROLE.heading
  if (path === 'code') return FIELD_ROLE.code
  return position === 0 ? FIELD_ROLE.heading : FIELD_ROLE.body
}

/** The heading of the record itself: the deepest of its hierarchy; else its first searchable attribute. */
function isOwnHeading(field: number, path: string, level: number): boolean {
  return level > 0 ? path === `hierarchy.lvl${level}` : field === 0
}

function columnPaths(settings: IndexSettings, records: SearchRecord[]): string[] {
  const paths = new Set<string>()
  for (const entry of settings.attributesForFaceting ?? []) paths.add(attributeOfFacet(entry))
  for (const entry of settings.customRanking ?? []) paths.add(parseCustomRanking(entry).attribute)
  if (records.some((record) => record['_tags'] !== undefined)) paths.add('_tags')
  return [...paths].sort()
}

interface LetterCounter {
  all: (text: string) => number
  core: (text: string) => number
}

/** Headings repeat: those of a page stand in each of its records. */
function createLetterCounter(): LetterCounter {
  const all = new Map<string, number>()
  const core = new Map<string, number>()
  const remember = (memory: Map<string, number>, text: string, count: (text: string) => number): number => {
    let letters = memory.get(text)
    if (letters === undefined) {
      letters = Math.min(count(text), 0xffff)
      memory.set(text, letters)
    }
    return letters
  }
  return {
    all: (text) => remember(all, text, countLetters),
    core: (text) => remember(core, text, (heading) => countLetters(coreOfHeading(heading))),
  }
}

function writeNorms(
  norms: Uint16Array,
  docId: number,
  record: SearchRecord,
  fields: FieldMeta[],
  level: number,
  bodyTokens: number,
  letters: LetterCounter,
): void {
  const own = String(valuesAt(record, level > 0 ? `hierarchy.lvl${level}` : (fields[0]?.path ?? ''))[0] ?? '')
  const title = String(valuesAt(record, 'hierarchy.lvl1')[0] ?? '')
  const row = docId * NORM_WIDTH
  norms[row + NORM.level] = level
  norms[row + NORM.ownCore] = letters.core(own)
  norms[row + NORM.own] = letters.all(own)
  norms[row + NORM.title] = letters.core(title)
  norms[row + NORM.body] = Math.min(bodyTokens, 0xffff)
}

function numberOf(numbers: Map<string, number>, key: string): number {
  let number = numbers.get(key)
  if (number === undefined) {
    number = numbers.size
    numbers.set(key, number)
  }
  return number
}

interface WrittenTerms {
  blocks: Uint32Array
  entries: Uint8Array
  termCount: number
  postings: Uint8Array
  masks: number[]
}

interface Occurrences {
  add: (term: string, docId: number, code: number, own: number) => void
  finish: (fieldCount: number) => WrittenTerms
}

/** Every occurrence of every term, in the order of the records. Docs and terms stay below 2^31. */
function createOccurrences(): Occurrences {
  const termNumbers = new Map<string, number>()
  let terms = new Uint32Array(1 << 16)
  let docs = new Uint32Array(1 << 16)
  let codes = new Uint32Array(1 << 16)
  let count = 0
  const grow = (array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> => {
    const grown = new Uint32Array(array.length * 2)
    grown.set(array)
    return grown
  }
  return {
    add(term, docId, code, own) {
      if (count === terms.length) {
        terms = grow(terms)
        docs = grow(docs)
        codes = grow(codes)
      }
      terms[count] = numberOf(termNumbers, term)
      docs[count] = docId * 2 + own
      codes[count] = code
      count++
    },
    finish(fieldCount) {
      const starts = new Uint32Array(termNumbers.size + 1)
      for (let i = 0; i < count; i++) (starts[(terms[i] as number) + 1] as number)++
      for (let i = 1; i < starts.length; i++) (starts[i] as number) += starts[i - 1] as number
      const next = starts.slice()
      const sortedDocs = new Uint32Array(count)
      const sortedCodes = new Uint32Array(count)
      for (let i = 0; i < count; i++) {
        const at = (next[terms[i] as number] as number)++
        sortedDocs[at] = docs[i] as number
        sortedCodes[at] = codes[i] as number
      }
      return writeTerms(termNumbers, starts, sortedDocs, sortedCodes, 2 ** fieldCount)
    },
  }
}

function writeTerms(
  termNumbers: Map<string, number>,
  starts: Uint32Array,
  docs: Uint32Array,
  codes: Uint32Array,
  ownBit: number,
): WrittenTerms {
  const masks = rankMasks(termNumbers.size, starts, docs, codes, ownBit)
  const out = new ByteWriter()
  const rankOfMask = new Map(masks.map((mask, rank) => [mask, rank]))
  const writer: PostingWriter = { out, scratch: new ByteWriter(), rankOfMask }
  const termWriter = createTermWriter()
  for (const term of [...termNumbers.keys()].sort()) {
    const number = termNumbers.get(term) as number
    const start = starts[number] as number
    const end = starts[number + 1] as number
    const before = out.length
    out.varint(countPostings(docs, start, end))
    let previous = 0
    eachPosting(docs, codes, start, end, ownBit, (docId, mask, from, to) => {
      writePosting(writer, docId - previous, mask, codes, from, to)
      previous = docId
    })
    termWriter.add(term, out.length - before)
  }
  return { ...termWriter.finish(), postings: out.written(), masks }
}

function rankMasks(
  termCount: number,
  starts: Uint32Array,
  docs: Uint32Array,
  codes: Uint32Array,
  ownBit: number,
): number[] {
  const counts = new Map<number, number>()
  for (let term = 0; term < termCount; term++) {
    eachPosting(docs, codes, starts[term] as number, starts[term + 1] as number, ownBit, (_docId, mask) => {
      counts.set(mask, (counts.get(mask) ?? 0) + 1)
    })
  }
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([mask]) => mask)
}

function countPostings(docs: Uint32Array, start: number, end: number): number {
  let postings = 0
  let previous = -1
  for (let i = start; i < end; i++) {
    const docId = (docs[i] as number) >>> 1
    if (docId !== previous) postings++
    previous = docId
  }
  return postings
}

function eachPosting(
  docs: Uint32Array,
  codes: Uint32Array,
  start: number,
  end: number,
  ownBit: number,
  visit: (docId: number, mask: number, from: number, to: number) => void,
): void {
  let from = start
  while (from < end) {
    const docId = (docs[from] as number) >>> 1
    let to = from
    let mask = 0
    while (to < end && (docs[to] as number) >>> 1 === docId) {
      mask |= 1 << ((codes[to] as number) >>> FIELD_SHIFT)
      if ((docs[to] as number) & 1) mask |= ownBit
      to++
    }
    visit(docId, mask, from, to)
    from = to
  }
}
