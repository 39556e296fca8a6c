/** How much text a section has, with the sections below it. */
import { NORM, NORM_WIDTH } from '../segment/norms.ts'
import { type Index, pageNumber } from '../segment/open-index.ts'

/** What a section counts that is a heading without text. */
const HEADING_TOKENS = 4

/**
 * Tokens of a section and of the sections below it. Sections of a page stand in a row, in the order of the page; one that
 * stands elsewhere counts for itself. Counted when it is asked for, which is for the few headings that are like the query.
 */
export function sectionSize(index: Index, section: number): number {
  const { norms, recordCount } = index
  const page = pageNumber(index, section)
  const level = norms[section * NORM_WIDTH + NORM.level] as number
  let tokens = 0
  for (let doc = section; doc < recordCount; doc++) {
    const row = doc * NORM_WIDTH
    if (doc > section && ((norms[row + NORM.level] as number) <= level || pageNumber(index, doc) !== page)) break
    tokens += (norms[row + NORM.body] as number) + HEADING_TOKENS
  }
  return tokens
}
