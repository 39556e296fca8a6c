/**
 * Load shedding: searches are refused while there is no room for them, before a `Request` is made. At five times the load
 * that a server can answer, four of five requests are refusals, and their cost is taken from the fifth. So a refusal here
 * looks up no key, reads no body, and shares one log line a second with the others. The handler would refuse the same
 * requests with the same answer (`handle-request.ts`), at three times the cost.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { groupWarnings } from '../../system/grouped-warning.ts'
import { tooManySearches } from '../../wire/errors.ts'
import { findRoute } from '../find-route.ts'
import type { RequestHandler } from '../handle-request.ts'
import { errorReply } from '../reply.ts'
import { SEARCH_ROUTES } from '../routes/search.ts'
import { sendReply } from './send-reply.ts'

/** Made once: creating an error takes longer than sending it. */
const REFUSAL = errorReply(tooManySearches())

/**
 * Refuses the request and returns true when it is a search and there is no room for one. Called before anything else is done
 * with a request; `path` is that of the API, without the base of a site that it lies below.
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
