/** The records of a page of hits, from ranked records and their groups. */
import { isCountedAfterDistinct } from '../base/settings.ts'
import type { RankedDocs } from '../ranking/rank.ts'
import type { Column } from '../segment/columns.ts'
import type { IndexSettings, SearchParams } from '../wire.ts'
import { bestOfGroups } from './group.ts'

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
  if (size > 1 || params.facetingAfterDistinct === true) return true
  if (settings.attributesForFaceting?.some(isCountedAfterDistinct)) return true
  return bestOfGroups(docs.subarray(0, end), column).length < end
}

/** The record of a hit; `sequence`: its place in its group, 0-based, where groups have several records. */
export interface Member {
  doc: number
  sequence?: number
}

/** The records of a group. */
export const membersOf = (group: readonly number[]): Member[] => group.map((doc, sequence) => ({ doc, sequence }))
