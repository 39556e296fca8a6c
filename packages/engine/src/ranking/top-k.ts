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

/** The least of the `count` best of some scores. */
export class LeastOfBest {
  /** Minus infinity before `count` scores were added, and while it is not above 0. */
  least = Number.NEGATIVE_INFINITY
  /** The best scores, in a heap with the least on top; empty places are minus infinity. */
  readonly #heap: Float64Array

  constructor(count: number) {
    this.#heap = new Float64Array(count).fill(Number.NEGATIVE_INFINITY)
  }

  add(score: number): void {
    const heap = this.#heap
    if (heap.length === 0 || score <= (heap[0] as number)) return
    let at = 0
    for (;;) {
      let child = at * 2 + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && (heap[child + 1] as number) < (heap[child] as number)) child++
      if ((heap[child] as number) >= score) break
      heap[at] = heap[child] as number
      at = child
    }
    heap[at] = score
    if ((heap[0] as number) > 0) this.least = heap[0] as number
  }
}
