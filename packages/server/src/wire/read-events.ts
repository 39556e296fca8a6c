/**
 * Events as sites report them: clicks, conversions and views after a search. Attributes that the wire does not know are
 * left out, so that nothing is stored that nobody meant to send. The form of a user's token has no room for an address.
 */
import * as v from 'valibot'
import type { SearchEvent } from './operations.ts'
import { ServerError } from './errors.ts'
import { LIMITS } from './limits.ts'

/** Entries of an event's lists, as the provider. */
const MAX_ENTRIES = 20

const token = v.pipe(
  v.string(),
  v.regex(/^[\w=/+-]{1,129}$/, 'must be 1 to 129 of the characters A-Z a-z 0-9 _ = / + -'),
)
const queryID = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, 'must be 32 hexadecimal digits'))
const amount = v.union([v.number(), v.pipe(v.string(), v.maxLength(32))])

/** What is stored. */
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

/** One that can be kept: its lists of long texts may take 100 kB together. */
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

/** What was read of a call: the events, and how many others it had, of types that are not known here. */
export interface ReadEvents {
  events: SearchEvent[]
  dropped: number
}

const KNOWN_TYPES: ReadonlySet<unknown> = new Set(EVENT_TYPES)

/** Clients send events of their own types, `instantsearch` among them, and take a refusal for a defect of the site. */
const isOfOtherType = (event: unknown): boolean =>
  typeof event === 'object' &&
  event !== null &&
  'eventType' in event &&
  typeof event.eventType === 'string' &&
  !KNOWN_TYPES.has(event.eventType)

/** A call that is too long stays as it is. */
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
  const result = v.safeParse(EVENTS_SCHEMA, dropped > 0 ? { events } : body)
  if (result.success) return { events: result.output.events as SearchEvent[], dropped }
  const [issue] = result.issues
  throw new ServerError('unprocessable', `${v.getDotPath(issue) ?? 'The body'}: ${issue.message}`)
}
