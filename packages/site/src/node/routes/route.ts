/** The entries of the table of routes (`table.ts`). */
import type { SiteState } from '../pages/site-state.ts'

/** How a site is shown: by the dev server, by a server in production, or as files on any host. */
export type Mode = 'dev' | 'serve' | 'files'

/**
 * How long a browser may keep a body. `immutable`: for ever, since its name changes with its content. `revalidate`: it is
 * requested again each time, with its entity tag. `no-store`: not at all.
 */
export type CacheRule = 'immutable' | 'revalidate' | 'no-store'

/** A body that a route has made. Type and cache rule are the route's unless it names others. */
export interface MadeBody {
  body: string | Uint8Array
  /** Default: 200. */
  status?: 200 | 404 | 500
  type?: string
  cache?: CacheRule
  /** The name of a body that never changes: it is the entity tag, and the compressed forms are kept under it. */
  name?: string
  /** With status 500: the key of the page that could not be made, and the reason. */
  failure?: { page: string; error: unknown }
}

/** What a route has at a path: bytes, the absolute path of a file, an address that leads on, or a response that stays open. */
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
  /** `undefined` where the route has nothing at this path; the next route is then asked. */
  read(state: SiteState, request: RouteRequest): Found | undefined | Promise<Found | undefined>
  /** The keys of a static site. */
  keys?(state: SiteState): Iterable<string>
  /** For routes with one file for each page: its key. `undefined` where a page has none. */
  keyOfPage?(state: SiteState, page: string): string | undefined
  /** The file that a key is written to in a static site, from its top; default: the key. */
  file?(key: string): string
}

/** The part of a key that matches `*`; `undefined` when the key does not match. */
export function matchPattern(pattern: string, key: string): string | undefined {
  if (!pattern.endsWith('*')) return key === pattern ? '' : undefined
  const prefix = pattern.slice(0, -1)
  return key.startsWith(prefix) ? key.slice(prefix.length) : undefined
}
