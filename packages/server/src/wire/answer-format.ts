/**
 * The format of a search answer: the echo of the request, the queryID, the requested fields, and URLs that a reader can open. It
 * is plain data, so a backend can apply it in the thread that made the result and pass on the encoded JSON. Records have
 * root-relative URLs without the site's base. The base is joined here, in search answers only, so that a record that a client
 * reads and saves again stays the same.
 */
import type { FacetValuesResponse, Hit, SearchResponse, WrittenResponse } from '@docent/engine'

/** All that `formatAnswer` needs beside the result. */
export interface AnswerFormat {
  /** The query of the request, before a key's forced parameters. */
  query: string
  /** The parameters of the request, form-encoded. */
  params: string
  /** Joined before root-relative URLs: a base path (`/docs`) or an origin with one, without a slash at its end; or ''. */
  publicUrl: string
  /** ID of the query in later events; absent when it was not requested. */
  queryID?: string
  /** The requested fields of the answer; all when absent or when `*` is among them. */
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

function hitsOf(hits: SearchResponse['hits'] | WrittenResponse['hits'], publicUrl: string): Hit[] | Uint8Array {
  if ('json' in hits) return hits.json
  return publicUrl === '' ? hits : hits.map((hit) => joinUrls(hit, publicUrl))
}

function keepFields(result: object, wanted: readonly string[]): object {
  if (wanted.includes('*')) return result
  return Object.fromEntries(Object.entries(result).filter(([name]) => wanted.includes(name)))
}

/** The flags of exact counts as the provider's clients read them now; those with longer names are for older clients. */
const exhaustiveOf = ({
  exhaustiveNbHits: nbHits,
  exhaustiveTypo: typo,
  exhaustiveFacetsCount: facetsCount,
}: SearchResponse | WrittenResponse): SearchResponse['exhaustive'] => ({
  ...(nbHits !== undefined && { nbHits }),
  ...(typo !== undefined && { typo }),
  ...(facetsCount !== undefined && { facetsCount }),
})

/**
 * The body of the answer for a result; facet values are returned unchanged. Encoded hits (of `searchWritten`, which joins their
 * URLs) are in the body as their JSON in UTF-8.
 */
export function formatAnswer(
  result: SearchResponse | WrittenResponse | FacetValuesResponse,
  format: AnswerFormat,
): object {
  if (!('hits' in result)) return result
  const { query, params, publicUrl, queryID, fields } = format
  const answer = {
    ...result,
    hits: hitsOf(result.hits, publicUrl),
    query,
    params,
    exhaustive: exhaustiveOf(result),
    renderingContent: result.renderingContent ?? {},
    ...(queryID !== undefined && { queryID }),
  }
  return fields === undefined ? answer : keepFields(answer, fields)
}
