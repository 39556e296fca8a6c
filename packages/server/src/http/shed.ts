/**
 * Refusing searches at the door while there is no room for them. Under five times what a server can answer, four of five
 * requests are refusals, and what they cost is taken from the fifth: so nothing is made of them, no `Request`, no promise,
 * no key that is looked up, no body that is read, and not a line of the log each but one a second for all. What is
 * refused here would be refused with the same answer behind it (`app.ts`), at three times the cost.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tooManySearches } from '../wire/errors.ts'
import type { Log } from '../node/log.ts'
import { createTally } from '../node/tally.ts'
import type { Metrics } from './metrics.ts'
import { wordError, writeError } from './respond.ts'
import { findRoute } from './route.ts'
import { SEARCH_ROUTES } from './routes/search.ts'

/** Worded once: making an error takes longer than sending it. */
const REFUSAL = wordError(tooManySearches())

/**
 * Refuses the request and returns true when it is a search and there is no room for one. To be asked before anything
 * else is done with a request; `path` is that of the API, without the base of a site that it stands below.
 */
export type Shed = (incoming: IncomingMessage, outgoing: ServerResponse, path: string) => boolean

/** `hasRoom` tells whether a search that comes now can be answered. */
export function createShed(hasRoom: () => boolean, metrics: Metrics, log: Log): Shed {
  const tell = createTally(log, 'searches-refused', (count) => `Too many searches: ${count} refused`)
  return ({ method = '' }, outgoing, path) => {
    if (hasRoom()) return false
    const found = findRoute(SEARCH_ROUTES, method, path.split('?', 1)[0] ?? '')
    if (found === undefined || found === 'method-not-allowed') return false
    writeError(outgoing, REFUSAL)
    metrics.count({ method, route: found.route.path, status: 429, seconds: 0 })
    tell()
    return true
  }
}
