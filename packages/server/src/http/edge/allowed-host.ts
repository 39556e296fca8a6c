/**
 * The host names that a dev server answers to. Any site can point its own name to this machine (DNS rebinding), and its pages could
 * then read drafts; but their requests carry that name. So only known names are answered: addresses, the names of this machine,
 * and those that the author has configured.
 */

import { groupWarnings } from '../../system/grouped-warning.ts'
import type { Log } from '../../system/log.ts'
import { hostName, isAllowedHost } from '../host-names.ts'
import type { RefuseEarly } from './listen.ts'
import { PLAIN_TEXT_HEADERS } from './plain-text.ts'

/**
 * Answers requests for other names with 403. A request without a `Host` is refused later, with 400.
 * @param names the host that the server was started with, and that of `siteUrl`, as they are now.
 */
export function refuseOtherNames(names: () => readonly string[], log: Log): RefuseEarly {
  const warn = groupWarnings(log, 'host-refused', (count) => `Asked by a name that is not known: ${count} refused`)
  return ({ headers: { host } }, outgoing) => {
    if (host === undefined || isAllowedHost(host, names())) return false
    warn()
    const name = hostName(host)
    const advice = `: start it with --host ${name}, or set "siteUrl" to http://${name} in the configuration`
    const text = `This server does not answer to the name that it was asked by${name === undefined ? '' : advice}.\n`
    outgoing.writeHead(403, { ...PLAIN_TEXT_HEADERS, 'content-length': Buffer.byteLength(text) })
    outgoing.end(text)
    return true
  }
}
