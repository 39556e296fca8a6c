/**
 * The records that may be among the best, by the bounds of their classes (`class-points.ts`) and their text alone: of most records of
 * a frequent word nothing else is read. Without it queries take 14 % more CPU time at 118,777 records, without `moveBestClasses` 5 %
 * more (means of the queries of `npm run bench -- all query-mdn`).
 */
import { ROW_WIDTH, textOf } from '../query/evidence.ts'
import { NORM_WIDTH } from '../segment/norms.ts'
import { fillClassPoints, POINT_FACTOR, POINT_MOST, POINT_WIDTH } from './class-points.ts'
import { pagePoints, type RelevanceQuery } from './relevance-query.ts'

/** Factor for a limit, so that a rounding error of a bound excludes no record. */
export const ROUNDED_DOWN = 1 - 1e-9

/** Records of one block: few enough that their rows stay in the processor's cache until they are scored. */
export const BLOCK = 256
/** Of a block: the places of the records that are left, and a norm of each, which loads its row. */
const places = new Uint32Array(BLOCK)
const loaded = new Uint16Array(BLOCK)

/** The places in `docs` that `siftRecords` left. */
export function placesLeft(): Uint32Array {
  return places
}

/**
 * Finds the records from `from` to `to`, at most `BLOCK`, that may score at least `least`; returns their number. No branch depends on
 * the data, so the processor loads the values of many records at a time.
 */
export function siftRecords(query: RelevanceQuery, docs: Uint32Array, from: number, to: number, least: number): number {
  const { points, weight } = query
  const { evidence } = query.match
  const { numbers } = evidence
  const { norms } = query.index
  const limit = least * ROUNDED_DOWN
  let kept = 0
  if (least === Number.NEGATIVE_INFINITY) {
    for (let at = from; at < to; at++) places[kept++] = at
    return kept
  }
  for (let at = from; at < to; at++) {
    const doc = docs[at] as number
    const ofClass = numbers[doc * ROW_WIDTH] as number
    const row = ofClass * POINT_WIDTH
    if (points[row + POINT_MOST] === 0) fillClassPoints(query, ofClass)
    const most = textOf(evidence, doc) / weight + pagePoints(query, doc) + (points[row + POINT_MOST] as number)
    places[kept] = at
    kept += most * (points[row + POINT_FACTOR] as number) < limit ? 0 : 1
  }
  for (let i = 0; i < kept; i++) loaded[i] = norms[(docs[places[i] as number] as number) * NORM_WIDTH] as number
  return kept
}

/** Moves the records of the classes with the highest bounds to the front, at least `count`: their scores exclude most others. */
export function moveBestClasses(query: RelevanceQuery, docs: Uint32Array, count: number): void {
  const { numbers, classes } = query.match.evidence
  const sizes = new Uint32Array(classes.count)
  for (let at = 0; at < docs.length; at++) {
    const ofClass = numbers[(docs[at] as number) * ROW_WIDTH] as number
    sizes[ofClass] = (sizes[ofClass] as number) + 1
  }
  const bounds = boundsOf(query, sizes)
  const used = [...bounds.keys()].filter((ofClass) => sizes[ofClass] !== 0)
  used.sort((a, b) => (bounds[b] as number) - (bounds[a] as number))
  let least = 0
  let moved = 0
  for (const ofClass of used) {
    if (moved >= count) break
    least = bounds[ofClass] as number
    moved += sizes[ofClass] as number
  }
  let front = 0
  for (let at = 0; front < moved; at++) {
    const doc = docs[at] as number
    if ((bounds[numbers[doc * ROW_WIDTH] as number] as number) < least) continue
    docs[at] = docs[front] as number
    docs[front++] = doc
  }
}

/** By class, the most points beside those of text and page; 0 for a class without records. */
function boundsOf(query: RelevanceQuery, sizes: Uint32Array): Float64Array {
  const { points } = query
  const bounds = new Float64Array(sizes.length)
  for (const [ofClass, size] of sizes.entries()) {
    if (size === 0) continue
    fillClassPoints(query, ofClass)
    const row = ofClass * POINT_WIDTH
    bounds[ofClass] = (points[row + POINT_MOST] as number) * (points[row + POINT_FACTOR] as number)
  }
  return bounds
}
