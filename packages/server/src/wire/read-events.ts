/**
 * Reads the events of sites: clicks, conversions and views after a search. Unknown attributes are removed, so that no data is
 * stored by mistake. The allowed characters of a user token exclude addresses.
 */
import * as v from 'valibot'
import type { SearchEvent } from './operations.ts'
import { ServerError } from './errors.ts'
import { LIMITS } from './limits.ts'
import { FIRST_ISSUE } from './parameter.ts'

/** Entries of an event's lists, as the provider. */
const MAX_ENTRIES = 20

const token = v.pipe(
  v.string(),
  v.regex(/^[\w=/+-]{1,129}$/, 'must be 1 to 129 of the characters A-Z a-z 0-9 _ = / + -'),
)
const queryID = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, 'must be 32 hexadecimal digits'))
const amount = v.union([v.number(), v.pipe(v.string(), v.maxLength(32))])

/** The types of stored events. */
const EVENT_TYPES = ['click', 'conversion', 'view'] as const

/** One event. */
const EVENT_SCHEMA = v.object({
  eventType: v.picklist(EVENT_TYPES),
  eventName: v.pipe(v.string(), v.regex(/^[ -~]{1,64}$/, 'must be 1 to 64 printable ASCII characters')),
  index: v.pipe(v.string(), v.minLength(1), v.maxLength(LIMITS.indexNameBytes)),
  userToken: token,
  authenticatedUserToken: v.optional(token),
  queryID: v.optional(queryID),
  objectIDs: v.optional(
    v.pipe(v.array(v.pipe(v.string(), v.maxLength(LIMITS.objectIdBytes))), v.maxLength(MAX_ENTRIES)),
  ),
  positions: v.optional(v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(0))), v.maxLength(MAX_ENTRIES))),
  filters: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(LIMITS.queryBytes))), v.maxLength(MAX_ENTRIES))),
  timestamp: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  eventSubtype: v.optional(v.picklist(['purchase', 'addToCart'])),
  objectData: v.optional(
    v.pipe(
      v.array(
        v.object({
          queryID: v.optional(queryID),
          price: v.optional(amount),
          discount: v.optional(amount),
          quantity: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
        }),
      ),
      v.maxLength(MAX_ENTRIES),
    ),
  ),
  value: v.optional(amount),
  currency: v.optional(v.pipe(v.string(), v.maxLength(8))),
})

/** An event within the limit of bytes: its lists of long texts could take 100 kB. */
const KEPT_EVENT_SCHEMA = v.pipe(
  EVENT_SCHEMA,
  v.check(
    (event) => Buffer.byteLength(JSON.stringify(event)) <= LIMITS.eventBytes,
    `is too big: an event may have ${LIMITS.eventBytes} bytes as JSON`,
  ),
)

/** The body of a call. */
export const EVENTS_SCHEMA = v.object({
  events: v.pipe(v.array(KEPT_EVENT_SCHEMA), v.minLength(1), v.maxLength(LIMITS.eventsPerRequest)),
})

/** The events of a call, and the number of its events of unknown types, which are dropped. */
export interface ReadEvents {
  events: SearchEvent[]
  dropped: number
}

const KNOWN_TYPES: ReadonlySet<unknown> = new Set(EVENT_TYPES)

/** Clients send events of other types (`instantsearch`), and report a refusal as an error of the site. */
const isOfOtherType = (event: unknown): boolean =>
  typeof event === 'object' &&
  event !== null &&
  'eventType' in event &&
  typeof event.eventType === 'string' &&
  !KNOWN_TYPES.has(event.eventType)

/** A list that is too long is not filtered: the schema refuses it. */
function sorted(body: unknown): { events: unknown[]; dropped: number } {
  const given: unknown = typeof body === 'object' && body !== null && 'events' in body ? body.events : undefined
  if (!Array.isArray(given) || given.length > LIMITS.eventsPerRequest) return { events: [], dropped: 0 }
  const events = given.filter((event) => !isOfOtherType(event))
  return { events, dropped: given.length - events.length }
}

/** Throws a `ServerError` (422) that names the attribute. */
export function readEvents(body: unknown): ReadEvents {
  const { events, dropped } = sorted(body)
  if (events.length === 0 && dropped > 0) return { events: [], dropped }
  const result = v.safeParse(EVENTS_SCHEMA, dropped > 0 ? { events } : body, FIRST_ISSUE)
  if (result.success) return { events: result.output.events as SearchEvent[], dropped }
  const [issue] = result.issues
  throw new ServerError('unprocessable', `${v.getDotPath(issue) ?? 'The body'}: ${issue.message}`)
}
