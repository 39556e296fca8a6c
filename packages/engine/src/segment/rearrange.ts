/** Forms of the norms and groups of an index file that compress better, and their inverses: for the head of an index in parts. */
import type { IndexMeta } from './fields.ts'
import { levelIn, NORM_WIDTH } from './norms.ts'
import * as NORM from './norm-offsets.ts'

/**
 * Norms by field and byte, as differences from the values that they usually equal; leads come first in titles and names
 * of pages, because theirs are hashes. Before the shares of function words were among the norms, a head of 7,085 records
 * had 23.8 kB with gzip (4,029 records: 13.8 kB), with norms by byte alone 28.4 kB (15.0), without any rearrangement 43.5
 * kB (21.8); the shares add 2.5 kB (1.8). `npm run bench -- site` counts it in the first search on slow 4G. The number of
 * requests is the same.
 */
export function planesOf(norms: Uint8Array): Uint8Array {
  const words = new Uint16Array(norms.slice().buffer)
  const rows = words.length / NORM_WIDTH
  const planes = new Uint8Array(norms.length)
  for (let field = 0; field < NORM_WIDTH; field++) {
    const order = orderOf(words, field)
    const usual = usualOf(words, field)
    for (let place = 0; place < rows; place++) {
      const row = order === undefined ? place : (order[place] as number)
      const like = field === NORM.pageLow ? words[(row - 1) * NORM_WIDTH + field] : usual?.[row]
      const difference = (words[row * NORM_WIDTH + field] as number) - (like ?? 0)
      planes[field * 2 * rows + place] = difference
      planes[(field * 2 + 1) * rows + place] = difference >> 8
    }
  }
  return planes
}

/** Undoes `planesOf`. */
export function fromPlanes(planes: Uint8Array): Uint8Array {
  const words = new Uint16Array(planes.length / 2)
  const rows = words.length / NORM_WIDTH
  for (let field = 0; field < NORM_WIDTH; field++) {
    const order = orderOf(words, field)
    const usual = usualOf(words, field)
    for (let from = 0; from < rows; from += ROWS_PER_CALL) {
      readField(words, planes, { field, order, usual, from, to: Math.min(from + ROWS_PER_CALL, rows) })
    }
  }
  return new Uint8Array(words.buffer)
}

/** The platform compiles a function when it is called often, but runs a long loop in its slower tiers. */
const ROWS_PER_CALL = 256

/** A field of the rows at the places `from` to `to`. */
interface FieldRows {
  field: number
  order: Uint32Array | undefined
  usual: Uint16Array | undefined
  from: number
  to: number
}

function readField(words: Uint16Array, planes: Uint8Array, { field, order, usual, from, to }: FieldRows): void {
  const rows = words.length / NORM_WIDTH
  const low = field * 2 * rows
  const high = low + rows
  // The page of the row before.
  let page = field === NORM.pageLow && from > 0 ? (words[(from - 1) * NORM_WIDTH + field] as number) : 0
  for (let place = from; place < to; place++) {
    const row = order === undefined ? place : (order[place] as number)
    const difference = (planes[low + place] as number) + (planes[high + place] as number) * 256
    if (field === NORM.pageLow) page = (page + difference) & 0xffff
    words[row * NORM_WIDTH + field] =
      field === NORM.pageLow ? page : usual === undefined ? difference : difference + (usual[row] as number)
  }
}

/**
 * The rows in the order in which the planes of a field have them; undefined for their own order. `words` hold the fields
 * before it.
 */
function orderOf(words: Uint16Array, field: number): Uint32Array | undefined {
  if (field !== NORM.title && field !== NORM.nameLow) return undefined
  const order = new Uint32Array(words.length / NORM_WIDTH)
  let place = 0
  for (let row = 0; row < order.length; row++) if (levelIn(words, row) === 1) order[place++] = row
  for (let row = 0; row < order.length; row++) if (levelIn(words, row) !== 1) order[place++] = row
  return order
}

/** By row the value that a field usually equals, from earlier fields; undefined for 0. */
function usualOf(words: Uint16Array, field: number): Uint16Array | undefined {
  if (field !== NORM.own && field !== NORM.title) return undefined
  const usual = new Uint16Array(words.length / NORM_WIDTH)
  // The title of a page is the heading of its lead, which usually comes first.
  let title = 0
  for (let row = 0; row < usual.length; row++) {
    const heading = words[row * NORM_WIDTH + NORM.ownCore] as number
    const isLead = field === NORM.title && levelIn(words, row) === 1
    if (isLead) title = heading
    usual[row] = field === NORM.own ? heading : isLead ? 0 : title
  }
  return usual
}

type Numbers = Uint8Array | Uint16Array | Uint32Array

/** Numbers of 1, 2 or 4 bytes as differences from the one before, by byte: numbers that rise by one compress well. */
export function stepsOf(bytes: Uint8Array, size: number): Uint8Array {
  const numbers = numbersIn(bytes, size)
  const steps = new Uint8Array(bytes.length)
  for (const [at, number] of numbers.entries()) {
    const step = number - (numbers[at - 1] ?? 0)
    for (let byte = 0; byte < size; byte++) steps[byte * numbers.length + at] = step >> (byte * 8)
  }
  return steps
}

/** Undoes `stepsOf`. */
export function fromSteps(steps: Uint8Array, size: number): Uint8Array {
  const numbers = numbersIn(new Uint8Array(steps.length), size)
  for (let at = 0; at < numbers.length; at++) {
    let number = numbers[at - 1] ?? 0
    for (let byte = 0; byte < size; byte++) number += (steps[byte * numbers.length + at] as number) * 256 ** byte
    numbers[at] = number
  }
  return new Uint8Array(numbers.buffer)
}

function numbersIn(bytes: Uint8Array, size: number): Numbers {
  const { buffer } = bytes.slice()
  return size === 1 ? new Uint8Array(buffer) : size === 2 ? new Uint16Array(buffer) : new Uint32Array(buffer)
}

/** The columns section with the numbers of its groups (`IndexMeta.distinct`) put into another form. */
export function withGroups(
  columns: Uint8Array,
  { distinct }: IndexMeta,
  form: (bytes: Uint8Array, size: number) => Uint8Array,
): Uint8Array {
  const column = distinct?.column ?? null
  if (column === null) return columns
  const rearranged = columns.slice()
  rearranged.set(
    form(columns.subarray(column.ids, column.ids + column.idCount * column.idSize), column.idSize),
    column.ids,
  )
  return rearranged
}
