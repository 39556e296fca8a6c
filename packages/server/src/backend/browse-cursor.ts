/** What every backend's browsing shares: whether it is narrowed, and where the next page starts. */
import type { SearchParams } from '@docent/engine'
import { badRequest } from '../wire/errors.ts'

/** Names of parameters that narrow a browse or a deletion. */
const NARROWING = ['query', 'filters', 'facetFilters', 'numericFilters', 'tagFilters'] as const

/** Whether the parameters leave anything out. */
export const isNarrowed = (params: SearchParams): boolean => NARROWING.some((name) => (params[name]?.length ?? 0) > 0)

/** Where a browse goes on: after a position in the store, or after a number of matches in the index. */
export interface Cursor {
  before?: number
  offset?: number
}

/** A cursor as the wire carries it. */
export const writeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url')

/** Throws 400 for a cursor that is not of an earlier answer; without one the browse begins. */
export function readCursor(text: string | undefined): Cursor {
  if (text === undefined) return {}
  const isCount = (value: unknown): boolean =>
    value === undefined || (Number.isSafeInteger(value) && Number(value) >= 0)
  try {
    const cursor = JSON.parse(Buffer.from(text, 'base64url').toString()) as Cursor
    if (isCount(cursor.before) && isCount(cursor.offset)) return cursor
  } catch {
    // Falls through to the refusal: a cursor is ours or it is wrong.
  }
  throw badRequest('Invalid value for "cursor" parameter, expected a cursor of an earlier answer')
}
