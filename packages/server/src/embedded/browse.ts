/**
 * Browsing through all records of an index, page by page. Without anything that narrows it, pages come from the store,
 * where every acknowledged write is; with a query or a filter they come from what searches see. A cursor tells where the
 * next page starts in either.
 */
import type { IndexSettings, SearchParams, SearchRecord, SearchResponse } from '@docent/engine'
import type { BrowsePage } from '../backend.ts'
import { writeCursor } from '../browse-cursor.ts'
import { pickAttributes } from '../attributes.ts'
import type { SearchWork } from './search-messages.ts'
import type { IndexRow, RecordTable } from './tables.ts'

/** Attributes that no answer shows, by the settings of the index. */
export const hiddenBy = ({ settings }: IndexRow): string[] =>
  (JSON.parse(settings) as IndexSettings).unretrievableAttributes ?? []

/** A page of the store: records that were added before the position `before`. */
export function pageOfStore(
  records: RecordTable,
  row: IndexRow,
  params: SearchParams,
  before: number,
  hitsPerPage: number,
): BrowsePage {
  const rows = records.before(row.id, before, hitsPerPage + 1)
  const page = rows.slice(0, hitsPerPage)
  const last = page.at(-1)
  const hidden = params.unretrievableAttributes ?? hiddenBy(row)
  const hits = page.map(({ body }) =>
    pickAttributes(JSON.parse(body) as SearchRecord, params.attributesToRetrieve, hidden),
  )
  const nbHits = records.count(row.id)
  return rows.length > page.length && last
    ? { hits, nbHits, cursor: writeCursor({ before: last.position }) }
    : { hits, nbHits }
}

/** The work of a search worker that finds a page of the index. */
export function enumeration(
  snapshot: number,
  params: SearchParams,
  offset: number,
  length: number,
): SearchWork & { kind: 'enumerate' } {
  const plain = { attributesToHighlight: [], attributesToSnippet: [], facets: [], getRankingInfo: false }
  return { kind: 'enumerate', snapshot, params: { ...params, ...plain, offset, length } }
}

/** The page that a worker found, as records. */
export function pageOfIndex({ hits, nbHits }: SearchResponse, offset: number): BrowsePage {
  const bare = hits.map(({ _highlightResult, _snippetResult, _rankingInfo, _distinctSeqID, ...record }) => record)
  const page = { hits: bare as SearchRecord[], nbHits }
  const end = offset + hits.length
  return end < nbHits && hits.length > 0 ? { ...page, cursor: writeCursor({ offset: end }) } : page
}
