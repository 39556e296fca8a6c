/**
 * Where the words of a query stand in some records, and what follows from it: the criteria that need positions.
 *
 * Posting lists are walked once more, for the records asked for only; their positions are threaded as linked lists by
 * record and word through flat arrays.
 */
import type { Expansion } from '../query/expand.ts'
import type { QueryWord } from '../query/parse-query.ts'
import { cursorOver } from '../query/posting-list.ts'
import type { Index } from '../segment/open-index.ts'
import { FIELD_SHIFT, MAX_POSITION, nextPosting, readPositions } from '../segment/postings.ts'

/** Criteria of one record. */
export interface Details {
  /** Typos of the best match of each word, summed. */
  typos: number
  /** Distances of neighbouring words, summed, each at least `minProximity` and at most 8; 0 for a single word. */
  proximity: number
  /** Priority of the best attribute (or of that in which the words are nearest) × 1000 + position of the first matched word in it, if its order counts. */
  attribute: number
  /** Words that match exactly. */
  exact: number
  /** Nearness of neighbouring words in a heading, weighted: 0 (apart) to 1 (side by side and in order). */
  nearInHeading: number
  /** The same in any other attribute. */
  nearInBody: number
  /** Share of the words typed as one (`END_STREAM`) that stand side by side and in order. */
  glued: number
  /** Whether a heading begins with the first word of the query, and the others follow. */
  startsHeading: boolean
}

/** The wire's cap of the distance of two words. */
const FARTHEST = 8

/**
 * Where a word stands, and how it matched, in one number: (field × 2^20 + position) × 8 + typos × 2 + 1 if exact. Sorted,
 * they are in order of place.
 */
type Occurrence = number
const PLACE_SHIFT = 3

/** Details of `docs`, which are in ascending order. `weights` by word, of the match. */
export function detailsOf(
  index: Index,
  docs: Uint32Array,
  words: readonly QueryWord[],
  expansions: readonly Expansion[][],
  weights: readonly number[],
  options: DetailOptions,
): Details[] {
  const occurrences = collect(index, docs, expansions, options)
  return Array.from(docs, (_, slot) => {
    const lists = words.map((_, at) => occurrences[slot * words.length + at])
    return describe(index, lists, words, weights, options)
  })
}

export interface DetailOptions {
  /** Masks of the fields that may match, that may match exactly, and that are headings. */
  fieldMask: number
  exactMask: number
  headingMask: number
  minProximity: number
  /** `attribute` is that of the field in which the words are nearest to each other. */
  nearestAttribute: boolean
}

function collect(
  index: Index,
  docs: Uint32Array,
  expansions: readonly Expansion[][],
  options: DetailOptions,
): (Occurrence[] | undefined)[] {
  const found: (Occurrence[] | undefined)[] = Array.from({ length: docs.length * expansions.length })
  const positions: number[] = []
  for (const [word, list] of expansions.entries()) {
    for (const expansion of list) {
      const fieldMask = options.fieldMask & expansion.fields
      const exactMask = expansion.exact ? options.exactMask : 0
      const typos = Math.min(expansion.typos, 3) << 1
      const cursor = cursorOver(expansion.list)
      let slot = 0
      while (slot < docs.length && nextPosting(cursor)) {
        while (slot < docs.length && (docs[slot] as number) < cursor.docId) slot++
        if (slot === docs.length) break
        if (docs[slot] !== cursor.docId || (cursor.mask & fieldMask) === 0) continue
        positions.length = 0
        readPositions(cursor, index.ownBit, positions)
        const at = slot * expansions.length + word
        const own = (found[at] ??= [])
        for (const code of positions) {
          const field = 1 << (code >>> FIELD_SHIFT)
          if ((fieldMask & field) === 0) continue
          own.push(((code + expansion.shift) << PLACE_SHIFT) | typos | (exactMask & field ? 1 : 0))
        }
      }
    }
  }
  return found
}

function describe(
  index: Index,
  lists: (Occurrence[] | undefined)[],
  words: readonly QueryWord[],
  weights: readonly number[],
  { headingMask, minProximity, nearestAttribute }: DetailOptions,
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
  for (const list of lists) {
    if (list === undefined || list.length === 0) continue
    let typos = 3
    let exact = false
    for (const occurrence of list) {
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
  let total = 0
  let pairs = 0
  let glued = 0
  for (let at = 0; at + 1 < words.length; at++) {
    const left = lists[at]
    const right = lists[at + 1]
    const weight = Math.min(weights[at] as number, weights[at + 1] as number)
    total += weight
    if (words[at + 1]?.glued === true) pairs++
    if (left === undefined || right === undefined) continue
    sortByPlace(left)
    sortByPlace(right)
    const inHeading = distance(left, right, headingMask)
    const inBody = distance(left, right, ~headingMask)
    details.proximity += Math.max(minProximity, Math.min(inHeading, inBody))
    if (words[at + 1]?.glued === true && Math.min(inHeading, inBody) === 1) glued++
    details.nearInHeading += weight * nearness(inHeading)
    details.nearInBody += weight * nearness(inBody)
  }
  if (total > 0) {
    details.nearInHeading /= total
    details.nearInBody /= total
  }
  if (pairs > 0) details.glued = glued / pairs
  if (nearestAttribute && words.length > 1) details.attribute = attributeOfNearest(index, lists, minProximity)
  if (details.nearInHeading === 1 || words.length === 1) {
    const isStart = (occurrence: Occurrence): boolean => {
      const code = occurrence >>> PLACE_SHIFT
      return (code & MAX_POSITION) === 0 && (headingMask & (1 << (code >>> FIELD_SHIFT))) !== 0
    }
    details.startsHeading = lists[0]?.some(isStart) ?? false
  }
  return details
}

/** As `attribute`, for the field in which the neighbouring words are nearest to each other. */
function attributeOfNearest(index: Index, lists: (Occurrence[] | undefined)[], minProximity: number): number {
  const attributes = new Map<number, number>()
  for (const occurrence of lists.flatMap((list) => list ?? [])) {
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
      total += Math.max(minProximity, distance(lists[at] ?? [], lists[at + 1] ?? [], 1 << field))
    }
    if (total > least || (total === least && attribute >= best)) continue
    least = total
    best = attribute
  }
  return best
}

function sortByPlace(list: Occurrence[]): void {
  for (let at = 1; at < list.length; at++) {
    if ((list[at] as number) >= (list[at - 1] as number)) continue
    list.sort((a, b) => a - b)
    return
  }
}

/** Least distance of two words in one field of the mask; one more where they stand in the other order. */
function distance(left: Occurrence[], right: Occurrence[], fieldMask: number): number {
  let least = FARTHEST
  let at = 0
  for (const occurrence of left) {
    const code = occurrence >>> PLACE_SHIFT
    const field = code >>> FIELD_SHIFT
    if ((fieldMask & (1 << field)) === 0) continue
    while (at < right.length && (right[at] as number) >>> PLACE_SHIFT < code) at++
    if (at < right.length) {
      const next = (right[at] as number) >>> PLACE_SHIFT
      if (next >>> FIELD_SHIFT === field) least = Math.min(least, Math.max(1, next - code))
    }
    if (at > 0) {
      const previous = (right[at - 1] as number) >>> PLACE_SHIFT
      if (previous >>> FIELD_SHIFT === field) least = Math.min(least, code - previous + 1)
    }
    if (least === 1) break
  }
  return least
}

function nearness(distance: number): number {
  return distance >= FARTHEST ? 0 : 1 / distance
}
