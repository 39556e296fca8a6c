/** The types of the table of routes (`table.ts`). */
import type { SiteState } from '../pages/site-state.ts'

/** How a site is published: by the dev server, by a server in production, or as files on any host. */
export type Mode = 'dev' | 'serve' | 'files'

/**
 * How long a browser may cache a body. `immutable`: forever, since its name changes with its content. `revalidate`: each use
 * sends a request with the entity tag. `no-store`: not at all.
 */
export type CacheRule = 'immutable' | 'revalidate' | 'no-store'

/** A body that a route has made. Default type and cache rule are the route's. */
export interface MadeBody {
  body: string | Uint8Array
  /** Default: 200. */
  status?: 200 | 404 | 500
  type?: string
  cache?: CacheRule
  /** Besides those of the route. */
  headers?: Record<string, string>
  /** The name of an immutable body, used as its entity tag and as the key of its cached compressed forms. */
  name?: string
  /** With status 500: the key of the page and the error. */
  failure?: { page: string; error: unknown }
}

/** The result of a route: a body, the absolute path of a file, the target of a redirect, or a response that stays open. */
export type Found = MadeBody | { file: string } | { redirect: string } | { response: Response }

/** The parts of a request that a route reads. */
export interface RouteRequest {
  /** The path below the base, decoded, without a slash at the end. */
  key: string
  /** The part of the key that matches the `*` of the pattern. */
  rest: string
  /** The query string, with its question mark, or empty. `undefined` for a file, which is the same for all queries. */
  search: string | undefined
  /** Opens a connection for live updates; dev server only. */
  connect?: () => Response
}

/** One kind of page or file. */
export interface Route {
  /** An exact path, or one that ends with `*` for any rest. */
  pattern: string
  modes: readonly Mode[]
  /** Media type; default: by the extension of the path. */
  type?: string
  cache: CacheRule
  headers?(state: SiteState): Record<string, string>
  /** `undefined` when the route has no result for this path; the next route is then tried. */
  read(state: SiteState, request: RouteRequest): Found | undefined | Promise<Found | undefined>
  /** The keys of a static site. */
  keys?(state: SiteState): Iterable<string> | Promise<Iterable<string>>
  /** For routes with one file for each page: the key of that file; `undefined` when a page has none. */
  keyOfPage?(state: SiteState, page: string): string | undefined
  /** The path of a key's file in a static site; default: the key. */
  file?(key: string): string
}

/** The part of a key that matches `*`; `undefined` when the key does not match. */
export function matchPattern(pattern: string, key: string): string | undefined {
  if (!pattern.endsWith('*')) return key === pattern ? '' : undefined
  const prefix = pattern.slice(0, -1)
  return key.startsWith(prefix) ? key.slice(prefix.length) : undefined
}
