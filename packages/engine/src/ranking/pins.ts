/** Inserts records at the positions that rules give to them, among the ranked records. */
import { type ShouldStop, stopIfAsked } from '../base/deadline.ts'
import { allowedBy } from '../query/apply-filters.ts'
import { filtersOf } from '../query/read-filters.ts'
import type { RuledQuery } from '../query/rules.ts'
import { eachValue } from '../segment/columns.ts'
import { columnOf } from '../segment/column-of.ts'
import type { Index } from '../segment/open-index.ts'
import type { RankedDocs } from './rank.ts'

/** A record and its place among the hits, 0-based. */
export interface Pin {
  doc: number
  position: number
}

const tables = new WeakMap<Index, ReadonlyMap<string, number>>()

/** The number of each record by objectID: made when a query first needs it, and kept. */
export function docsByObjectID(index: Index, shouldStop: ShouldStop): ReadonlyMap<string, number> {
  let table = tables.get(index)
  if (table === undefined) {
    const column = columnOf(index, 'objectID', shouldStop)
    const docs = new Map<string, number>()
    for (let doc = 0; doc < index.recordCount; doc++) {
      if (index.delta?.live[doc] === 0) continue
      eachValue(column, doc, (value) => docs.set(column.values[value] as string, doc))
    }
    tables.set(index, docs)
    table = docs
  }
  return table
}

/** The existing records that the rules of a query pin and hide. Hidden records are not pinned. */
export function placesOf(
  index: Index,
  ruled: RuledQuery,
  shouldStop: ShouldStop,
): { pins: Pin[]; hidden: ReadonlySet<number> } {
  if (ruled.promotions.length + ruled.hidden.length === 0) return { pins: [], hidden: new Set() }
  const docs = docsByObjectID(index, shouldStop)
  const hidden = new Set(ruled.hidden.flatMap((objectID) => docs.get(objectID) ?? []))
  const filtered = ruled.promotions.some((promotion) => promotion.filtered)
  const allowed = filtered ? allowedBy(index, filtersOf(ruled.params), shouldStop) : undefined
  const pins = ruled.promotions.flatMap(({ objectID, position, filtered }) => {
    const doc = docs.get(objectID)
    if (doc === undefined || hidden.has(doc) || (filtered && allowed?.[doc] === 0)) return []
    return [{ doc, position }]
  })
  return { pins: pins.sort((a, b) => a.position - b.position), hidden }
}

/** The ranking without the records that are pinned. */
export function withoutPins(ranked: RankedDocs, pins: readonly Pin[]): RankedDocs {
  if (pins.length === 0) return ranked
  const pinned = new Set(pins.map((pin) => pin.doc))
  return { ...ranked, docs: ranked.docs.filter((doc) => !pinned.has(doc)) }
}

/** `items` with the pinned records inserted, each at its position, or at the end if there are fewer items. */
export function insertPins<Item>(
  items: readonly Item[],
  pins: readonly Pin[],
  itemOf: (doc: number) => Item,
  shouldStop: ShouldStop,
): Item[] {
  const inserted = [...items]
  for (const { doc, position } of pins) {
    stopIfAsked(shouldStop)
    inserted.splice(Math.min(position, inserted.length), 0, itemOf(doc))
  }
  return inserted
}
