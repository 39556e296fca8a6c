/**
 * The routes of the website, typed by their patterns: `[x]` is one segment, `[...x]` the rest of the path. The first match
 * wins, so static patterns are first. The server uses them, and the browser to decide which links it can follow without a
 * full load. Versions and languages are not routes, but segments of a page's URL.
 */

const PATTERNS = ['/search', '/tags/[tag]', '/[...slug]'] as const

type Pattern = (typeof PATTERNS)[number]

type ParamsOf<P extends string> = P extends `${infer Head}/${infer Tail}`
  ? ParamsOf<Head> & ParamsOf<Tail>
  : P extends `[...${infer Name}]`
    ? { [K in Name]: string[] }
    : P extends `[${infer Name}]`
      ? { [K in Name]: string }
      : unknown

/** The route of a path, with the decoded segments of its dynamic parts. */
export type RouteMatch = { [P in Pattern]: { pattern: P; params: ParamsOf<P> } }[Pattern]

/** The route of a path; `undefined` for invalid escapes. @param path a URL's pathname without the site's base. */
export function matchRoute(path: string): RouteMatch | undefined {
  const segments = splitPath(path)
  if (!segments) return undefined
  for (const pattern of PATTERNS) {
    const params = matchPattern(pattern, segments)
    if (params) return { pattern, params } as RouteMatch
  }
  return undefined
}

function matchPattern(pattern: string, segments: string[]): Record<string, string | string[]> | undefined {
  const parts = pattern.split('/').filter(Boolean)
  const params: Record<string, string | string[]> = {}
  for (const [position, part] of parts.entries()) {
    if (part.startsWith('[...')) {
      params[part.slice(4, -1)] = segments.slice(position)
      return params
    }
    const segment = segments[position]
    if (segment === undefined) return undefined
    if (part.startsWith('[')) params[part.slice(1, -1)] = segment
    else if (part !== segment) return undefined
  }
  return parts.length === segments.length ? params : undefined
}

function splitPath(path: string): string[] | undefined {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return undefined
  }
}
