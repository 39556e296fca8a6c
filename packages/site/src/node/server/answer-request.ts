/** The answer of a site to one request, from the state that the site had when the request arrived. */
import { searchPaths } from '../pages/generated-page.ts'
import { markdownOf } from '../pages/machine-files.ts'
import { renderPage } from '../pages/render.ts'
import type { SiteState } from '../pages/site-state.ts'
import { mediaTypeOf } from '../routes/media-types.ts'
import { type CacheRule, type MadeBody, matchPattern, type Route } from '../routes/route.ts'
import { MACHINE_FILES, PAGES } from '../routes/table.ts'
import { belowBase, encodeKey, pathKey, RESERVED, toHref } from '../../shared/paths.ts'
import { sendAsset } from './assets.ts'
import type { BodyMemory } from './body-memory.ts'
import { type Answer, type CompressedCache, packFor, preferredEncoding, respond, sendPacked } from './respond.ts'

/** The parts of a site in one state. */
export interface AnsweringSite {
  base: string
  routes: readonly Route[]
  state: SiteState
  /** The packed bodies of this state. */
  bodies: BodyMemory
  /** The compressed forms of bodies with a name, in all states. */
  compressed: CompressedCache
  /** Opens a connection for live updates. */
  connect: () => Response
  /** Receives the error of a page that could not be rendered, and the key of the page. */
  onError: ((error: unknown, page: string) => void) | undefined
}

const CACHE_CONTROL: Readonly<Record<CacheRule, string>> = {
  immutable: 'public, max-age=31536000, immutable',
  revalidate: 'no-cache',
  'no-store': 'no-store',
}

/** Answers any request; paths outside the site get the not-found page. */
export async function answerRequest(request: Request, site: AnsweringSite): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed()
  const { base, state } = site
  const { pathname, search } = new URL(request.url)
  const path = belowBase(base, pathname)
  if (path === undefined) return send(request, site, PAGES, await renderPage(state, undefined, search))
  const key = pathKey(path)
  const page = state.snapshot.pages.get(key)
  if (page) {
    const markdown = wantsMarkdown(request) ? markdownOf(state.snapshot, page) : undefined
    if (markdown) return send(request, site, MACHINE_FILES, markdown)
    // Each page has one address, without a slash at the end.
    if (path.length > 1 && path.endsWith('/')) return redirect(toHref(base, encodeKey(key)), search)
  }
  return answerByRoute(request, site, key, search)
}

/** Answers with the first route that has something at the path. */
async function answerByRoute(request: Request, site: AnsweringSite, key: string, search: string): Promise<Response> {
  const { state, bodies, connect } = site
  // A body without a name follows from the state and the path, but for pages that show the query of their address.
  const encoding = preferredEncoding(request.headers.get('accept-encoding'))
  const name = search === '' || !showsQuery(state, key) ? `${encoding ?? 'plain'} ${key}` : undefined
  const packed = name === undefined ? undefined : bodies.get(name)
  if (packed) return sendPacked(request, packed)
  for (const route of site.routes) {
    const rest = matchPattern(route.pattern, key)
    if (rest === undefined) continue
    const found = await route.read(state, { key, rest, search, ...(request.method === 'GET' && { connect }) })
    if (!found) continue
    if ('response' in found) return found.response
    if ('redirect' in found) return redirect(found.redirect, search)
    if ('file' in found) {
      const response = await sendAsset(request, found.file)
      if (response) return response
      continue
    }
    const made = { type: route.type ?? mediaTypeOf(key), ...found }
    if (name === undefined || !isLasting(route, made)) return send(request, site, route, made)
    const fresh = await packFor(answerOf(state, route, made), encoding)
    bodies.keep(name, fresh)
    return sendPacked(request, fresh)
  }
  throw new TypeError(`No route answers ${key}.`)
}

function send(request: Request, site: AnsweringSite, route: Route, made: MadeBody): Promise<Response> {
  const { name, failure } = made
  if (failure) site.onError?.(failure.error, failure.page)
  const kept = name === undefined ? undefined : { cache: site.compressed, name }
  return respond(request, answerOf(site.state, route, made), kept)
}

function answerOf(current: SiteState, route: Route, made: MadeBody): Answer {
  const { body, status = 200, type = route.type ?? '', cache = route.cache, name, headers: own } = made
  const headers = {
    ...route.headers?.(current),
    ...own,
    'content-type': type,
    'cache-control': CACHE_CONTROL[cache],
    ...(name !== undefined && { etag: `W/"${name}"` }),
  }
  return { status, headers, body }
}

/** Whether the page at a key depends on the query string: the search pages and the form for missing results. */
const showsQuery = ({ snapshot }: SiteState, key: string): boolean =>
  key === `${RESERVED}/report` || searchPaths(snapshot).includes(key)

/** Whether the body is the same at each request until the state changes; named bodies have a cache of their own. */
const isLasting = (route: Route, { status = 200, cache = route.cache, name }: MadeBody): boolean =>
  status === 200 && cache !== 'no-store' && name === undefined

/** Whether the request prefers Markdown to HTML, or accepts both alike. */
function wantsMarkdown(request: Request): boolean {
  const weights = new Map(
    (request.headers.get('accept') ?? '').split(',').map((part) => {
      const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return [type, weight === undefined ? 1 : Number(weight.slice(2))] as const
    }),
  )
  const markdown = weights.get('text/markdown') ?? 0
  return markdown > 0 && markdown >= (weights.get('text/html') ?? 0)
}

/** A permanent redirect that keeps the method (status 308) and the query. */
function redirect(href: string, search: string): Response {
  return new Response(null, { status: 308, headers: { location: href + (href.includes('?') ? '' : search) } })
}

function methodNotAllowed(): Response {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', allow: 'GET, HEAD' }
  return new Response('Method not allowed\n', { status: 405, headers })
}
