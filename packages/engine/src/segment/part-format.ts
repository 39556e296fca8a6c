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
 *            compress better (`rearrange.ts`)
 *
 * Part: magic: 44 43 4e 50 ("DCNP"), the checksum of the rest (padded as above): two u32, then
 *
 *   t   the entries of its terms, then those of their posting lists that are shorter than `LONG_LIST`
 *   l   the posting list
 *   d   the entries of all terms
 *   s   for each record a varint, the bytes of its stored form, then the block
 *   c   the column as JSON
 */
import * as SECTION from './section-kinds.ts'

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
