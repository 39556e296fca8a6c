/** `distinct`: of the hits that share a value only the best few, groups in the order of their best hit. */
import { firstValue } from '../segment/columns.ts'
import { groupColumnOf } from '../segment/group-column.ts'
import type { Index } from '../segment/open-index.ts'

/** Groups ranked records by the value of `attribute`; at most `size` of each. A record without a value is a group. */
export function groupDocs(index: Index, docs: Uint32Array, attribute: string, size: number): number[][] {
  const column = groupColumnOf(index, attribute)
  if (column === undefined) return Array.from(docs, (doc) => [doc])
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
