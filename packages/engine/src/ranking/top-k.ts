/** Selects the best of many records without sorting the rest. */

/**
 * Moves the `count` best of `docs` to the front, in no order. The worst record of the heap is on top: most records are
 * only compared with it.
 */
export function moveBest(docs: Uint32Array, count: number, compare: (a: number, b: number) => number): void {
  if (count >= docs.length || count <= 0) return
  for (let at = (count >> 1) - 1; at >= 0; at--) sink(docs, at, count, compare)
  for (let at = count; at < docs.length; at++) {
    const doc = docs[at] as number
    const worst = docs[0] as number
    if (compare(doc, worst) >= 0) continue
    docs[0] = doc
    docs[at] = worst
    sink(docs, 0, count, compare)
  }
}

function sink(docs: Uint32Array, from: number, count: number, compare: (a: number, b: number) => number): void {
  let at = from
  const doc = docs[at] as number
  for (;;) {
    let child = at * 2 + 1
    if (child >= count) break
    if (child + 1 < count && compare(docs[child + 1] as number, docs[child] as number) > 0) child++
    if (compare(docs[child] as number, doc) <= 0) break
    docs[at] = docs[child] as number
    at = child
  }
  docs[at] = doc
}

/** Number of buckets of scores; the last one has all scores from `HIGHEST` on. */
const BUCKETS = 512
const HIGHEST = 8
const counts = new Uint32Array(BUCKETS)

function bucketOf(score: number): number {
  return Math.max(0, Math.min(BUCKETS - 1, (score * (BUCKETS / HIGHEST)) | 0))
}

/**
 * Moves at least `count` of `docs` to the front, in no order, and returns how many: all others have lower scores. It
 * needs no comparison of records.
 */
export function moveHighest(docs: Uint32Array, count: number, scores: Float64Array): number {
  counts.fill(0)
  for (let at = 0; at < docs.length; at++) {
    const bucket = bucketOf(scores[docs[at] as number] as number)
    counts[bucket] = (counts[bucket] as number) + 1
  }
  let lowest = BUCKETS
  for (let left = count; left > 0 && lowest > 0;) left -= counts[--lowest] as number
  let front = 0
  for (let at = 0; at < docs.length; at++) {
    const doc = docs[at] as number
    if (bucketOf(scores[doc] as number) < lowest) continue
    docs[at] = docs[front] as number
    docs[front++] = doc
  }
  return front
}
