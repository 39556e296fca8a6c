/** The records of a page of hits, from ranked records and their groups. */
import { isCountedAfterDistinct } from '../base/settings.ts'
import type { RankedDocs } from '../ranking/rank.ts'
import type { Column } from '../segment/columns.ts'
import type { IndexSettings, SearchParams } from '../wire.ts'
import { groupDocs } from './group.ts'
import type { Window } from './hit-window.ts'

/**
 * Whether groups of `size` need more records in order than those of the window, which ends at `end`: further records of
 * each group, more groups, or the best record of each group for facet counts.
 */
export function needsWholeOrder(
  { docs, isWhole }: RankedDocs,
  column: Column,
  size: number,
  end: number,
  params: SearchParams,
  settings: IndexSettings,
): boolean {
  if (isWhole) return false
  if (size > 1 || groupDocs(docs.subarray(0, end), column, size).length < end) return true
  return params.facetingAfterDistinct === true || settings.attributesForFaceting?.some(isCountedAfterDistinct) === true
}

/** The record of a hit; `sequence`: its place in its group, 0-based, where groups have several records. */
export interface Member {
  doc: number
  sequence: number | undefined
}

/** The records of the hits in the window. With `groups`, a hit has the best records of a group. */
export function membersOf(
  docs: Uint32Array,
  groups: readonly number[][] | undefined,
  { start, end, mostOfGroup }: Window,
  groupSize: number,
): Member[] {
  const members: Member[] = []
  for (let at = start; at < Math.min(end, groups?.length ?? docs.length); at++) {
    const group = groups?.[at]?.slice(0, mostOfGroup) ?? [docs[at] as number]
    for (const [sequence, doc] of group.entries()) {
      members.push({ doc, sequence: groupSize > 1 ? sequence : undefined })
    }
  }
  return members
}
