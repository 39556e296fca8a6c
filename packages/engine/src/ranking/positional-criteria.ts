/** The criteria that need positions: nearness of words, the attribute of the first word, exact words. */
import { stopIfAsked } from '../base/deadline.ts'
import type { Expansion } from '../query/expansion.ts'
import type { QueryWord } from '../query/parse-query.ts'
import type { Index } from '../segment/open-index.ts'
import { FIELD_SHIFT, MAX_POSITION } from '../segment/postings.ts'
import {
  collectOccurrences,
  type Occurrence,
  type OccurrenceOptions,
  type Occurrences,
  PLACE_SHIFT,
  readThread,
} from './collect-occurrences.ts'

/** Criteria of one record. */
export interface Details {
  /** Typos of the best match of each word, summed. */
  typos: number
  /** Distances of neighbouring words, summed, each at least `minProximity` and at most 8; 0 for a single word. */
  proximity: number
  /**
   * Priority of the best attribute (or of that in which the words are nearest) × 1000 + position of the first matched
   * word in it, if its order counts.
   */
  attribute: number
  /** Words that match exactly. */
  exact: number
  /** Nearness of neighbouring words in a heading, weighted: 0 (apart) to 1 (adjacent and in order). */
  nearInHeading: number
  /** The same in any other attribute. */
  nearInBody: number
  /** Share of the pairs of neighbouring words, weighted, that are one word of the query (`END_STREAM`), adjacent and in order. */
  glued: number
  /** Whether a heading begins with the first word of the query, and the others follow. */
  startsHeading: boolean
}

/** Records between two checks of the deadline. */
const STOP_INTERVAL = 256

/** From this distance on, two words count as far apart: the wire's limit. */
const FARTHEST = 8

/** Details of `docs`, which are in ascending order. `weights` by word, of the match. */
export function detailsOf(
  index: Index,
  docs: Uint32Array,
  words: readonly QueryWord[],
  expansions: readonly Expansion[][],
  weights: readonly number[],
  options: DetailOptions,
): Details[] {
  const threads = collectOccurrences(index, docs, expansions, options)
  const lists = words.map((): Occurrences => ({ values: new Uint32Array(64), count: 0 }))
  const details: Details[] = []
  for (let slot = 0; slot < docs.length; slot++) {
    if (slot % STOP_INTERVAL === 0) stopIfAsked(options.shouldStop)
    for (let at = 0; at < lists.length; at++) readThread(threads, slot * lists.length + at, lists[at] as Occurrences)
    details.push(describe(index, lists, words, weights, options))
  }
  return details
}

/** `minProximity` is the least distance that counts, as the parameter of the wire: 1 to 7. */
export interface DetailOptions extends OccurrenceOptions {
  /** Mask of the fields that are headings. */
  headingMask: number
  minProximity: number
  /** Whether typos, attribute and exact words are computed, which `relevance` does not read. */
  criteria: boolean
  /** `attribute` is that of the field in which the words are nearest to each other. */
  nearestAttribute: boolean
}

function describe(
  index: Index,
  lists: readonly Occurrences[],
  words: readonly QueryWord[],
  weights: readonly number[],
  { headingMask, minProximity, criteria, nearestAttribute }: DetailOptions,
): Details {
  const details = {
    typos: 0,
    proximity: 0,
    attribute: Number.MAX_SAFE_INTEGER,
    exact: 0,
    nearInHeading: 0,
    nearInBody: 0,
    glued: 0,
    startsHeading: false,
  }
  if (criteria) for (const list of lists) addCriteria(details, list, index)
  let total = 0
  for (let at = 0; at + 1 < words.length; at++) {
    const left = lists[at] as Occurrences
    const right = lists[at + 1] as Occurrences
    const weight = Math.min(weights[at] as number, weights[at + 1] as number)
    total += weight
    if (left.count === 0 || right.count === 0) continue
    const inHeading = distance(left, right, headingMask)
    const inBody = distance(left, right, ~headingMask)
    details.proximity += Math.max(minProximity, Math.min(inHeading, inBody))
    if (words[at + 1]?.glued === true && Math.min(inHeading, inBody) === 1) details.glued += weight
    details.nearInHeading += weight * nearness(inHeading)
    details.nearInBody += weight * nearness(inBody)
  }
  if (total > 0) {
    details.nearInHeading /= total
    details.nearInBody /= total
    details.glued /= total
  }
  if (nearestAttribute && words.length > 1) details.attribute = attributeOfNearest(index, lists, minProximity)
  if (details.nearInHeading === 1 || words.length === 1) {
    details.startsHeading = startsIn(lists[0] as Occurrences, headingMask)
  }
  return details
}

/** Adds the typos, exactness and attribute of the best match of one word. */
function addCriteria(details: Details, { values, count }: Occurrences, index: Index): void {
  if (count === 0) return
  let typos = 3
  let exact = false
  for (let at = 0; at < count; at++) {
    const occurrence = values[at] as Occurrence
    typos = Math.min(typos, (occurrence >>> 1) & 3)
    exact ||= (occurrence & 1) === 1
    const code = occurrence >>> PLACE_SHIFT
    const field = index.meta.fields[code >>> FIELD_SHIFT]
    if (field === undefined) continue
    const position = field.ordered ? Math.min(code & MAX_POSITION, 999) : 0
    details.attribute = Math.min(details.attribute, field.priority * 1000 + position)
  }
  details.typos += typos
  if (exact) details.exact++
}

/** Whether the word is the first one of a field of the mask. */
function startsIn({ values, count }: Occurrences, fieldMask: number): boolean {
  for (let at = 0; at < count; at++) {
    const code = (values[at] as Occurrence) >>> PLACE_SHIFT
    if ((code & MAX_POSITION) === 0 && (fieldMask & (1 << (code >>> FIELD_SHIFT))) !== 0) return true
  }
  return false
}

/** As `attribute`, for the field in which the neighbouring words are nearest to each other. */
function attributeOfNearest(index: Index, lists: readonly Occurrences[], minProximity: number): number {
  const attributes = new Map<number, number>()
  for (const occurrence of lists.flatMap(({ values, count }) => [...values.subarray(0, count)])) {
    const code = occurrence >>> PLACE_SHIFT
    const number = code >>> FIELD_SHIFT
    const field = index.meta.fields[number]
    if (field === undefined) continue
    const value = field.priority * 1000 + (field.ordered ? Math.min(code & MAX_POSITION, 999) : 0)
    attributes.set(number, Math.min(attributes.get(number) ?? value, value))
  }
  let best = Number.MAX_SAFE_INTEGER
  let least = Number.POSITIVE_INFINITY
  for (const [field, attribute] of attributes) {
    let total = 0
    for (let at = 0; at + 1 < lists.length; at++) {
      total += Math.max(minProximity, distance(lists[at] as Occurrences, lists[at + 1] as Occurrences, 1 << field))
    }
    if (total > least || (total === least && attribute >= best)) continue
    least = total
    best = attribute
  }
  return best
}

/** Least distance of two words in one field of the mask; one more if they are in the other order. */
function distance(left: Occurrences, right: Occurrences, fieldMask: number): number {
  const { values, count } = right
  let least = FARTHEST
  let at = 0
  for (let each = 0; each < left.count; each++) {
    const code = (left.values[each] as Occurrence) >>> PLACE_SHIFT
    const field = code >>> FIELD_SHIFT
    if ((fieldMask & (1 << field)) === 0) continue
    while (at < count && (values[at] as Occurrence) >>> PLACE_SHIFT < code) at++
    if (at < count) {
      const next = (values[at] as Occurrence) >>> PLACE_SHIFT
      if (next >>> FIELD_SHIFT === field) least = Math.min(least, Math.max(1, next - code))
    }
    if (at > 0) {
      const previous = (values[at - 1] as Occurrence) >>> PLACE_SHIFT
      if (previous >>> FIELD_SHIFT === field) least = Math.min(least, code - previous + 1)
    }
    if (least === 1) break
  }
  return least
}

function nearness(distance: number): number {
  return distance >= FARTHEST ? 0 : 1 / distance
}
