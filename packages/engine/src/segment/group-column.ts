/** Which records share a value of an attribute, for `distinct`. */
import { keptWith } from '../base/kept-with.ts'
import type { ShouldStop } from '../base/deadline.ts'
import { type Column, eachValue, firstValue, readColumn } from './columns.ts'
import { columnOf } from './column-of.ts'
import { type Delta, type Index, requireColumns } from './open-index.ts'

/** Which records share a value of `attribute`: a column whose texts may be absent; undefined if no two do. */
export function groupColumnOf(index: Index, attribute: string, shouldStop: ShouldStop): Column | undefined {
  if (index.meta.distinct?.path !== attribute) return columnOf(index, attribute, shouldStop)
  return index.delta === undefined ? ownGroups(index) : mergedGroups(index)
}

const mergedGroups = keptWith((index: Index): Column | undefined => mergeGroups(index, index.delta as Delta))

function ownGroups(index: Index): Column | undefined {
  const column = index.meta.distinct?.column ?? null
  if (column === null) return undefined
  requireColumns(index)
  return readColumn(index.columnBytes, index.recordCount, column)
}

function mergeGroups(index: Index, { base, live, places }: Delta): Column | undefined {
  const column = ownGroups(base)
  const groups = places.filter((_, at) => at % 2 === 1)
  if (column === undefined && !anyShared(groups, live, base.recordCount)) return undefined
  const ids = new Uint32Array(index.recordCount)
  for (let doc = 0; doc < base.recordCount; doc++) ids[doc] = (column === undefined ? doc : firstValue(column, doc)) + 1
  ids.set(groups, base.recordCount)
  return { values: [], numbers: undefined, starts: undefined, ids }
}

/** If all groups of the base have one record: whether the delta adds a second record to one. */
function anyShared(groups: Int32Array, live: Uint8Array, baseCount: number): boolean {
  const seen = new Set<number>()
  for (const group of groups) {
    if (group === 0) continue
    if (seen.has(group) || (group <= baseCount && live[group - 1] === 1)) return true
    seen.add(group)
  }
  return false
}

/** Calls `visit` with each record of an index of one segment and the numbers of the groups of its values. */
export function eachGroup(index: Index, visit: (doc: number, group: number) => void): void {
  const column = ownGroups(index)
  for (let doc = 0; doc < index.recordCount; doc++) {
    if (column === undefined) visit(doc, doc)
    else eachValue(column, doc, (group) => visit(doc, group))
  }
}
