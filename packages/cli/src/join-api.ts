/** One port for website and search API: which request is whose. */

import type { Fetch } from './http-server.ts'

/** What the API answers; everything else is the website's. */
const API_PATH = /^\/(?:1\/|_docent\/(?:health|ready|metrics|openapi\.json)$)/

/**
 * Sends API paths to the API, at the root and below the base, and the rest to the site. Public clients know only hosts,
 * so they ask at the root; the site's own dialog asks below its base, which may be all that a proxy lets through.
 *
 * @param base as in the configuration: a slash at both ends.
 */
export function joinApi(base: string, api: Fetch, site: (request: Request) => Promise<Response>): Fetch {
  return (request, env) => {
    const url = new URL(request.url)
    if (API_PATH.test(url.pathname)) return api(request, env)
    const below = url.pathname.startsWith(base) ? url.pathname.slice(base.length - 1) : undefined
    if (below === undefined || !API_PATH.test(below)) return site(request)
    url.pathname = below
    return api(new Request(url, request), env)
  }
}
