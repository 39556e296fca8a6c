/** Kinds of sections, part of the file format (`format.ts`): a change of a number is a new format version. */

/** Attributes, settings of the build and counts, as JSON. */
export const meta = 1
/** First terms of the blocks of the dictionary. */
export const termBlocks = 2
/** The dictionary. */
export const terms = 3
/** Posting lists. */
export const postings = 4
/** One row for each record (`norms.ts`). */
export const norms = 5
/** Values of attributes by record. */
export const columns = 6
/** Where each stored record begins. */
export const recordOffsets = 7
/** Blocks of stored records. */
export const storedBlocks = 8
/** Stored records, compressed in blocks. */
export const stored = 9
/** The objectIDs. */
export const keys = 10
/** Of a delta: records of its base that it replaces. */
export const hiddenRecords = 11
/** Of a delta: numbers of hidden records by term of its base. */
export const hiddenTerms = 12
/** Places of records in the order of the folder. */
export const places = 13
/** Checksums of the blocks of posting lists. */
export const postingBlocks = 14
