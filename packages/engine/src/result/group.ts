/**
 * `distinct`: keeps the best few of the hits that share a value; groups are in the order of their best hit.
 *
 * Only the best record of each group is collected, since an answer shows one page of the groups. With a list for each group a
 * search of 300,000 records took 19.3 instead of 15.6 CPU ms, and the process 86 MB more at its peak (medians of 7 pairs,
 * `bench/rows/shared/million.mjs`). `for … of` over the 300,000 records takes 8.5 instead of 3.2 ms (7 pairs of 40 calls).
 */
import { type Column, firstValue } from '../segment/columns.ts'

/** The best records of the groups of ranked records by their value in `column`, in order. A record without a value is a group. */
export function bestOfGroups(docs: Uint32Array, column: Column): Uint32Array {
  // By value plus 1, 1 for those of earlier records. Each value is that of a record, so there are at most as many values as ids.
  const seen = new Uint8Array(column.ids.length + 1)
  const best = new Uint32Array(docs.length)
  let count = 0
  for (let at = 0; at < docs.length; at++) {
    // Written before its group is known to be a new one: a branch that depends on the data costs more.
    const doc = (best[count] = docs[at] as number)
    const place = firstValue(column, doc) + 1
    count += 1 - (seen[place] as number)
    if (place > 0) seen[place] = 1
  }
  return best.subarray(0, count)
}

/**
 * The groups of some best records: at most `size` of the ranked records with the same value. A record of `alone`, and each without a
 * column, is in no group but its own.
 */
export function groupsOf(
  docs: Uint32Array,
  best: Uint32Array,
  column: Column | undefined,
  size: number,
  alone: ReadonlySet<number>,
): number[][] {
  const valueOf = (doc: number): number => (column && !alone.has(doc) ? firstValue(column, doc) : -1)
  const groups = Array.from(best, (doc) => [doc])
  const byValue = new Map(groups.map((group) => [valueOf(group[0] as number), group]))
  byValue.delete(-1)
  for (const doc of docs) {
    const group = byValue.get(valueOf(doc))
    if (group && group.length < size && doc !== group[0]) group.push(doc)
  }
  return groups
}
