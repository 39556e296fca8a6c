/**
 * Reads search parameters, flat or in a URL-encoded `params` string or both, as canonical `SearchParams`. A flat parameter takes
 * precedence over one in `params`.
 */
import type { SearchParams, SearchRequest } from '@docent/engine'
import { badRequest } from './errors.ts'
import type { SearchStrategy } from './operations.ts'
import { LIMITS } from './limits.ts'
import { readIndexName } from './names.ts'
import { ignored, readParameter } from './parameter.ts'
import { DELETION_PARAMETERS, SEARCH_PARAMETERS } from './search-parameters.ts'

/** An object of the body, or status 400. */
export function asObject(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badRequest(`${what} must be an object`)
  return value as Record<string, unknown>
}

/** The names and values of a `params` string, where `+` is a space; of a repeated name the last counts. */
const decodeParams = (params: string): [string, unknown][] => [...new URLSearchParams(params)]

function* entriesOf(input: Record<string, unknown>): Generator<[string, unknown]> {
  if (typeof input['params'] === 'string') yield* decodeParams(input['params'])
  // `params` as an object is the older form of the argument, which the clients flatten themselves.
  else if (input['params'] !== undefined) yield* Object.entries(asObject(input['params'], '"params"'))
  for (const entry of Object.entries(input)) if (entry[0] !== 'params') yield entry
}

/**
 * Canonical parameters, without those in `own`, which the caller reads itself. `null` counts as absent. Throws a `ServerError`
 * (400) for an unknown name or an invalid value.
 */
export function readSearchParams(input: Record<string, unknown>, own: readonly string[] = []): SearchParams {
  const params = new Map<string, unknown>()
  for (const [name, value] of entriesOf(input)) {
    if (own.includes(name) || value === null || value === undefined) continue
    const parameter = SEARCH_PARAMETERS.get(name)
    if (parameter === undefined) throw badRequest(`Unknown parameter: ${name}`)
    if (parameter !== ignored) params.set(name, readParameter(name, value, parameter))
  }
  return Object.fromEntries(params) as SearchParams
}

/**
 * The filters of a deletion. Other parameters are refused, also those of a search: ignoring them would delete more records than
 * wanted. Throws a `ServerError` (400).
 */
export function readDeletion(input: Record<string, unknown>): SearchParams {
  for (const [name, value] of entriesOf(input))
    if (!DELETION_PARAMETERS.has(name) && value !== null)
      throw badRequest(`Unknown parameter: ${name} (a deletion takes ${[...DELETION_PARAMETERS.keys()].join(', ')})`)
  return readSearchParams(input)
}

/** The text of a parameter that may be flat or in `params`. Throws a `ServerError` (400) for another value. */
export function readText(input: Record<string, unknown>, name: string): string | undefined {
  let found: unknown
  for (const [key, value] of entriesOf(input)) if (key === name && value !== null) found = value
  if (found === undefined) return undefined
  if (typeof found !== 'string') throw badRequest(`Invalid value for "${name}" parameter, expected string`)
  return found
}

/** The `facetQuery` of a facet-values query. */
export function readFacetQuery(input: Record<string, unknown>): string {
  const facetQuery = readText(input, 'facetQuery') ?? ''
  if (Buffer.byteLength(facetQuery) > LIMITS.queryBytes)
    throw badRequest(
      `Invalid value for "facetQuery" parameter, expected string shorter than ${LIMITS.queryBytes} bytes`,
    )
  return facetQuery
}

const REQUEST_NAMES = ['indexName', 'type', 'facet', 'facetQuery']

/** One query of a multi-query. */
function readRequest(value: unknown): SearchRequest {
  const input = asObject(value, 'A request')
  const indexName = readIndexName(input['indexName'])
  const params = readSearchParams(input, REQUEST_NAMES)
  const type = input['type'] ?? 'default'
  if (type === 'default') return { ...params, indexName }
  if (type !== 'facet') throw badRequest('Invalid value for "type" parameter, expected "default" or "facet"')
  const facet = readText(input, 'facet')
  if (facet === undefined) throw badRequest('A request of type "facet" needs "facet"')
  return { ...params, indexName, type: 'facet', facet, facetQuery: readFacetQuery(input) }
}

/** The body of a multi-query. */
export function readMultiSearch(body: unknown): { requests: SearchRequest[]; strategy: SearchStrategy } {
  const input = asObject(body, 'The body')
  const { requests, strategy = 'none', ...rest } = input
  for (const name of Object.keys(rest)) throw badRequest(`Unknown parameter: ${name}`)
  if (!Array.isArray(requests)) throw badRequest('The body needs "requests", an array')
  if (requests.length > LIMITS.queriesPerRequest)
    throw badRequest(`Too many requests in one call: at most ${LIMITS.queriesPerRequest}`)
  if (strategy !== 'none' && strategy !== 'stopIfEnoughMatches')
    throw badRequest('Invalid value for "strategy" parameter, expected "none" or "stopIfEnoughMatches"')
  return { requests: requests.map(readRequest), strategy }
}

/** The `params` of an answer: form-encoded, lists as JSON, space as `+`. */
export function echoParams(params: SearchParams): string {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(params))
    if (value !== undefined) form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  return form.toString()
}
