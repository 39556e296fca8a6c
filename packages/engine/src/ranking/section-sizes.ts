/** How much text a section has, with the sections below it. */
import { NORM, NORM_WIDTH } from '../segment/norms.ts'
import { type Index, pageNumber, placeOf } from '../segment/open-index.ts'

/** What a section counts that is a heading without text. */
const HEADING_TOKENS = 4

const tables = new WeakMap<Index, Float64Array>()

/**
 * Tokens of each section and of the sections below it, by record. Sections of a page stand in a row, in the order of the
 * page; one that stands elsewhere counts for itself. With a delta they stand where a build of the same records would put
 * them: what is hidden is not there, and what replaces it is in its place.
 */
export function sectionSizesOf(index: Index): Float64Array {
  let table = tables.get(index)
  if (table === undefined) {
    table = measure(index)
    tables.set(index, table)
  }
  return table
}

function measure(index: Index): Float64Array {
  const sizes = new Float64Array(index.recordCount)
  // The sections that the record stands in, outermost first, and itself.
  const open: number[] = []
  const levelOf = (doc: number): number => index.norms[doc * NORM_WIDTH + NORM.level] as number
  let page = -1
  for (const doc of inOrder(index)) {
    if (pageNumber(index, doc) !== page) open.length = 0
    page = pageNumber(index, doc)
    while (open.length > 0 && levelOf(open.at(-1) as number) >= levelOf(doc)) open.pop()
    open.push(doc)
    const tokens = (index.norms[doc * NORM_WIDTH + NORM.body] as number) + HEADING_TOKENS
    for (const section of open) sizes[section] = (sizes[section] as number) + tokens
  }
  return sizes
}

/** The records that can be found, in the order in which they were given. */
function inOrder(index: Index): Uint32Array {
  const live = index.delta?.live
  const docs = Uint32Array.from({ length: index.recordCount }, (_, doc) => doc)
  if (live === undefined) return docs
  return docs.filter((doc) => live[doc] === 1).sort((a, b) => placeOf(index, a) - placeOf(index, b))
}
