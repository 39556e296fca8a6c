/**
 * All routes of the API, in the order of matching: literal segments before placeholders, so that `GET /1/indexes/x/settings` is
 * never a record called `settings`.
 */
import type { Route } from '../route.ts'
import { EVENT_ROUTES } from './events.ts'
import { INDEX_ROUTES } from './indexes.ts'
import { KEY_ROUTES } from './keys.ts'
import { PART_ROUTES } from './parts.ts'
import { RECORD_ROUTES } from './records.ts'
import { SEARCH_ROUTES } from './search.ts'

/** `find-route.ts` takes the first route that matches. */
export const ROUTES: readonly Route[] = [
  ...SEARCH_ROUTES,
  ...INDEX_ROUTES,
  ...KEY_ROUTES,
  ...PART_ROUTES,
  ...RECORD_ROUTES,
  ...EVENT_ROUTES,
]
