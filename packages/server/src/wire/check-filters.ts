/** Filters that are stored, in rules and keys: they are checked when they are saved, not at each query that they are joined to. */
import type { SearchParams } from '@docent/engine'
import { EngineError, filtersOf, unclosedQuote } from '@docent/engine/filters'
import { badRequest } from './errors.ts'

/** Throws a `ServerError` (400) for filters that are not valid. */
export function checkFilters(params: SearchParams): void {
  try {
    filtersOf({ ...params, facetFilters: [...(params.facetFilters ?? []), ...(params.optionalFilters ?? [])] })
  } catch (error) {
    if (error instanceof EngineError) throw badRequest(error.message)
    throw error
  }
}

/** The same for filters that are joined with those of queries. @param name of the parameter, for the message. */
export function checkJoinedFilters(params: SearchParams, name: string): void {
  checkFilters(params)
  const open = unclosedQuote(params.filters ?? '')
  if (open === undefined) return
  throw badRequest(
    `${name} has a quote at character ${open + 1} that is not closed: write a value that holds a quote in quotes of the other kind`,
  )
}
