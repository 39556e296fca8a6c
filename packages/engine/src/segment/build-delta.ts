/**
 * Builds a delta from changes: a segment of the changed records, over an unchanged base.
 *
 * A delta is an index file of its own in the same layout. Its fields and pages have the base's numbers, and three
 * sections hold the hidden records and the places of the delta's records, so that a search only adds.
 *
 *   hidden records (11)   u32 each, ascending: records of the base that the delta replaces or deletes
 *   hidden terms (12)     for each term that those records have, in order of its posting list in the base:
 *       OFFSET   SIZE   DESCRIPTION
 *       0        4      where the list begins in the base's section 4
 *       4        4      how many of its postings belong to hidden records
 *   places (13)           for each record of the delta:
 *       0        4      i32, place among the records of the base: the number of the one that it replaces, or for an
 *                       addition a negative number, which is before all of them
 *       4        4      u32, its group by `attributeForDistinct`: 0 for none, else 1 plus the base's number of the value
 *                       (the number of a record that has it, where no two of the base's share one), or a number beyond
 *                       those for a value that the base does not have
 *
 * Frequencies of terms are therefore exact: those of both segments less those of hidden records.
 */
import { textPaths, valuesAt } from '../base/attributes.ts'
import { EngineError } from '../base/errors.ts'
import type { IndexSettings, SearchRecord } from '../wire.ts'
import { bytesOf } from './bytes.ts'
import { pageOf, PAGE_ATTRIBUTES } from './fields.ts'
import { joinPieces, verifiedWords } from './format.ts'
import * as SECTION from './section-kinds.ts'
import { eachCandidate, readKeys } from './keys.ts'
import { eachGroup } from './group-column.ts'
import { baseSegment, type Index } from './open-index.ts'
import { pageNumber } from './pages.ts'
import { eachToken, readFieldsOf } from './record-tokens.ts'
import { resolveFields } from './resolve-fields.ts'
import { SegmentBuilder } from './segment-builder.ts'
import { readRecord } from './stored-records.ts'
import { createTermCursor, findTerm } from './term-dictionary.ts'
import { TermTable } from './term-table.ts'
import { TokenReader } from './token-reader.ts'

/** The difference between the records of the base and those that are searched. */
export interface Changes {
  /** Records before all of the base, in this order. A record of the base with the same objectID is hidden. */
  added: readonly SearchRecord[]
  /** Records in the places of those with the same objectIDs in the base. */
  replaced: readonly SearchRecord[]
  /** objectIDs of deleted records; unknown ones are skipped. */
  deleted: readonly string[]
}

/**
 * Builds the delta with which `base` answers like an index of its records after the changes. Each objectID is at most
 * once in `added` and `replaced` together. `settings` shape the file as they shaped the base. Deterministic.
 *
 * Throws `index_base` if only a new base can have the changes: a replaced record is not in it, or a record has
 * searchable texts that the base has no field for. Throws `index_damaged`.
 */
export function buildDelta(base: Index, changes: Changes, settings: IndexSettings): Uint8Array {
  const { sections, recordCount, meta } = base
  const records = [...changes.added, ...changes.replaced]
  requireFields(base, records, settings)
  const keys = readKeys(verifiedWords(sections, SECTION.keys), recordCount, meta.pageCount)

  const docs = findRecords(base, keys.records, [...records.map((record) => record.objectID), ...changes.deleted])
  const hidden = Uint32Array.from(docs.values()).sort()
  const places = new Int32Array(records.length * 2)
  for (const at of changes.added.keys()) places[at * 2] = at - changes.added.length
  for (const [at, { objectID }] of changes.replaced.entries()) {
    const doc = docs.get(objectID)
    if (doc === undefined) throw unsuitable(`the base has no record ${objectID} to replace`)
    places[(changes.added.length + at) * 2] = doc
  }
  for (const [at, group] of findGroups(base, keys.groups, records).entries()) places[at * 2 + 1] = group

  const builder = new SegmentBuilder({
    fields: meta.fields,
    settings,
    base: {
      fingerprint: sections.fingerprint,
      pages: findPages(base, keys.pages, records),
      pageCount: meta.pageCount,
      sections: new Map([
        [SECTION.hiddenRecords, bytesOf(hidden)],
        [SECTION.hiddenTerms, bytesOf(countHiddenTerms(base, hidden))],
        [SECTION.places, new Uint8Array(places.buffer)],
      ]),
    },
  })
  for (const record of records) builder.add(record)
  return joinPieces(builder.finish())
}

function unsuitable(reason: string): EngineError {
  return new EngineError('index_base', `These changes do not fit this index: ${reason}; build the index again.`)
}

function requireFields(base: Index, records: readonly SearchRecord[], settings: IndexSettings): void {
  const present = new Set(records.flatMap((record) => [...textPaths(record)]))
  for (const { path } of resolveFields(present, settings)) {
    if (present.has(path) && !base.meta.fields.some((field) => field.path === path)) {
      throw unsuitable(`it has no field for ${path}`)
    }
  }
}

/** Numbers of the base's records by objectID. */
function findRecords(base: Index, hashes: Uint32Array, objectIDs: readonly string[]): Map<string, number> {
  const found = new Map<string, number>()
  const { stored } = baseSegment(base)
  const onlyID = new Set<string>()
  eachCandidate(objectIDs, hashes, (objectID, doc) => {
    if (readRecord(stored, doc, onlyID).objectID === objectID) found.set(objectID, doc)
  })
  return found
}

/** Numbers of the base's pages, by page, as far as records of the delta are on them. */
function findPages(base: Index, hashes: Uint32Array, records: readonly SearchRecord[]): Map<string, number> {
  const candidates = new Map<number, string[]>()
  eachCandidate(
    records.flatMap((record) => pageOf(record) ?? []),
    hashes,
    (page, number) => {
      candidates.set(number, [...(candidates.get(number) ?? []), page])
    },
  )
  const found = new Map<string, number>()
  const { stored } = baseSegment(base)
  for (let doc = 0; doc < base.recordCount && candidates.size > 0; doc++) {
    const number = pageNumber(base, doc)
    const pages = candidates.get(number)
    if (pages === undefined) continue
    candidates.delete(number)
    const page = pageOf(readRecord(stored, doc, PAGE_ATTRIBUTES))
    if (page !== undefined && pages.includes(page)) found.set(page, number)
  }
  return found
}

/** For each record its group, plus 1; 0 for none. */
function findGroups(base: Index, hashes: Uint32Array, records: readonly SearchRecord[]): number[] {
  const { distinct } = base.meta
  if (distinct === null) return records.map(() => 0)
  const { path } = distinct
  const values = records.map((record) => valuesAt(record, path).map(String).sort()[0])
  const candidates = new Map<number, string[]>()
  eachCandidate(
    values.flatMap((value) => value ?? []),
    hashes,
    (value, group) => {
      candidates.set(group, [...(candidates.get(group) ?? []), value])
    },
  )
  const groups = new Map<string, number>()
  const { stored } = baseSegment(base)
  const wanted = new Set([path, path.split('.')[0] as string])
  eachGroup(base, (doc, group) => {
    const texts = candidates.get(group)
    if (texts === undefined) return
    candidates.delete(group)
    const own = new Set(valuesAt(readRecord(stored, doc, wanted), path).map(String))
    for (const text of texts) if (own.has(text)) groups.set(text, group)
  })
  let next = hashes.length
  return values.map((value) => {
    if (value === undefined) return 0
    const group = groups.get(value) ?? next++
    groups.set(value, group)
    return group + 1
  })
}

/** For each term of the hidden records, the offset of its list and the number of its postings in hidden records. */
function countHiddenTerms(base: Index, hidden: Uint32Array): Uint32Array {
  const counts = new Map<number, number>()
  const { stored, dictionary } = baseSegment(base)
  const terms = new TermTable()
  const reader = new TokenReader(terms)
  const fields = readFieldsOf(base.meta.fields)
  for (const doc of hidden) {
    const found = new Set<number>()
    eachToken(readRecord(stored, doc), fields, reader, (term) => found.add(term))
    for (const term of found) counts.set(term, (counts.get(term) ?? 0) + 1)
  }
  const cursor = createTermCursor(dictionary)
  const rows = Array.from(counts, ([number, count]) => {
    const term = terms.text(number)
    const entry = findTerm(cursor, term)
    if (entry === undefined) throw unsuitable(`it does not know the term ${term} of a record that it holds`)
    return [entry.postingsStart, count] as const
  })
  return Uint32Array.from(rows.sort((a, b) => a[0] - b[0]).flat())
}
