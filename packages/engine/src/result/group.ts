/**
 * `distinct`: keeps the best few of the hits that share a value; groups are in the order of their best hit.
 *
 * Only the best record of each group is collected, since an answer shows one page of the groups. With a list for each group a
 * search of 300,000 records took 19.3 instead of 15.6 CPU ms, and the process 86 MB more at its peak (medians of 7 pairs,
 * `bench/rows/shared/million.mjs`).
 */
import { type Column, firstValue } from '../segment/columns.ts'

/** By value, 1 if a record of the current call has it; zero between two calls. */
let seen = new Uint8Array(1024)

/** The best records of the groups of ranked records by their value in `column`, in order. A record without a value is a group. */
export function bestOfGroups(docs: Uint32Array, column: Column): Uint32Array {
  const best = new Uint32Array(docs.length)
  let count = 0
  for (let at = 0; at < docs.length; at++) {
    const doc = docs[at] as number
    const value = firstValue(column, doc)
    if (value >= seen.length) seen = grown(seen, value)
    // Written before its group is known to be a new one: a branch that depends on the data costs more.
    best[count] = doc
    count += 1 - (value < 0 ? 0 : (seen[value] as number))
    if (value >= 0) seen[value] = 1
  }
  for (let at = 0; at < count; at++) {
    const value = firstValue(column, best[at] as number)
    if (value >= 0) seen[value] = 0
  }
  return best.subarray(0, count)
}

function grown(array: Uint8Array<ArrayBuffer>, index: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(index + 1, array.length * 2))
  larger.set(array)
  return larger
}

/**
 * The groups of some best records: at most `size` of the ranked records with the same value. A record of `alone` is in no group but
 * its own.
 */
export function groupsOf(
  docs: Uint32Array,
  best: Uint32Array,
  column: Column,
  size: number,
  alone: ReadonlySet<number>,
): number[][] {
  const groups = Array.from(best, (doc) => [doc])
  const byValue = new Map<number, number[]>()
  for (const group of groups) {
    const [doc] = group as [number]
    const value = firstValue(column, doc)
    if (value >= 0 && !alone.has(doc)) byValue.set(value, group)
  }
  for (let at = 0; at < docs.length; at++) {
    const doc = docs[at] as number
    const group = byValue.get(firstValue(column, doc))
    if (group !== undefined && group.length < size && doc !== group[0] && !alone.has(doc)) group.push(doc)
  }
  return groups
}
