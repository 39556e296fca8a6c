/**
 * What the API adds to a backend's result: the echo of the parameters, the queryID, and URLs that a reader can open.
 * Records hold root-relative URLs without the site's base; the base is joined here, in answers to searches alone, so
 * that a record that is read and saved again stays the same.
 */
import { randomBytes } from 'node:crypto'
import type { FacetValuesResponse, Hit, SearchParams, SearchResponse } from '@docent/engine'
import { echoParams } from '../wire/read-search.ts'

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

/** The fields of the answer that the query asks for; `*` is all. */
function keepFields<Result extends object>(result: Result, wanted: readonly string[]): Result {
  if (wanted.includes('*')) return result
  return Object.fromEntries(Object.entries(result).filter(([name]) => wanted.includes(name))) as Result
}

/** `publicUrl` is a base path (`/docs`) or an origin with one, without a slash at its end; empty for none. */
export function finishResult<Result extends SearchResponse | FacetValuesResponse>(
  result: Result,
  params: SearchParams,
  publicUrl: string,
): Result {
  if (!('hits' in result)) return result
  const finished: Result = {
    ...result,
    ...(publicUrl !== '' && { hits: result.hits.map((hit) => joinUrls(hit, publicUrl)) }),
    query: params.query ?? '',
    params: echoParams(params),
    renderingContent: {},
    ...(params.clickAnalytics === true && { queryID: randomBytes(16).toString('hex') }),
  }
  return params.responseFields === undefined ? finished : keepFields(finished, params.responseFields)
}
