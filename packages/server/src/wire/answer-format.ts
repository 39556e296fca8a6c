/**
 * How the API words a search result: the echo of what was asked, the queryID, the fields that are wanted, and URLs that
 * a reader can open. Plain data and no imports from the API, so that a backend can apply it in the thread or process
 * that made the result, and hand the written JSON through. Records hold root-relative URLs without the site's base; the
 * base is joined here, in answers to searches alone, so that a record that is read and saved again stays the same.
 */
import type { FacetValuesResponse, Hit, SearchResponse, WrittenResponse } from '@docent/engine'

export interface AnswerFormat {
  /** The query as it was asked, before a key's forced parameters. */
  query: string
  /** The parameters as they were asked, form-encoded. */
  params: string
  /** Joined before root-relative URLs: a base path (`/docs`) or an origin with one, without a slash at its end; or ''. */
  publicUrl: string
  /** For later events; absent when it was not asked for. */
  queryID?: string
  /** The fields of the answer that are wanted; all when absent or when `*` is among them. */
  fields?: string[]
}

const URL_ATTRIBUTES = ['url', 'url_without_anchor']

const isRootRelative = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith('/') && !value.startsWith('//')

function joinUrls(hit: Hit, base: string): Hit {
  const joined = URL_ATTRIBUTES.filter((name) => isRootRelative(hit[name])).map((name) => [
    name,
    base + String(hit[name]),
  ])
  return joined.length === 0 ? hit : { ...hit, ...Object.fromEntries(joined) }
}

function wordHits(hits: SearchResponse['hits'] | WrittenResponse['hits'], publicUrl: string): Hit[] | Uint8Array {
  if ('json' in hits) return hits.json
  return publicUrl === '' ? hits : hits.map((hit) => joinUrls(hit, publicUrl))
}

function keepFields(result: object, wanted: readonly string[]): object {
  if (wanted.includes('*')) return result
  return Object.fromEntries(Object.entries(result).filter(([name]) => wanted.includes(name)))
}

/**
 * The answer's body for a result. Facet values have no form. Hits that are written (`searchWritten`, which joins their
 * URLs) are given as their JSON in UTF-8.
 */
export function formatAnswer(
  result: SearchResponse | WrittenResponse | FacetValuesResponse,
  form: AnswerFormat,
): object {
  if (!('hits' in result)) return result
  const { query, params, publicUrl, queryID, fields } = form
  const worded = {
    ...result,
    hits: wordHits(result.hits, publicUrl),
    query,
    params,
    renderingContent: result.renderingContent ?? {},
    ...(queryID !== undefined && { queryID }),
  }
  return fields === undefined ? worded : keepFields(worded, fields)
}
