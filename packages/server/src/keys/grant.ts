/**
 * The permissions of one request: a key's rights, narrowed by a secured key's restrictions. All checks of permission are here.
 */
import { checkFilters } from '../wire/check-filters.ts'
import { badRequest, ServerError } from '../wire/errors.ts'
import { isAdmin, type AclName, type ApiKey } from './key.ts'
import { matchesSome } from './pattern.ts'
import type { SearchParams, SearchRequest } from '@docent/engine'
import { unclosedQuote } from '@docent/engine/filters'
import type { WriteOperation } from '../wire/operations.ts'

/** Made for each request by `authenticate`, and never kept. */
export interface Grant {
  key: ApiKey
  /** Patterns that a secured key adds; `undefined` when it names none. */
  restrictIndices: string[] | undefined
  /** Search parameters that are forced on every query, canonical. */
  forced: SearchParams
  /**
   * The index that the server builds from its docs folder. It is replaced at the next start, so requests may not change its
   * records, settings or name. `undefined` where there is none.
   */
  folderIndex?: string | undefined
  /** The client's address, for the key's limit of queries per address; empty when it is unknown. */
  address: string
}

const mayDo = (grant: Grant, right: AclName): boolean => isAdmin(grant.key) || grant.key.acl.includes(right)

/** Whether the key, and a secured key's `restrictIndices`, include the index; the admin key may use all. */
export const mayUse = (grant: Grant, index: string): boolean =>
  isAdmin(grant.key) ||
  (matchesSome(index, grant.key.indexes) &&
    (grant.restrictIndices === undefined ||
      (grant.restrictIndices.length > 0 && matchesSome(index, grant.restrictIndices))))

const METHOD_NOT_ALLOWED = 'Method not allowed with this API key'

/** Throws 403 with the wire's text. */
export function requireRight(grant: Grant, right: AclName | 'admin'): void {
  if (right === 'admin' ? !isAdmin(grant.key) : !mayDo(grant, right))
    throw new ServerError('not-allowed', METHOD_NOT_ALLOWED)
}

/** Throws 403 with the wire's text when the sender has none of the rights. */
export function requireSomeRight(grant: Grant, rights: readonly AclName[]): void {
  if (!rights.some((right) => mayDo(grant, right))) throw new ServerError('not-allowed', METHOD_NOT_ALLOWED)
}

/** Throws 403 with the wire's text. */
export function requireIndex(grant: Grant, index: string): void {
  if (!mayUse(grant, index)) throw new ServerError('not-allowed', 'Index not allowed with this API key')
}

/** Throws 403 when the key is limited to some indexes: for calls whose effect is on all of them. */
export function requireAllIndexes({ key, restrictIndices }: Grant): void {
  const isLimited = restrictIndices !== undefined || (key.indexes.length > 0 && !key.indexes.includes('*'))
  if (!isAdmin(key) && isLimited)
    throw new ServerError(
      'not-allowed',
      'Method not allowed with this API key: it is limited to some indexes, and this call changes all; use a key without "indexes"',
    )
}

/** Throws 400 when the index is built from the docs folder: the next start would undo an acknowledged write. */
export function requireChangeable({ folderIndex }: Grant, index: string): void {
  if (index === folderIndex)
    throw badRequest(
      `The index ${index} is made from the docs folder of this server, which would undo the change at its next start: write to an index of another name, or start the server with --search-only`,
    )
}

/** The right that each action of a batch needs, as the provider. */
const RIGHT_OF: Record<WriteOperation['action'], AclName> = {
  save: 'addObject',
  patch: 'addObject',
  delete: 'deleteObject',
  clear: 'deleteIndex',
  drop: 'deleteIndex',
}

/** Throws a `ServerError` (403, or 400 for the folder's index) where one of the operations is not allowed. */
export function requireOperations(grant: Grant, operations: readonly WriteOperation[]): void {
  for (const { action, index } of operations) {
    requireRight(grant, RIGHT_OF[action])
    requireIndex(grant, index)
    requireChangeable(grant, index)
  }
}

function requireClosedQuotes({ filters = '' }: SearchParams): void {
  const at = unclosedQuote(filters)
  if (at === undefined) return
  throw badRequest(
    `The filters of the key have a quote at character ${at + 1} that is not closed: write a value that holds a quote in quotes of the other kind`,
  )
}

const LIST_FILTERS = ['facetFilters', 'numericFilters', 'tagFilters'] as const

/**
 * `params` with `forced` parameters, which replace the caller's; filters of both apply. `AND` has the lowest precedence in the
 * filter grammar, so two filter texts joined by it always narrow, unless the first one has an unclosed quote: throws 400 then.
 */
export function narrowParams<Params extends SearchParams>(params: Params, forced: SearchParams): Params {
  requireClosedQuotes(forced)
  const narrowed: Params = { ...params, ...forced }
  // The other spelling of a page would come before the forced one.
  if (forced.hitsPerPage !== undefined || forced.page !== undefined)
    for (const name of ['offset', 'length'] as const) if (forced[name] === undefined) delete narrowed[name]
  if (forced.filters && params.filters) {
    // Alone first: the engine's refusal shows the text, and the key's filters may be confidential.
    checkFilters({ filters: params.filters })
    narrowed.filters = `${forced.filters} AND ${params.filters}`
  }
  for (const name of LIST_FILTERS) {
    const joined = [...(forced[name] ?? []), ...(params[name] ?? [])]
    if (joined.length > 0) narrowed[name] = joined
  }
  return narrowed
}

/** Whether the sender may see the attributes in `unretrievableAttributes`. */
export const seesUnretrievable = (grant: Grant): boolean => mayDo(grant, 'seeUnretrievableAttributes')

/** The query with the grant's restrictions: forced parameters, which rules do not change either, and the key's maximum of hits. */
export function restrictQuery<Query extends SearchParams | SearchRequest>(grant: Grant, query: Query): Query {
  const restricted = narrowParams(query, grant.forced)
  if (seesUnretrievable(grant)) restricted.unretrievableAttributes = []
  const { maxHitsPerQuery } = grant.key
  if (maxHitsPerQuery > 0) restricted.maxHitsPerQuery = maxHitsPerQuery
  const fixedParams = Object.keys(grant.forced)
  if (fixedParams.length > 0) restricted.fixedParams = fixedParams
  return restricted
}

/** Whether the grant restricts its holder to some of an index's records. */
export const seesPart = ({ forced }: Grant): boolean =>
  Boolean(forced.filters) || LIST_FILTERS.some((name) => (forced[name]?.length ?? 0) > 0)
