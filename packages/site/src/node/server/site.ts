/**
 * The website over HTTP, as a web-standard `fetch`. Paths are looked up in the table of routes. The site has one immutable
 * state of its content; `update` replaces it between two requests.
 */
import { findBuilt } from '../built.ts'
import type { SiteContent } from '../content/site-content.ts'
import type { SiteOptions, SiteSettings } from '../content/site-options.ts'
import { searchPaths } from '../pages/generated-page.ts'
import { markdownOf } from '../pages/machine-files.ts'
import { renderPage } from '../pages/render.ts'
import { createSiteState, type SiteState } from '../pages/site-state.ts'
import { mediaTypeOf } from '../routes/media-types.ts'
import { type CacheRule, type MadeBody, matchPattern, type Route } from '../routes/route.ts'
import { MACHINE_FILES, PAGES, ROUTES } from '../routes/table.ts'
import type { LiveUpdate, SavedProblems, SiteInfo } from '../../shared/page-data.ts'
import { belowBase, encodeKey, normalizeBase, pathKey, RESERVED, toHref } from '../../shared/paths.ts'
import { sendAsset } from './assets.ts'
import { createLiveConnections } from './live.ts'
import { BodyMemory } from './body-memory.ts'
import { type Answer, type CompressedCache, packFor, preferredEncoding, respond, sendPacked } from './respond.ts'

/** A website that answers requests. */
export interface Site {
  /** Answers any request; paths outside the site get the not-found page. Never rejects because of content. */
  fetch(request: Request): Promise<Response>
  /**
   * Replaces the content from the next request on, and reports it to connected browsers. False when nothing has changed.
   * @param settings new settings, if they have changed too; browsers then load their page in full.
   */
  update(content: SiteContent, settings?: SiteSettings): boolean
  /** Reports to connected browsers why the docs could not be read, until the next update. */
  fail(fault: string): void
  /** Ends the live connections. */
  close(): void
}

const CACHE_CONTROL: Readonly<Record<CacheRule, string>> = {
  immutable: 'public, max-age=31536000, immutable',
  revalidate: 'no-cache',
  'no-store': 'no-store',
}

/** Makes a site. @throws SiteNotBuiltError when the browser code is missing. */
export function createSite(options: SiteOptions): Site {
  const built = findBuilt()
  const base = normalizeBase(options.base ?? '')
  const routes = ROUTES.filter(({ modes }) => modes.includes(options.live ? 'dev' : 'serve'))
  const live = createLiveConnections()
  const compressed: CompressedCache = new Map()
  let settings: SiteSettings = options
  let state = createSiteState(options, built)
  let bodies = new BodyMemory()
  let fault: string | undefined
  // Loaded now, so that the bundle is from the same build as the files in memory; the first page reports a failure.
  void built.load().catch(() => undefined)

  function connect(): Response {
    return live.connect({ ...currentState(), ...(fault !== undefined && { fault }) })
  }

  function currentState(): LiveUpdate {
    const { site, content } = state.snapshot
    return { build: site.build, ...(content.savedProblems && { problems: content.savedProblems }) }
  }

  async function answer(request: Request): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed()
    const [current, known] = [state, bodies]
    const { pathname, search } = new URL(request.url)
    const path = belowBase(base, pathname)
    if (path === undefined) return send(request, current, PAGES, await renderPage(current, undefined, search))
    const key = pathKey(path)
    const page = current.snapshot.pages.get(key)
    if (page) {
      const markdown = wantsMarkdown(request) ? markdownOf(current.snapshot, page) : undefined
      if (markdown) return send(request, current, MACHINE_FILES, markdown)
      // Each page has one address, without a slash at the end.
      if (path.length > 1 && path.endsWith('/')) return redirect(toHref(base, encodeKey(key)), search)
    }
    return answerByRoute(request, current, known, { key, search })
  }

  /** Answers with the first route that has something at the path. */
  async function answerByRoute(
    request: Request,
    current: SiteState,
    known: BodyMemory,
    { key, search }: { key: string; search: string },
  ): Promise<Response> {
    // A body without a name follows from the state and the path, but for pages that show the query of their address.
    const encoding = preferredEncoding(request.headers.get('accept-encoding'))
    const name = search === '' || !showsQuery(current, key) ? `${encoding ?? 'plain'} ${key}` : undefined
    const packed = name === undefined ? undefined : known.get(name)
    if (packed) return sendPacked(request, packed)
    for (const route of routes) {
      const rest = matchPattern(route.pattern, key)
      if (rest === undefined) continue
      const found = await route.read(current, { key, rest, search, ...(request.method === 'GET' && { connect }) })
      if (!found) continue
      if ('response' in found) return found.response
      if ('redirect' in found) return redirect(found.redirect, search)
      if ('file' in found) {
        const response = await sendAsset(request, found.file)
        if (response) return response
        continue
      }
      const made = { type: route.type ?? mediaTypeOf(key), ...found }
      if (name === undefined || !isLasting(route, made)) return send(request, current, route, made)
      const fresh = await packFor(answerOf(current, route, made), encoding)
      known.keep(name, fresh)
      return sendPacked(request, fresh)
    }
    throw new TypeError(`No route answers ${key}.`)
  }

  function send(request: Request, current: SiteState, route: Route, made: MadeBody): Promise<Response> {
    const { name, failure } = made
    if (failure) options.onError?.(failure.error, failure.page)
    return respond(
      request,
      answerOf(current, route, made),
      name === undefined ? undefined : { cache: compressed, name },
    )
  }

  return {
    async fetch(request) {
      const response = await answer(request)
      // On every response, so that browsers only run files with a script's media type.
      response.headers.set('x-content-type-options', 'nosniff')
      return response
    },
    update(content, changed) {
      settings = changed ?? settings
      const next = createSiteState({ ...settings, base, live: options.live ?? false, content }, built)
      // Old style sheets have other names and are not requested again.
      if (next.styleSheet?.name !== state.styleSheet?.name) compressed.clear()
      const [before, after] = [state.snapshot, next.snapshot]
      const isOther = after.site.build !== before.site.build || fault !== undefined
      const hasOtherProblems = !isSame(after.content.savedProblems, before.content.savedProblems)
      const frame = changed !== undefined || !isSame({ ...after.site, build: '' }, { ...before.site, build: '' })
      state = next
      bodies = new BodyMemory()
      fault = undefined
      if (isOther || hasOtherProblems) live.send({ ...currentState(), ...(frame && { frame }) })
      return isOther
    },
    fail(why) {
      fault = why
      live.send({ ...currentState(), fault })
    },
    close() {
      live.close()
    },
  }
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

function isSame<T extends SiteInfo | SavedProblems | undefined>(one: T, other: T): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

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
