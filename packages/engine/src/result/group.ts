/** `distinct`: keeps the best few of the hits that share a value; groups are in the order of their best hit. */
import { type Column, firstValue } from '../segment/columns.ts'

/** Groups ranked records by their value in `column`; at most `size` of each. A record without a value is a group. */
export function groupDocs(docs: Uint32Array, column: Column, size: number): number[][] {
  const byValue = new Map<number, number[]>()
  const groups: number[][] = []
  for (const doc of docs) {
    const value = firstValue(column, doc)
    const group = value < 0 ? undefined : byValue.get(value)
    if (group === undefined) {
      const created = [doc]
      groups.push(created)
      if (value >= 0) byValue.set(value, created)
    } else if (group.length < size) {
      group.push(doc)
    }
  }
  return groups
}
