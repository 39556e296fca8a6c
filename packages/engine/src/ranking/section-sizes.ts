/**
 * The length of a section, with the sections below it. The sections of a page are adjacent, in the order of the page; a
 * section that is elsewhere counts alone. Lengths are counted at query time, for the few headings that are like the
 * query.
 */
import { levelIn, NORM, NORM_WIDTH } from '../segment/norms.ts'
import { type Index, pageNumber, placeOf } from '../segment/open-index.ts'

/** Tokens that a heading counts as. */
const HEADING_TOKENS = 4

/** Tokens of a section and of the sections below it. */
export function sectionSize(index: Index, section: number): number {
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

const orders = new WeakMap<Index, Order>()

/**
 * The order of a build of the same records: without the hidden ones, and with replacements in the places of the
 * replaced. Undefined without a delta, where the numbers are that order.
 */
function orderOf(index: Index): Order | undefined {
  const live = index.delta?.live
  if (live === undefined) return undefined
  let order = orders.get(index)
  if (order === undefined) {
    const docs = Uint32Array.from({ length: index.recordCount }, (_, doc) => doc)
      .filter((doc) => live[doc] === 1)
      .sort((a, b) => placeOf(index, a) - placeOf(index, b))
    const places = new Uint32Array(index.recordCount)
    for (const [place, doc] of docs.entries()) places[doc] = place
    order = { docs, places }
    orders.set(index, order)
  }
  return order
}
