/** Browsing, as far as it is the same in every backend: which parameters narrow it, and the cursor of the next page. */
import type { SearchParams } from '@docent/engine'
import { badRequest } from '../wire/errors.ts'

/** Names of parameters that narrow a browse or a deletion. */
const NARROWING = ['query', 'filters', 'facetFilters', 'numericFilters', 'tagFilters'] as const

/** Whether the parameters have a query or a condition. A text of blanks has none, nor have lists of empty lists. */
export const isNarrowed = (params: SearchParams): boolean =>
  NARROWING.some((name) => {
    const value = params[name] ?? ''
    return (typeof value === 'string' ? value.trim() : value.flat()).length > 0
  })

/** The start of the next page: after a position in the storage, or after a number of matches in the index. */
export interface Cursor {
  before?: number
  offset?: number
}

/** A cursor as the wire carries it. */
export const writeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url')

/** Throws 400 for a cursor that no answer contained; without a text the browse begins. */
export function readCursor(text: string | undefined): Cursor {
  if (text === undefined) return {}
  const isCount = (value: unknown): boolean =>
    value === undefined || (Number.isSafeInteger(value) && Number(value) >= 0)
  try {
    const cursor = JSON.parse(Buffer.from(text, 'base64url').toString()) as Cursor
    if (isCount(cursor.before) && isCount(cursor.offset)) return cursor
  } catch {
    // Refused below.
  }
  throw badRequest('Invalid value for "cursor" parameter, expected a cursor of an earlier answer')
}
