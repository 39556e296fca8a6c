/**
 * Load shedding: searches that are not admitted are refused before a `Request` is created. At five times the capacity of a server,
 * four of five requests are refused, and their cost reduces the capacity for the fifth. So a refusal here looks up no key, reads
 * no body, and shares one log line a second with the others. The handler (`handle-request.ts`) would refuse the same requests with
 * the same answer at three times the cost.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { groupWarnings } from '../../system/grouped-warning.ts'
import { tooManySearches } from '../../wire/errors.ts'
import { findRoute } from '../find-route.ts'
import type { RequestHandler } from '../handle-request.ts'
import { errorReply } from '../reply.ts'
import { SEARCH_ROUTES } from '../routes/search.ts'
import { sendReply } from './send-reply.ts'

/** Created once: creating an error takes longer than sending it. */
const REFUSAL = errorReply(tooManySearches())

/**
 * Refuses a search that is not admitted, and returns true; returns false for all other requests. Called first for each request.
 * `path` is that of the API, without the base of a site.
 */
export type Shed = (incoming: IncomingMessage, outgoing: ServerResponse, path: string) => boolean

/** Load shedding before a handler. */
export function createShed({ admitsSearches, metrics, log }: Omit<RequestHandler, 'handle'>): Shed {
  const warn = groupWarnings(log, 'searches-refused', (count) => `Too many searches: ${count} refused`)
  return ({ method = '' }, outgoing, path) => {
    if (admitsSearches()) return false
    const found = findRoute(SEARCH_ROUTES, method, path.split('?', 1)[0] ?? '')
    if (found === undefined || found === 'method-not-allowed') return false
    sendReply(outgoing, REFUSAL)
    metrics.count({ method, route: found.route.path, status: 429, seconds: 0 })
    warn()
    return true
  }
}
