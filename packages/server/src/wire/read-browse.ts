/**
 * Reads the parameters of a browse, and the cursor of its next page. Older clients send nothing but the cursor for further pages, so
 * a cursor holds the parameters of its browse beside the position in the backend. It also holds the name of its index: in
 * another index its position would omit records.
 */
import type { SearchParams } from '@docent/engine'
import { badRequest } from './errors.ts'
import { asObject, readSearchParams, readText } from './read-search.ts'

/** One page of a browse. */
export interface BrowseInput {
  params: SearchParams
  /** The number of the page, from 0. */
  page: number
  /** The cursor of the backend; absent for the first page. */
  at?: string
}

/** The cursor of the page of `index` after `input`, which begins at `at` in the backend. */
export const writeBrowseCursor = (index: string, { params, page }: BrowseInput, at: string): string =>
  Buffer.from(JSON.stringify({ index, at, page: page + 1, params })).toString('base64url')

function readBrowseCursor(index: string, text: string): BrowseInput {
  try {
    const {
      index: of,
      at,
      page,
      params,
    } = asObject(JSON.parse(Buffer.from(text, 'base64url').toString()), 'The cursor')
    if (of === index && typeof at === 'string' && Number.isSafeInteger(page) && Number(page) > 0)
      return { at, page: Number(page), params: readSearchParams(asObject(params, 'The cursor')) }
  } catch {
    // Refused below.
  }
  throw badRequest('Invalid value for "cursor" parameter, expected a cursor of an earlier answer for this index')
}

/** With a cursor, its parameters replace those of the request. Throws a `ServerError` (400), also for a cursor of another index. */
export function readBrowse(index: string, input: Record<string, unknown>): BrowseInput {
  const params = readSearchParams(input)
  const cursor = readText(input, 'cursor')
  if (cursor !== undefined && cursor !== '') return readBrowseCursor(index, cursor)
  for (const name of ['page', 'offset'] as const)
    if ((params[name] ?? 0) > 0)
      throw badRequest(
        `Invalid value for "${name}" parameter: a browse continues with the "cursor" of the previous answer`,
      )
  return { params, page: 0 }
}
