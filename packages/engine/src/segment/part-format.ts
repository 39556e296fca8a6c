/**
 * The bytes of an index in parts.
 *
 * Head, integers little-endian:
 *
 *   OFFSET   DESCRIPTION
 *   0        magic: 44 43 4e 48 ("DCNH"), version, checksum of all that follows (padded to a multiple of 4), bytes of
 *            the plan: four u32
 *   16       the plan: `PartPlan` as JSON, each number of its lists as the difference from the one before
 *   …        header and section table of the file, and its sections meta, norms, columns, hidden records, hidden terms
 *            and places, as they are but for the norms, which are told in the order of their fields (`planesOf`): they pack
 *            better so
 *
 * Part: magic: 44 43 4e 50 ("DCNP"), the checksum of what follows (padded as above): two u32, then
 *
 *   t   the entries of its terms, then those of their posting lists that are shorter than `LONG_LIST`
 *   l   the posting list
 *   d   the entries of all terms
 *   s   for each record a varint, the bytes of its stored form, then the block
 *   c   the column as JSON
 */
import { SECTION } from './format.ts'
import { NORM, NORM_WIDTH } from './norms.ts'

export const HEAD_MAGIC = 0x484e4344
export const HEAD_VERSION = 2
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
 * Posting lists of so many bytes stand alone: whoever looks for their neighbours should not wait for them. Whoever looks for them
 * waits for one round trip more, which is as long as some 16 kB take on a slow connection.
 */
export const LONG_LIST = 16 * 1024

/** Where the parts of an index begin; each list has one number more, for the end. */
export interface PartPlan {
  /** Where the parts are: a name that no other cut of any index has. */
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

/** The plan as a head tells it. */
export function writePlan(plan: PartPlan): string {
  const told = { ...plan }
  for (const list of LISTS) told[list] = plan[list].map((value, at) => value - (plan[list][at - 1] ?? 0))
  return JSON.stringify(told)
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
 * Norms by field and half, pages as differences from the row before, headings as differences from their cores: most are alike, so
 * that they pack to about a half.
 */
export function planesOf(norms: Uint8Array): Uint8Array {
  const rows = norms.length / 2 / NORM_WIDTH
  const words = new Uint16Array(norms.slice().buffer)
  const planes = new Uint8Array(norms.length)
  for (let field = 0; field < NORM_WIDTH; field++) {
    for (let row = 0; row < rows; row++) {
      const told = (words[row * NORM_WIDTH + field] as number) - likeOf(words, row, field)
      planes[field * 2 * rows + row] = told
      planes[(field * 2 + 1) * rows + row] = told >> 8
    }
  }
  return planes
}

/** Undoes `planesOf`. */
export function fromPlanes(planes: Uint8Array): Uint8Array {
  const rows = planes.length / 2 / NORM_WIDTH
  const words = new Uint16Array(planes.length / 2)
  for (let field = 0; field < NORM_WIDTH; field++) {
    for (let row = 0; row < rows; row++) {
      const told = (planes[field * 2 * rows + row] as number) + (planes[(field * 2 + 1) * rows + row] as number) * 256
      words[row * NORM_WIDTH + field] = told + likeOf(words, row, field)
    }
  }
  return new Uint8Array(words.buffer)
}

/** What a norm is mostly like, among those of the fields and rows before. */
function likeOf(words: Uint16Array, row: number, field: number): number {
  if (field === NORM.own) return words[row * NORM_WIDTH + NORM.ownCore] as number
  return field === NORM.pageLow && row > 0 ? (words[(row - 1) * NORM_WIDTH + field] as number) : 0
}
