/** One port for website and search API: decides which of them answers a request. */
import { isMetadataPath } from '../assistants/assistants.ts'
import type { Fetch, RefuseEarly } from './listen.ts'
import type { Shed } from './shed.ts'

/** Paths of the API; all others are the website's. */
const API_PATH = /^\/(?:1\/|_docent\/(?:health|ready|metrics|reindex|openapi\.json|mcp)$)/

/** Later versions of the wire, which the API refuses. A site may have pages of its own there. */
const LATER_VERSION = /^\/[23]\//

/** Clients of the wire name an application, in a header or in the query string. */
const namesApplication = (request: Request, url: URL): boolean =>
  request.headers.has('x-algolia-application-id') || /[?&]x-algolia-application-id=/i.test(url.search)

/** The path within the API, which is at the root and below the base; `undefined` for the website's. */
function apiPath(base: string, path: string, known: RegExp = API_PATH): string | undefined {
  if (known.test(path)) return path
  const below = path.startsWith(base) ? path.slice(base.length - 1) : ''
  return known.test(below) ? below : undefined
}

/**
 * Sends API paths to the API, at the root and below the base, and all others to the site. Public clients are configured with a host
 * only, so they use the root; the site's dialog uses the base, since a proxy may forward only the base.
 *
 * @param base as in the configuration: a slash at both ends.
 */
export function joinApi(base: string, api: Fetch, site: Fetch): Fetch {
  return (request, env) => {
    const url = new URL(request.url)
    // The path of a well-known document has the base at its end (RFC 9728).
    const path =
      (isMetadataPath(url.pathname) ? url.pathname : undefined) ??
      apiPath(base, url.pathname) ??
      (namesApplication(request, url) ? apiPath(base, url.pathname, LATER_VERSION) : undefined)
    if (path === undefined) return site(request, env)
    if (path === url.pathname) return api(request, env)
    url.pathname = path
    return api(new Request(url, request), env)
  }
}

/** Load shedding for the same paths. */
export function joinShed(base: string, shed: Shed): RefuseEarly {
  return (incoming, outgoing) => {
    const path = apiPath(base, incoming.url ?? '')
    return path !== undefined && shed(incoming, outgoing, path)
  }
}
