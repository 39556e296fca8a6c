/**
 * The substance of a record: of two equal headings the one with more text is better, a chapter before an entry of a glossary. It
 * grows with the number of sections of a page, and with the length of a section with the sections below it. The sections of a page
 * are adjacent, in the order of the page; a section that is elsewhere counts alone.
 *
 * Computed for the records whose headings are like a query, and kept with the index, 8 bytes a record: a heading such as "See also"
 * is in a tenth of all records, and counting again took a twentieth of such a query.
 */
import { keptWith } from '../base/kept-with.ts'
import { levelIn, NORM_WIDTH } from '../segment/norms.ts'
import * as NORM from '../segment/norm-offsets.ts'
import { type Index, placeOf } from '../segment/open-index.ts'
import { pageNumber, pageSizesOf } from '../segment/pages.ts'
import * as RELEVANCE from './relevance-numbers.ts'

/** Tokens that a heading counts as. */
const HEADING_TOKENS = 4

/** By record, its substance; 0 where it is not known yet. */
export const substancesOf = keptWith((index: Index): Float64Array => new Float64Array(index.recordCount))

/** The substance of a record whose heading has `level`: 0 to 1. */
export function computeSubstance(index: Index, doc: number, level: number): number {
  return Math.min(
    1,
    level === 1
      ? Math.log2(pageSizesOf(index)[pageNumber(index, doc)] as number) / RELEVANCE.substanceOfPage
      : Math.log2(1 + sectionSize(index, doc)) / RELEVANCE.substanceOfSection,
  )
}

/** Tokens of a section and of the sections below it. */
function sectionSize(index: Index, section: number): number {
  const order = orderOf(index)
  const page = pageNumber(index, section)
  const level = levelAt(index, section)
  let tokens = 0
  for (let at = order === undefined ? section : (order.places[section] as number); at < index.recordCount; at++) {
    const doc = order === undefined ? at : order.docs[at]
    if (doc === undefined) break
    if (doc !== section && (levelAt(index, doc) <= level || pageNumber(index, doc) !== page)) break
    tokens += (index.norms[doc * NORM_WIDTH + NORM.body] as number) + HEADING_TOKENS
  }
  return tokens
}

function levelAt(index: Index, doc: number): number {
  return levelIn(index.norms, doc)
}

/** The records that are not hidden, in the order of the build, and the place of each among them. */
interface Order {
  docs: Uint32Array
  places: Uint32Array
}

/**
 * The order of a build of the same records: without the hidden ones, and with replacements in the places of the
 * replaced. Undefined without a delta, where the numbers are that order.
 */
const orderOf = keptWith((index: Index): Order | undefined => {
  const live = index.delta?.live
  if (live === undefined) return undefined
  const docs = Uint32Array.from({ length: index.recordCount }, (_, doc) => doc)
    .filter((doc) => live[doc] === 1)
    .sort((a, b) => placeOf(index, a) - placeOf(index, b))
  const places = new Uint32Array(index.recordCount)
  for (const [place, doc] of docs.entries()) places[doc] = place
  return { docs, places }
})
