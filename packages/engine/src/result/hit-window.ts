/** The range of hits that an answer has. */
import { EngineError } from '../base/errors.ts'
import { ENGINE_LIMITS } from '../base/limits.ts'
import { SEARCH_DEFAULTS } from '../base/settings.ts'
import type { IndexSettings, SearchParams } from '../wire.ts'
import type { SearchResponse } from '../wire-answers.ts'

/** Hits `start` (0-based) to `end` (exclusive). `echo` gives the fields of the answer that name the range. */
export interface Window {
  start: number
  end: number
  /** Most hits of one group. */
  mostOfGroup: number
  echo: (nbHits: number) => Pick<SearchResponse, 'page' | 'nbPages' | 'hitsPerPage' | 'offset' | 'length'>
}

/**
 * The requested hits: by page, or by offset and length, up to `paginationLimitedTo`. As with the provider, the length defaults to
 * that of a page, and has no effect without an offset. If hits are grouped, these numbers
 * count groups of up to `groupSize` hits, but `maxHitsPerQuery` counts hits, so a page has fewer groups.
 */
export function windowOf(params: SearchParams, settings: IndexSettings, groupSize: number): Window {
  const limit = settings.paginationLimitedTo ?? SEARCH_DEFAULTS.paginationLimitedTo
  const { offset, length } = params
  const mostOfGroup = params.maxHitsPerQuery || Number.POSITIVE_INFINITY
  const most = groupSize > 1 ? Math.max(1, Math.floor(mostOfGroup / groupSize)) : mostOfGroup
  const requested = params.hitsPerPage ?? SEARCH_DEFAULTS.hitsPerPage
  if (offset !== undefined) {
    const start = integer('offset', offset, Number.MAX_SAFE_INTEGER)
    const count = Math.min(integer('length', length ?? requested, ENGINE_LIMITS.hitsPerPage), most)
    return { start, end: Math.min(start + count, limit), mostOfGroup, echo: () => ({ offset: start, length: count }) }
  }
  const page = integer('page', params.page ?? 0, Number.MAX_SAFE_INTEGER)
  const hitsPerPage = Math.min(integer('hitsPerPage', requested, ENGINE_LIMITS.hitsPerPage), most)
  return {
    start: page * hitsPerPage,
    end: Math.min((page + 1) * hitsPerPage, limit),
    mostOfGroup,
    echo: (nbHits) => ({
      page,
      nbPages: hitsPerPage === 0 ? 0 : Math.ceil(Math.min(nbHits, limit) / hitsPerPage),
      hitsPerPage,
    }),
  }
}

function integer(name: string, value: number, most: number): number {
  if (Number.isInteger(value) && value >= 0 && value <= most) return value
  throw new EngineError('parameter_invalid', `${name} must be an integer from 0 to ${most}, got ${value}.`)
}
