/**
 * Finds the route of a path in the table. A router of our own: load shedding needs the route before a `Request` exists,
 * metrics and the API's description need the pattern of the path, `*` is never the name of an index, and a path with another
 * method is answered with 405.
 */
import { ServerError } from '../wire/errors.ts'
import type { Route } from './route.ts'

/** A route, and the decoded values of the placeholders in its path. */
export interface FoundRoute {
  route: Route
  path: ReadonlyMap<string, string>
}

const isPlaceholder = (segment: string): boolean => segment.startsWith('{')

/**
 * The text of a segment. A plus sign is a space: the public clients for PHP 3, Go 3, Ruby 2 and Java 3 encode names as forms do.
 * Go 4 and Kotlin 3 write a plus sign as itself, so in paths they do not reach names that contain one.
 */
function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

/**
 * The values of the placeholders if the segments of a path match those of a route. `*` matches no placeholder: it means all indexes
 * and has routes of its own.
 */
function matchPath(wanted: readonly string[], given: readonly (string | undefined)[]): Map<string, string> | undefined {
  if (wanted.length !== given.length) return undefined
  const values = new Map<string, string>()
  for (const [i, segment] of wanted.entries()) {
    const decoded = given[i]
    if (decoded === undefined) return undefined
    if (!isPlaceholder(segment)) {
      if (decoded !== segment) return undefined
    } else if (decoded === '' || (segment === '{index}' && decoded === '*')) return undefined
    else values.set(segment.slice(1, -1), decoded)
  }
  return values
}

/** The first route that matches; `method-not-allowed` when only the method differs. */
export function findRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): FoundRoute | 'method-not-allowed' | undefined {
  let pathFits = false
  // Split before it is decoded: an encoded slash is part of a name.
  const segments = path.split('/').map(decodeSegment)
  // The public client for PHP 3 lists indexes with a slash at the end.
  const withoutSlash = method === 'GET' && segments.at(-1) === '' ? segments.slice(0, -1) : undefined
  for (const route of routes) {
    const isList = !isPlaceholder(route.segments.at(-1) ?? '')
    const values = matchPath(route.segments, isList ? (withoutSlash ?? segments) : segments)
    if (values === undefined) continue
    if (route.method === method) return { route, path: values }
    pathFits = true
  }
  return pathFits ? 'method-not-allowed' : undefined
}

/** UTF-16 units of a path in a refusal. */
const SHOWN_PATH = 100

/** As `findRoute`. Throws a `ServerError`: 404 or 405. */
export function requireRoute(routes: readonly Route[], method: string, path: string): FoundRoute {
  const found = findRoute(routes, method, path)
  if (found === undefined)
    throw new ServerError(
      'not-found',
      `Path not supported by this server: ${method} ${path.slice(0, SHOWN_PATH)}; GET /_docent/openapi.json lists its calls`,
    )
  if (found === 'method-not-allowed') throw new ServerError('method-not-allowed', 'Method not allowed on this path')
  return found
}
