/**
 * Columns: the values of one attribute for every record, for filters, facets, custom ranking and grouping.
 *
 * A column is a sorted list of its distinct values, and for each record the numbers of its values. In the file (section
 * 6) the arrays of all columns follow each other, each at a multiple of 8; the meta section says where:
 *
 *   values    offsets (u32, one more than values), then the texts in UTF-8
 *   numbers   f64 for each value: the number it was, NaN for a text; absent if no value was a number
 *   starts    u32 for each record and one more: where its value numbers begin; absent if no record has two values
 *   ids       u8, u16 or u32: the numbers of the values; without `starts` one for each record, plus 1, 0 for none
 */
import { valuesAt } from '../base/attributes.ts'
import type { SearchRecord } from '../wire.ts'
import { bytesOf, type ByteWriter, decodeUtf8, encodeUtf8, grown } from './bytes.ts'

type Ids = Uint8Array | Uint16Array | Uint32Array

/**
 * `starts` is undefined if no record has two values; `ids` then has a number for each record, plus 1, and 0 for none.
 */
export interface Column {
  /** Distinct values, sorted by UTF-16 unit. */
  readonly values: readonly string[]
  readonly numbers: Float64Array | undefined
  readonly starts: Uint32Array | undefined
  readonly ids: Ids
}

/** Offsets of the arrays of a column in its section. */
export interface ColumnMeta {
  path: string
  valueCount: number
  textOffsets: number
  texts: number
  numbers: number | null
  starts: number | null
  ids: number
  idCount: number
  idSize: 1 | 2 | 4
}

/** Collects one attribute, record by record. */
export function createColumnBuilder(path: string): {
  add: (record: SearchRecord) => void
  /**
   * `byAppearance`: unless a record has several values, of which the first in order counts, the values are in the order
   * of their first records. Neighbours then have consecutive numbers, which compress well (`rearrange.ts`).
   */
  finish: (byAppearance?: boolean) => Column
  /** Bytes in memory, estimated. */
  bytes: () => number
} {
  const names = path.split('.')
  const numberOf = new Map<string, number>()
  const numeric: number[] = []
  /** For each record where its numbers begin in `ids`; one more for the end. */
  let starts = new Uint32Array(16)
  let recordCount = 0
  let ids = new Uint32Array(16)
  let idCount = 0
  /** By number of a value, the record that had it last, plus 1: for values that a record has twice. */
  let lastDoc = new Uint32Array(16)
  let multiple = false
  let textUnits = 0
  return {
    add(record) {
      recordCount++
      const from = idCount
      for (const value of valuesAt(record, path, names)) {
        const text = String(value)
        let number = numberOf.get(text)
        if (number === undefined) {
          number = numberOf.size
          numberOf.set(text, number)
          numeric.push(typeof value === 'number' ? value : Number.NaN)
          if (number === lastDoc.length) lastDoc = grown(lastDoc)
          textUnits += text.length
        }
        if (lastDoc[number] === recordCount) continue
        lastDoc[number] = recordCount
        if (idCount === ids.length) ids = grown(ids)
        ids[idCount++] = number
      }
      if (idCount - from > 1) multiple = true
      if (recordCount === starts.length) starts = grown(starts)
      starts[recordCount] = idCount
    },
    finish(byAppearance = false) {
      const values = [...numberOf.keys()]
      if (multiple || !byAppearance) values.sort()
      const rank = new Uint32Array(values.length)
      const numbers = new Float64Array(values.length)
      for (const [at, value] of values.entries()) {
        const number = numberOf.get(value) as number
        rank[number] = at
        numbers[at] = numeric[number] as number
      }
      const target = idArray(multiple ? idCount : recordCount, values.length + (multiple ? 0 : 1))
      for (let doc = 0; doc < recordCount; doc++) {
        const from = starts[doc] as number
        const to = starts[doc + 1] as number
        if (multiple)
          target.set(
            ids
              .subarray(from, to)
              .map((id) => rank[id] as number)
              .sort(),
            from,
          )
        else if (to > from) target[doc] = (rank[ids[from] as number] as number) + 1
      }
      return {
        values,
        numbers: numbers.some((number) => !Number.isNaN(number)) ? numbers : undefined,
        starts: multiple ? starts.slice(0, recordCount + 1) : undefined,
        ids: target,
      }
    },
    // An entry of the map, its number and the last record; a number for each value of a record, and one where it
    // begins.
    bytes: () => textUnits * 2 + numeric.length * 80 + (ids.length + starts.length) * 4,
  }
}

function idArray(length: number, valueCount: number): Ids {
  if (valueCount <= 0xff) return new Uint8Array(length)
  return valueCount <= 0xffff ? new Uint16Array(length) : new Uint32Array(length)
}

/** Calls `visit` with the number of each value of the record. */
export function eachValue(column: Column, docId: number, visit: (value: number) => void): void {
  if (column.starts === undefined) {
    const id = column.ids[docId] as number
    if (id > 0) visit(id - 1)
    return
  }
  const end = column.starts[docId + 1] as number
  for (let at = column.starts[docId] as number; at < end; at++) visit(column.ids[at] as number)
}

/** The number of the record's first value, or -1. */
export function firstValue(column: Column, docId: number): number {
  if (column.starts === undefined) return (column.ids[docId] as number) - 1
  const start = column.starts[docId] as number
  return start < (column.starts[docId + 1] as number) ? (column.ids[start] as number) : -1
}

/** Appends a column to the section. */
export function writeColumn(out: ByteWriter, path: string, column: Column): ColumnMeta {
  const put = (array: Uint8Array | Uint16Array | Uint32Array | Float64Array): number => {
    out.align(8)
    const offset = out.length
    out.append(bytesOf(array))
    return offset
  }
  const texts = column.values.map(encodeUtf8)
  const textOffsets = new Uint32Array(texts.length + 1)
  for (const [at, text] of texts.entries()) textOffsets[at + 1] = (textOffsets[at] as number) + text.length
  const offsets = put(textOffsets)
  const textStart = out.length
  for (const text of texts) out.append(text)
  return {
    path,
    valueCount: column.values.length,
    textOffsets: offsets,
    texts: textStart,
    numbers: column.numbers === undefined ? null : put(column.numbers),
    starts: column.starts === undefined ? null : put(column.starts),
    ids: put(column.ids),
    idCount: column.ids.length,
    idSize: column.ids.BYTES_PER_ELEMENT as 1 | 2 | 4,
  }
}

/** A column of the file; its values are decoded, its arrays are views. */
export function readColumn(section: Uint8Array, recordCount: number, meta: ColumnMeta): Column {
  const { buffer } = section
  const base = section.byteOffset
  const offsets = new Uint32Array(buffer, base + meta.textOffsets, meta.valueCount + 1)
  const values: string[] = []
  for (let at = 0; at < meta.valueCount; at++) {
    values.push(decodeUtf8(section, meta.texts + (offsets[at] as number), meta.texts + (offsets[at + 1] as number)))
  }
  const idsAt = base + meta.ids
  return {
    values,
    numbers: meta.numbers === null ? undefined : new Float64Array(buffer, base + meta.numbers, meta.valueCount),
    starts: meta.starts === null ? undefined : new Uint32Array(buffer, base + meta.starts, recordCount + 1),
    ids:
      meta.idSize === 1
        ? new Uint8Array(buffer, idsAt, meta.idCount)
        : meta.idSize === 2
          ? new Uint16Array(buffer, idsAt, meta.idCount)
          : new Uint32Array(buffer, idsAt, meta.idCount),
  }
}
