/**
 * The bytes of an index in parts.
 *
 * Head, integers little-endian:
 *
 *   OFFSET   DESCRIPTION
 *   0        magic: 44 43 4e 48 ("DCNH"), version, checksum of the rest (padded to a multiple of 4), bytes of
 *            the plan: four u32
 *   16       the plan: `PartPlan` as JSON, each number of its lists as the difference from the one before
 *   …        header and section table of the file, and its sections meta, norms, columns, hidden records, hidden terms
 *            and places, unchanged except the norms and the groups among the columns, which are rearranged so that they
 *            compress better (`planesOf`, `stepsOf`)
 *
 * Part: magic: 44 43 4e 50 ("DCNP"), the checksum of the rest (padded as above): two u32, then
 *
 *   t   the entries of its terms, then those of their posting lists that are shorter than `LONG_LIST`
 *   l   the posting list
 *   d   the entries of all terms
 *   s   for each record a varint, the bytes of its stored form, then the block
 *   c   the column as JSON
 */
import type { IndexMeta } from './fields.ts'
import { SECTION } from './format.ts'
import { levelIn, NORM, NORM_WIDTH } from './norms.ts'

/** The first four bytes of a head, as a little-endian u32. */
export const HEAD_MAGIC = 0x484e4344
/** Version of the head and of its parts; a head with another one is refused. */
export const HEAD_VERSION = 3
/** The first four bytes of a part, as a little-endian u32. */
export const PART_MAGIC = 0x504e4344
/** Bytes before the content of a part. */
export const PART_HEADER = 8
/** Bytes before the plan. */
export const HEAD_SIZE = 16

/** Sections that a head holds, in this order. */
export const HEAD_SECTIONS = [
  SECTION.meta,
  SECTION.norms,
  SECTION.columns,
  SECTION.hiddenRecords,
  SECTION.hiddenTerms,
  SECTION.places,
] as const

/**
 * Posting lists from this size (bytes) are parts of their own, so that searches for their neighbours need not wait for
 * them. A search for one waits for one more round trip, which takes as long as some 16 kB on a slow connection.
 */
export const LONG_LIST = 16 * 1024

/** Offsets of the parts of an index; each list has one number more, for the end. */
export interface PartPlan {
  /** Folder of the parts: a name that no other cut of any index has. */
  folder: string
  /** The first term of each part of the dictionary. */
  firstTerms: string[]
  /** Its first block, and where its entries and its posting lists begin in their sections. */
  blocks: number[]
  entries: number[]
  postings: number[]
  /** The first record of each block of stored records, and where it begins in its section. */
  records: number[]
  stored: number[]
  /** Paths of the columns that are parts. */
  columns: string[]
}

const LISTS = ['blocks', 'entries', 'postings', 'records', 'stored'] as const

/** The plan as text, as a head has it. */
export function writePlan(plan: PartPlan): string {
  const differences = { ...plan }
  for (const list of LISTS) differences[list] = plan[list].map((value, at) => value - (plan[list][at - 1] ?? 0))
  return JSON.stringify(differences)
}

/** Undoes `writePlan`. */
export function readPlan(text: string): PartPlan {
  const plan = JSON.parse(text) as PartPlan
  for (const list of LISTS) {
    let sum = 0
    plan[list] = plan[list].map((step) => (sum += step))
  }
  return plan
}

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
