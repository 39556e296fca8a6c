/** Inserts records at the positions that rules give to them, among the ranked records. */
import { type ShouldStop, stopIfAsked } from '../base/deadline.ts'
import { eachValue } from '../segment/columns.ts'
import { columnOf } from '../segment/column-of.ts'
import type { Index } from '../segment/open-index.ts'
import type { SearchParams } from '../wire.ts'
import { allowedBy } from './apply-filters.ts'
import { filtersOf } from './read-filters.ts'

/** The place of a record among the hits. */
export interface Promotion {
  objectID: string
  /** 0-based. */
  position: number
  /** Only if it matches the filters of the query. */
  filtered: boolean
}

/** A record and its place among the hits, 0-based. */
interface Pin {
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

/** The places that the rules of a query give to records. */
export interface Places {
  pins: readonly Pin[]
  hidden: ReadonlySet<number>
  /** The records that are not pinned. */
  withoutPins: (docs: Uint32Array) => Uint32Array
  /** `docs` with the pinned records inserted, each at its position, or at the end if there are fewer records. */
  insertPins: (docs: Uint32Array) => Uint32Array
}

/** The places of existing records; undefined without any. Hidden records are not pinned. */
export function placesOf(
  index: Index,
  ruled: { params: SearchParams; promotions: readonly Promotion[]; hidden: readonly string[] },
  shouldStop: ShouldStop,
): Places | undefined {
  if (ruled.promotions.length + ruled.hidden.length === 0) return undefined
  const docs = docsByObjectID(index, shouldStop)
  const hidden = new Set(ruled.hidden.flatMap((objectID) => docs.get(objectID) ?? []))
  const filtered = ruled.promotions.some((promotion) => promotion.filtered)
  const allowed = filtered ? allowedBy(index, filtersOf(ruled.params), shouldStop) : undefined
  const pins = ruled.promotions.flatMap(({ objectID, position, filtered }) => {
    const doc = docs.get(objectID)
    if (doc === undefined || hidden.has(doc) || (filtered && allowed?.[doc] === 0)) return []
    return [{ doc, position }]
  })
  pins.sort((a, b) => a.position - b.position)
  const pinned = new Set(pins.map((pin) => pin.doc))
  return {
    pins,
    hidden,
    withoutPins: (docs) => (pinned.size > 0 ? docs.filter((doc) => !pinned.has(doc)) : docs),
    insertPins: (docs) => insertPins(docs, pins, shouldStop),
  }
}

function insertPins(docs: Uint32Array, pins: readonly Pin[], shouldStop: ShouldStop): Uint32Array {
  const inserted = [...docs]
  for (const { doc, position } of pins) {
    stopIfAsked(shouldStop)
    inserted.splice(position, 0, doc)
  }
  return new Uint32Array(inserted)
}
