/** The pages of the records of an index. The arrays are made at their first use and kept with the index. */
import { keptWith } from '../base/kept-with.ts'
import { NORM_WIDTH } from './norms.ts'
import * as NORM from './norm-offsets.ts'
import type { Index } from './open-index.ts'

/** Number of the record's page: records of one page share it. */
export function pageNumber(index: Index, docId: number): number {
  const row = docId * NORM_WIDTH
  return (index.norms[row + NORM.pageLow] as number) + (index.norms[row + NORM.pageHigh] as number) * 0x10000
}

/** The numbers of the pages of all records (`pageNumber`), by record; callers must not change them. */
export const pageNumbersOf = keptWith((index: Index): Uint32Array => {
  const numbers = new Uint32Array(index.recordCount)
  for (let doc = 0; doc < numbers.length; doc++) numbers[doc] = pageNumber(index, doc)
  return numbers
})

/** Number of records of each page that are not hidden, by page. */
export const pageSizesOf = keptWith((index: Index): Uint32Array => {
  const sizes = new Uint32Array(index.meta.pageCount)
  for (let doc = 0; doc < index.recordCount; doc++) {
    if (index.delta?.live[doc] === 0) continue
    const page = pageNumber(index, doc)
    sizes[page] = (sizes[page] as number) + 1
  }
  return sizes
})

/** By page, 1 if one of its records has text in an attribute that is no heading. */
export const textOfPages = keptWith((index: Index): Uint8Array => {
  const texts = new Uint8Array(index.meta.pageCount)
  for (let doc = 0; doc < index.recordCount; doc++) {
    // The norms of a hidden record are 0.
    if ((index.norms[doc * NORM_WIDTH + NORM.body] as number) > 0) texts[pageNumber(index, doc)] = 1
  }
  for (const page of index.textElsewhere ?? []) texts[page] = 1
  return texts
})
