/**
 * Pages of all records of an index. Without a query or a filter they come from the store, which has every acknowledged write;
 * else from the generation that searches read. A cursor gives the start of the next page in either. A page with long records has
 * fewer of them (`LIMITS.browsePageBytes`). Records are passed on as JSON: parsing and encoding 1,000 of them would take 20 ms of
 * the API's thread.
 */
import type { SearchParams, SearchRecord } from '@docent/engine'
import { pickAttributes, picksAll } from '../../backend/attributes.ts'
import type { EncodedPage } from '../../backend/backend.ts'
import { writeCursor } from '../../backend/browse-cursor.ts'
import type { IndexRow } from '../database/index-table.ts'
import type { RecordTable } from '../database/record-table.ts'
import { LIMITS } from '../../wire/limits.ts'
import type { EnumeratedHits, SearchWork } from './search-messages.ts'
import { parseSettings } from '../database/stored-json.ts'

/** The attributes that answers omit by the settings of the index. */
export const hiddenBy = ({ settings }: IndexRow): string[] => parseSettings(settings).unretrievableAttributes ?? []

/** A page of the store: records that were added before the position `before`. */
export function pageOfStore(
  records: RecordTable,
  row: IndexRow,
  params: SearchParams,
  before: number,
  hitsPerPage: number,
): EncodedPage {
  const maxBytes = LIMITS.browsePageBytes
  const { rows: page, hasMore } = records.before(row.id, before, { limit: hitsPerPage, maxBytes })
  const last = page.at(-1)
  const hidden = params.unretrievableAttributes ?? hiddenBy(row)
  const wanted = params.attributesToRetrieve
  const list = listOf(page.map(({ body }) => body))
  const pick = (record: SearchRecord): SearchRecord => pickAttributes(record, wanted, hidden)
  const hits = picksAll(wanted, hidden) ? list : writeList(readList(list).map(pick))
  const nbHits = records.count(row.id)
  return hasMore && last ? { hits, nbHits, cursor: writeCursor({ before: last.position }) } : { hits, nbHits }
}

const readList = (json: Uint8Array): SearchRecord[] => JSON.parse(new TextDecoder().decode(json)) as SearchRecord[]
const writeList = (records: readonly SearchRecord[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify(records))

const [OPEN, COMMA, CLOSE] = [0x5b, 0x2c, 0x5d]

/** A JSON list of items that are JSON. */
function listOf(items: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const list = new Uint8Array(items.reduce((sum, item) => sum + item.length + 1, items.length === 0 ? 2 : 1))
  let at = 0
  for (const item of items) {
    list[at] = at === 0 ? OPEN : COMMA
    list.set(item, at + 1)
    at += item.length + 1
  }
  if (at === 0) list[at++] = OPEN
  list[at] = CLOSE
  return list
}

/** The work of a search worker for a page of the index. */
export function enumeration(
  { snapshot, index }: { snapshot: number; index: string },
  params: SearchParams,
  offset: number,
  length: number,
): SearchWork & { kind: 'enumerate' } {
  const plain = { attributesToHighlight: [], attributesToSnippet: [], facets: [], getRankingInfo: false }
  return { kind: 'enumerate', snapshot, index, params: { ...params, ...plain, offset, length } }
}

/** The page with the matching records from a worker. */
export function pageOfIndex({ hits, length, nbHits }: EnumeratedHits, offset: number): EncodedPage {
  const end = offset + length
  return end < nbHits && length > 0 ? { hits, nbHits, cursor: writeCursor({ offset: end }) } : { hits, nbHits }
}
