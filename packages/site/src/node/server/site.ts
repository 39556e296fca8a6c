/**
 * The website over HTTP, as a web-standard `fetch`: pages, page-data, navigations, static files, assets, and live
 * updates. It holds one snapshot of the content; `update` swaps it between two requests.
 */
import { extname } from 'node:path'
import { styleSheetOf } from '../style-sheet.ts'
import { sendAsset } from './assets.ts'
import { findBuilt } from '../built.ts'
import type { SiteContent } from '../content/site-content.ts'
import { createLiveConnections } from './live.ts'
import { type MachineFile, machineFile, markdownOf } from '../pages/machine-files.ts'
import type { SiteInfo } from '../../shared/page-data.ts'
import { belowBase, encodeKey, pathKey, RESERVED, toHref } from '../../shared/paths.ts'
import { contentSecurityPolicy, PAGE_HEADERS } from '../security-headers.ts'
import { renderPage, renderReport, type RenderedPage } from '../pages/render.ts'
import { respond, type Answer, type CompressedCache } from './respond.ts'
import { errorPage, notFoundPage } from '../pages/generated-page.ts'
import { readPage } from '../pages/page-view.ts'
import { createSnapshot, findNavigation, type Snapshot } from '../content/snapshot.ts'
import { type SiteOptions, type SiteSettings, snapshotOptionsOf } from '../content/site-options.ts'

/** A website that answers requests. */
export interface Site {
  /** Answers any request; paths that are not the site's get the not-found page. Never rejects for content. */
  fetch(request: Request): Promise<Response>
  /**
   * Shows other content from the next request on, and tells connected browsers. False where it is as it was.
   * @param settings where they have changed as well: browsers then load their page in full.
   */
  update(content: SiteContent, settings?: SiteSettings): boolean
  /** Tells connected browsers why the docs could not be read, until the next update. */
  fail(fault: string): void
  /** Ends the live connections. */
  close(): void
}

/** A year, and never asked for again: the name changes with the content. Seconds. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Kept, but asked for again each time: the entity tag makes that cheap. */
const REVALIDATE = 'no-cache'

/** UTF-16 units of a reported query: more than the search box takes. */
const REPORTED_QUERY_LENGTH = 512

/** Headers of answers that are a sentence. */
const PLAIN = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }

const NO_SITEMAP =
  'There is no sitemap, which needs the public address of the site: set "siteUrl" in the configuration.\n'

const STATIC_TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** @throws SiteNotBuiltError when the browser code is missing. */
export function createSite(options: SiteOptions): Site {
  const built = findBuilt()
  let settings: SiteSettings = options
  let snapshotOptions = snapshotOptionsOf(options, built)
  const { base } = snapshotOptions
  let styleSheet = styleSheetOf(options.appearance ?? {})
  const live = createLiveConnections()
  const compressed: CompressedCache = new Map()
  let snapshot = createSnapshot(options.content, snapshotOptions)
  let fault: string | undefined
  // Now, so that the bundle is that of the files; a failure is told of by the first page.
  void built.load().catch(() => undefined)

  async function answerPage(request: Request, current: Snapshot, path: string | undefined): Promise<Response> {
    const page = await renderPage(current, built, path, new URL(request.url).search)
    if (page.error !== undefined) options.onError?.(page.error, path ?? '')
    return sendPage(request, page)
  }

  async function answerReport(request: Request, current: Snapshot): Promise<Response> {
    const { searchParams } = new URL(request.url)
    const query = (searchParams.get('query') ?? '').slice(0, REPORTED_QUERY_LENGTH)
    return sendPage(request, await renderReport(current, built, { query, sent: searchParams.has('sent') }))
  }

  function sendPage(request: Request, page: RenderedPage): Promise<Response> {
    const headers = {
      ...PAGE_HEADERS,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(settings.search.hosts, snapshot.diagramFrame !== undefined),
      'cache-control': page.status === 500 ? 'no-store' : REVALIDATE,
      vary: 'accept',
    }
    return respond(request, { status: page.status, headers, body: page.html })
  }

  async function answerReserved(request: Request, current: Snapshot, path: string): Promise<Response> {
    const [kind, ...rest] = path.slice(RESERVED.length + 1).split('/')
    if (kind === 'static') return answerStatic(request, rest.join('/'))
    if (kind === 'data') return answerData(request, current, rest[0] ?? '', `/${rest.slice(1).join('/')}`)
    if (kind === 'nav') {
      const navigation = findNavigation(current, rest.join('/').replace(/\.json$/, ''))
      return navigation ? respond(request, json(navigation, 200, IMMUTABLE)) : plainNotFound(request)
    }
    if (kind === 'diagrams') return answerDiagramFrame(request, current, path)
    if (kind === 'report') return answerReport(request, current)
    if (kind === 'live' && current.site.live && request.method === 'GET')
      return live.connect({ build: current.site.build, ...(fault !== undefined && { fault }) })
    return plainNotFound(request)
  }

  function answerStatic(request: Request, name: string): Promise<Response> {
    const body = name === styleSheet?.name ? Buffer.from(styleSheet.body) : built.files.get(name)
    if (!body) return plainNotFound(request)
    const headers = {
      'content-type': STATIC_TYPES[extname(name)] ?? 'application/octet-stream',
      'cache-control': IMMUTABLE,
      etag: `"${name}"`,
    }
    return respond(request, { status: 200, headers, body }, { cache: compressed, name })
  }

  function answerDiagramFrame(request: Request, { diagramFrame }: Snapshot, path: string): Promise<Response> {
    if (diagramFrame?.path !== path) return plainNotFound(request)
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${diagramFrame.policy}; frame-ancestors 'self'; sandbox allow-scripts`,
      'cache-control': IMMUTABLE,
      etag: `"${path}"`,
    }
    return respond(request, { status: 200, headers, body: diagramFrame.html })
  }

  async function answerData(request: Request, current: Snapshot, build: string, path: string): Promise<Response> {
    // Data of another build: not JSON, so that the browser loads the page, and with it the new build. Live browsers know
    // of new builds, and take the newest there is.
    const isLive = current.site.live
    if ((build !== current.site.build && !isLive) || !path.endsWith('.json')) return plainNotFound(request)
    const key = pathKey(path.slice(0, -'.json'.length))
    const target = key === '/index' ? '/' : key
    if (current.assets.has(target)) return plainNotFound(request)
    try {
      const page = await readPage(current, target)
      if (page) return await respond(request, json(page, 200, isLive ? REVALIDATE : IMMUTABLE))
      return await respond(request, json(notFoundPage(current, target), 404, REVALIDATE))
    } catch (error) {
      options.onError?.(error, target)
      return respond(request, json(errorPage(current, target), 500, 'no-store'))
    }
  }

  async function answer(request: Request): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response('Method not allowed\n', { status: 405, headers: { ...PLAIN, allow: 'GET, HEAD' } })
    const current = snapshot
    const { pathname, search } = new URL(request.url)
    const path = belowBase(base, pathname)
    if (path === undefined) return answerPage(request, current, undefined)
    const key = pathKey(path)
    const asset = current.assets.get(key)
    if (asset !== undefined) {
      const response = await sendAsset(request, asset)
      if (response) return response
    }
    if (path.startsWith(`${RESERVED}/`)) return answerReserved(request, current, path)
    const page = current.pages.get(key)
    const wantsMarkdown = request.headers.get('accept')?.includes('text/markdown') === true
    const forMachine = page
      ? wantsMarkdown
        ? markdownOf(current, page)
        : undefined
      : machineFile(current, key, settings.siteUrl)
    if (forMachine) return answerMachine(request, forMachine)
    const elsewhere = page ? undefined : current.redirects.get(key)
    if (elsewhere !== undefined) return redirect(toHref(base, elsewhere), search)
    if (key === '/sitemap.xml' && !page) return plainNotFound(request, NO_SITEMAP)
    const moved = page ? canonicalPath(base, path, key) : undefined
    if (moved !== undefined) return redirect(moved, search)
    return answerPage(request, current, path)
  }

  return {
    async fetch(request) {
      const response = await answer(request)
      // Of every answer: what is no script or style is never taken for one.
      response.headers.set('x-content-type-options', 'nosniff')
      return response
    },
    update(content, changed) {
      if (changed) {
        settings = changed
        const { base, live } = options
        snapshotOptions = snapshotOptionsOf({ ...changed, ...(base && { base }), live: live ?? false, content }, built)
        const before = styleSheet?.name
        styleSheet = styleSheetOf(changed.appearance ?? {})
        // Each save of it has a name of its own; what was packed of the others is packed again when it is asked for.
        if (styleSheet?.name !== before) compressed.clear()
      }
      const next = createSnapshot(content, snapshotOptions)
      const isOther = next.site.build !== snapshot.site.build || fault !== undefined
      const frame = changed !== undefined || !isSameSite(next.site, snapshot.site)
      snapshot = next
      fault = undefined
      if (isOther) live.send({ build: next.site.build, ...(frame && { frame }) })
      return isOther
    },
    fail(why) {
      fault = why
      live.send({ build: snapshot.site.build, fault })
    },
    close() {
      live.close()
    },
  }
}

/** Whether all pages have the same around them: no first diagram has come, which brings a script, and no other title. */
function isSameSite(one: SiteInfo, other: SiteInfo): boolean {
  return JSON.stringify({ ...one, build: '' }) === JSON.stringify({ ...other, build: '' })
}

/** One address for each page: without a slash at the end. `undefined` when the path is that address. */
function canonicalPath(base: string, path: string, key: string): string | undefined {
  return path.length > 1 && path.endsWith('/') ? toHref(base, encodeKey(key)) : undefined
}

function answerMachine(request: Request, { type, body }: MachineFile): Promise<Response> {
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': REVALIDATE,
    vary: 'accept',
  }
  return respond(request, { status: 200, headers, body })
}

/** For good: who follows keeps method and query. */
function redirect(href: string, search: string): Response {
  return new Response(null, { status: 308, headers: { location: href + (href.includes('?') ? '' : search) } })
}

function json(value: unknown, status: number, cacheControl: string): Answer {
  return {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': cacheControl,
    },
    body: JSON.stringify(value),
  }
}

function plainNotFound(request: Request, body = 'Not found\n'): Promise<Response> {
  return respond(request, { status: 404, headers: PLAIN, body })
}
