/** The order of hits, from ranked records: groups, pinned records, the records of a page. */
import { isCountedAfterDistinct } from '../base/settings.ts'
import type { Places } from '../query/pins.ts'
import type { RankedDocs } from '../ranking/rank.ts'
import type { Column } from '../segment/columns.ts'
import type { IndexSettings, SearchParams } from '../wire.ts'
import { groupDocs } from './group.ts'
import type { Window } from './hit-window.ts'

/** The records in order; with groups, the records of each, the best first. */
export interface Order {
  ranked: RankedDocs
  groups: number[][] | undefined
}

/**
 * Groups ranked records. Only those of the window are in order; all are ranked if groups need more of them, or the best
 * record of each group.
 */
export function inGroups(
  first: RankedDocs,
  rank: (needed: number) => RankedDocs,
  { column, size, end, needsAll }: { column: Column; size: number; end: number; needsAll: boolean },
): Order {
  const isEnough = groupDocs(first.docs.subarray(0, end), column, size).length >= end
  const ranked = !first.isWhole && (size > 1 || !isEnough || needsAll) ? rank(first.docs.length) : first
  return { ranked, groups: groupDocs(ranked.docs, column, size) }
}

/** Whether facets are counted over the best record of each group. */
export function countsGroups(
  { facetingAfterDistinct }: SearchParams,
  { attributesForFaceting }: IndexSettings,
): boolean {
  return facetingAfterDistinct === true || attributesForFaceting?.some(isCountedAfterDistinct) === true
}

/** The order with the pinned records in their places, each a group of its own. */
export function withPins({ ranked, groups }: Order, { insertPins }: Pick<Places, 'insertPins'>): Order {
  return {
    ranked: { ...ranked, docs: Uint32Array.from(insertPins([...ranked.docs], (doc) => doc)) },
    groups: groups && insertPins(groups, (doc) => [doc]),
  }
}

/** The record of a hit; `sequence`: its place in its group, 0-based, where groups have several records. */
export interface Member {
  doc: number
  sequence: number | undefined
}

/** The records of the hits in the window. */
export function membersOf({ ranked, groups }: Order, window: Window, groupSize: number): Member[] {
  const members: Member[] = []
  for (let at = window.start; at < Math.min(window.end, groups?.length ?? ranked.docs.length); at++) {
    const group = groups?.[at]?.slice(0, window.mostOfGroup) ?? [ranked.docs[at] as number]
    for (const [sequence, doc] of group.entries()) {
      members.push({ doc, sequence: groupSize > 1 ? sequence : undefined })
    }
  }
  return members
}
