/**
 * Builds an index file from records. Deterministic: the same records and settings give the same bytes.
 *
 * One pass over the records adds their tokens to the posting lists (`posting-builder.ts`), their values to the columns
 * and their text to the stored records.
 */
import { isFunctionWord } from '../analysis/function-words.ts'
import { PART, tokenize } from '../analysis/tokenize.ts'
import { isAtOrBelow, textPaths, valuesAt } from '../base/attributes.ts'
import { attributeOfFacet, DEFAULT_SETTINGS, parseCustomRanking, parseSearchableAttributes } from '../base/settings.ts'
import type { IndexSettings, SearchRecord } from '../wire.ts'
import { bytesOf, ByteWriter, encodeUtf8 } from './bytes.ts'
import { type Column, createColumnBuilder, firstValue, writeColumn } from './columns.ts'
import { FIELD_ROLE, type FieldMeta, type IndexMeta, isText, levelOf, nameOfPage, pageOf } from './fields.ts'
import { assembleFile, SECTION } from './format.ts'
import { writeKeys } from './keys.ts'
import {
  coreOfHeading,
  countLetters,
  countWords,
  lettersOf,
  levelByte,
  nameHash,
  NORM,
  NORM_WIDTH,
  proseByte,
} from './norms.ts'
import { createOccurrences } from './posting-builder.ts'
import { FIELD_SHIFT, MAX_POSITION } from './postings.ts'
import { createRecordWriter, storedSections } from './stored-records.ts'

/** Field masks have 32 bits, one of them is taken, and the position code has 12 bits for the field. */
const MAX_FIELDS = 30
/** Between the values of a list: words of two values are not near each other. */
const VALUE_GAP = 8

/** The data of a base that its delta needs. */
export interface BaseLink {
  fingerprint: string
  /** Numbers of the pages that delta and base share, and how many the base has. */
  pages: ReadonlyMap<string, number>
  pageCount: number
  /** Sections 11 to 13. */
  sections: ReadonlyMap<number, Uint8Array>
}

/**
 * Builds the index file of `records`. Records that are equal in all criteria are ranked in their order. `keepsTerm`
 * drops the terms for which it returns false, for queries that do not need them.
 */
export function buildIndex(
  records: Iterable<SearchRecord>,
  settings: IndexSettings,
  keepsTerm?: (term: string) => boolean,
): Uint8Array {
  const list = [...records]
  return writeSegment(list, resolveFields(list, settings), settings, undefined, keepsTerm)
}

/** Writes the file of a segment: an index, or with `base` a delta. */
export function writeSegment(
  list: readonly SearchRecord[],
  fields: FieldMeta[],
  settings: IndexSettings,
  base?: BaseLink,
  keepsTerm?: (term: string) => boolean,
): Uint8Array {
  const occurrences = createOccurrences()
  const norms = new Uint16Array(list.length * NORM_WIDTH)
  const pages = new Map<string, number>()
  let pageCount = base?.pageCount ?? 0
  const letters = createLetterCounter()
  const stored = createRecordWriter()
  const columns = columnPaths(settings, list).map((path) => ({ path, builder: createColumnBuilder(path) }))

  for (const [docId, record] of list.entries()) {
    const body = eachToken(record, fields, (term, code, own) => {
      if (keepsTerm === undefined || keepsTerm(term)) occurrences.add(term, docId, code, own)
    })
    writeNorms(norms, docId, { record, fields, body }, letters)
    const key = pageOf(record) ?? `#${docId}`
    let page = base?.pages.get(key) ?? pages.get(key)
    if (page === undefined) {
      page = pageCount++
      pages.set(key, page)
    }
    norms[docId * NORM_WIDTH + NORM.pageLow] = page & 0xffff
    norms[docId * NORM_WIDTH + NORM.pageHigh] = page >>> 16
    for (const { builder } of columns) builder.add(record)
    stored.add(record)
  }

  const { blocks, entries, termCount, postings, masks } = occurrences.finish(fields.length)
  const columnBytes = new ByteWriter()
  const columnMetas = columns.map(({ path, builder }) => writeColumn(columnBytes, path, builder.finish()))
  // A delta's groups are numbered by its base: section 13.
  const groupedBy = base === undefined ? (settings.attributeForDistinct ?? null) : null
  const { distinct, groups } = writeDistinct(columnBytes, list, groupedBy)
  const written = stored.finish()
  const texts = storedSections(written)
  const meta: IndexMeta = {
    fields,
    masks,
    termCount,
    pageCount,
    columns: columnMetas,
    distinct,
    attributes: written.attributes,
    base: base?.fingerprint,
  }
  const keys =
    base === undefined
      ? writeKeys(
          list.map((record) => record.objectID),
          Array.from(pages.keys(), (page) => (page.startsWith('#') ? '' : page)),
          groups,
        )
      : new Uint32Array(0)
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
      [SECTION.keys, bytesOf(keys)],
      ...(base?.sections ?? []),
    ]),
  )
}

/** Numbers of tokens in the attributes of a record that are text or code. */
interface BodyTokens {
  all: number
  /** Of those that are no code either. */
  text: number
  functionWords: number
}

/**
 * Calls `visit` with each term of a record, its place (field × 2^20 + position), and 1 if it is in the record's own
 * heading.
 */
export function eachToken(
  record: SearchRecord,
  fields: readonly FieldMeta[],
  visit: (term: string, code: number, own: 0 | 1) => void,
): BodyTokens {
  const level = levelOf(record)
  const body = { all: 0, text: 0, functionWords: 0 }
  for (const [field, { path, role }] of fields.entries()) {
    const own = isOwnHeading(field, path, level) ? 1 : 0
    let position = 0
    for (const value of valuesAt(record, path)) {
      if (typeof value === 'boolean') continue
      const used = tokenize(
        String(value),
        (term, _start, _end, at, kind) => {
          if (at <= MAX_POSITION) visit(term, (field << FIELD_SHIFT) | at, own)
          if (role === FIELD_ROLE.body && kind === PART && isFunctionWord(term)) body.functionWords++
        },
        position,
      )
      position += used + VALUE_GAP
      if (isText(role)) body.all += used
      if (role === FIELD_ROLE.body) body.text += used
    }
  }
  return body
}

/** The searchable fields: an attribute covers its children; an empty list means every text. */
export function resolveFields(records: readonly SearchRecord[], settings: IndexSettings): FieldMeta[] {
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
  if (path === 'linked_as') return FIELD_ROLE.linked
  return position === 0 ? FIELD_ROLE.heading : FIELD_ROLE.body
}

/** The heading of the record itself: the deepest of its hierarchy; else its first searchable attribute. */
export function isOwnHeading(field: number, path: string, level: number): boolean {
  return level > 0 ? path === `hierarchy.lvl${level}` : field === 0
}

function columnPaths(settings: IndexSettings, records: readonly SearchRecord[]): string[] {
  const paths = new Set<string>()
  for (const entry of settings.attributesForFaceting ?? []) paths.add(attributeOfFacet(entry))
  for (const entry of settings.customRanking ?? []) paths.add(parseCustomRanking(entry).attribute)
  if (records.some((record) => record['_tags'] !== undefined)) paths.add('_tags')
  return [...paths].sort()
}

/** Writes the groups of records that share a value, without the values; `groups` are the values for the keys. */
function writeDistinct(
  out: ByteWriter,
  records: readonly SearchRecord[],
  path: string | null,
): { distinct: IndexMeta['distinct']; groups: readonly string[] } {
  if (path === null) return { distinct: null, groups: [] }
  const builder = createColumnBuilder(path)
  for (const record of records) builder.add(record)
  const column = byAppearance(builder.finish())
  const shares = column.starts !== undefined || column.values.length < records.length
  if (shares) {
    const bare = writeColumn(out, path, { ...column, values: [] })
    return { distinct: { path, column: bare }, groups: column.values }
  }
  return {
    distinct: { path, column: null },
    groups: records.map((_, docId) => column.values[firstValue(column, docId)] ?? ''),
  }
}

/**
 * The column with its values numbered by first appearance: neighbours have consecutive numbers, which compress well
 * (`part-format.ts`). Not if records have several values, of which the first in order counts.
 */
function byAppearance(column: Column): Column {
  if (column.starts !== undefined) return column
  const numbers = new Map([[0, 0]])
  const ids = column.ids.map((id) => {
    const number = numbers.get(id) ?? numbers.size
    numbers.set(id, number)
    return number
  })
  const values = [...numbers.keys()].slice(1).map((id) => column.values[id - 1] as string)
  return { ...column, values, numbers: undefined, ids }
}

interface LetterCounter {
  all: (text: string) => number
  core: (text: string) => number
}

/** Counts letters, and caches the counts, because the headings of a page are in each of its records. */
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
  { record, fields, body }: { record: SearchRecord; fields: FieldMeta[]; body: BodyTokens },
  letters: LetterCounter,
): void {
  const level = levelOf(record)
  const own = String(valuesAt(record, level > 0 ? `hierarchy.lvl${level}` : (fields[0]?.path ?? ''))[0] ?? '')
  const title = String(valuesAt(record, 'hierarchy.lvl1')[0] ?? '')
  const row = docId * NORM_WIDTH
  const words = body.all === 0 && level > 0 ? countWords(coreOfHeading(own)) : 0
  norms[row + NORM.level] = levelByte(level, words) + proseByte(body.functionWords, body.text) * 0x100
  norms[row + NORM.ownCore] = letters.core(own)
  norms[row + NORM.own] = letters.all(own)
  if (level === 1) {
    const name = nameHash(lettersOf(nameOfPage(record)))
    norms[row + NORM.nameLow] = name & 0xffff
    norms[row + NORM.nameHigh] = name >>> 16
  } else norms[row + NORM.title] = letters.core(title)
  norms[row + NORM.body] = Math.min(body.all, 0xffff)
}
