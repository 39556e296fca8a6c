/**
 * Renders pages in Chromium. The browser has no network: every request of a page is answered by the crawl's own checked
 * requests, so that a page cannot reach addresses that the crawl may not reach.
 */
import type { Browser, BrowserContext, Route } from 'playwright-core'
import { ANY, request, type Requester } from '../net/request.ts'
import type { Received } from '../net/outcome.ts'

/** A browser for the pages of one crawl. */
export interface Renderer {
  /**
   * The HTML of a page after its scripts ran. @param html the page as it was received; it is not requested again.
   * @throws RenderError
   */
  render: (url: string, html: string) => Promise<string>
  close: () => Promise<void>
}

/** A page could not be rendered; the message gives the reason. */
export class RenderError extends Error {
  override name = 'RenderError'
}

/** Time (ms) without a request and without a change of the text after which a page is complete. */
const QUIET = 500

/** Longest wait (ms) for that. */
const SETTLE = 15_000

/** Interval (ms) between two looks at the text. */
const LOOK = 100

/** Requests of one page; a page of a docs site has a few dozen. */
const MAX_REQUESTS = 300

/** Bytes of scripts and styles that the pages of a site share and that are requested once. */
const CACHE_BYTES = 32 * 1024 * 1024

/** Redirects of one request. */
const MAX_REDIRECTS = 5

/** Resources that have no text. */
const UNUSED = new Set(['image', 'media', 'font'])

/** Resources that are the same for all pages. */
const SHARED = new Set(['script', 'stylesheet'])

/**
 * Starts Chromium. @param executable its path. @param requester answers the requests of pages.
 * @throws RenderError if it does not start.
 */
export async function openRenderer(executable: string, requester: Requester): Promise<Renderer> {
  const browser = await launch(executable)
  const cache = new Map<string, Received>()
  let last: Promise<unknown> = Promise.resolve()
  const renderNow = async (url: string, html: string): Promise<string> => {
    const context = await browser.newContext({ serviceWorkers: 'block', userAgent: requester.userAgent })
    try {
      return await renderIn(context, { url, html, requester, cache })
    } catch (error) {
      requester.signal?.throwIfAborted()
      throw new RenderError(`Chromium: ${firstLine(error)}`)
    } finally {
      await context.close().catch(() => undefined)
    }
  }
  return {
    // One page at a time bounds the memory.
    render(url, html) {
      const next = last.then(() => renderNow(url, html))
      last = next.catch(() => undefined)
      return next
    },
    close: () => browser.close(),
  }
}

/** The driver of Chromium, a peer dependency. */
async function driver(): Promise<typeof import('playwright-core')> {
  try {
    return await import('playwright-core')
  } catch {
    throw new RenderError(
      'pages are rendered with playwright-core, which is not installed: npm install playwright-core',
    )
  }
}

async function launch(executable: string): Promise<Browser> {
  const { chromium } = await driver()
  const options = {
    executablePath: executable,
    // Requests that no route answers find no host, whatever protocol they use.
    args: ['--host-resolver-rules=MAP * ~NOTFOUND', '--force-webrtc-ip-handling-policy=disable_non_proxied_udp'],
    proxy: { server: 'http://127.0.0.1:9', bypass: '<-loopback>' },
  }
  try {
    // The sandbox does not start for root and in some containers.
    return await chromium.launch({ ...options, chromiumSandbox: process.getuid?.() !== 0 })
  } catch {
    try {
      return await chromium.launch({ ...options, chromiumSandbox: false })
    } catch (error) {
      throw new RenderError(`Chromium (${executable}) does not start: ${firstLine(error)}`)
    }
  }
}

interface Rendering {
  url: string
  html: string
  requester: Requester
  cache: Map<string, Received>
}

async function renderIn(context: BrowserContext, rendering: Rendering): Promise<string> {
  const { url, html, requester } = rendering
  let requests = 0
  let pending = 0
  await context.routeWebSocket(/.*/, (socket) => void socket.close())
  await context.route(/.*/, async (route) => {
    if (route.request().isNavigationRequest() && sameAddress(route.request().url(), url)) {
      await route.fulfill({ status: 200, contentType: 'text/html; charset=utf-8', body: html })
      return
    }
    if (++requests > MAX_REQUESTS) return await route.abort()
    pending++
    await answer(route, rendering).finally(() => pending--)
  })
  const page = await context.newPage()
  const deadline = requester.seconds * 1000
  await page.goto(url, { waitUntil: 'load', timeout: deadline })
  const end = performance.now() + Math.min(SETTLE, deadline)
  let text = -1
  let since = performance.now()
  while (performance.now() < end) {
    const now = await page.evaluate('document.body ? document.body.innerText.length : 0')
    if (typeof now === 'number' && now !== text) {
      text = now
      since = performance.now()
    }
    if (pending > 0) since = performance.now()
    if (text > 0 && performance.now() - since >= QUIET) break
    await page.waitForTimeout(LOOK)
  }
  const rendered = await page.content()
  if (rendered.length > requester.bytes)
    throw new RenderError(`the rendered page has more than ${requester.bytes} characters`)
  return rendered
}

/** Answers a request of a page; only GET requests over http leave the browser. */
async function answer(route: Route, { requester, cache }: Rendering): Promise<void> {
  const asked = route.request()
  const type = asked.resourceType()
  if (asked.method() !== 'GET' || !/^https?:/.test(asked.url()) || UNUSED.has(type)) return await route.abort()
  const received = cache.get(asked.url()) ?? (await fetchFor(requester, asked.url()))
  if (received === undefined) return await route.abort()
  if (SHARED.has(type) && sizeOf(cache) + received.body.length < CACHE_BYTES) cache.set(asked.url(), received)
  const { body, type: media, charset } = received
  const contentType = charset === '' ? media : `${media}; charset=${charset}`
  return await route.fulfill({
    status: 200,
    body,
    headers: { ...(contentType !== '' && { 'content-type': contentType }), 'access-control-allow-origin': '*' },
  })
}

async function fetchFor(requester: Requester, url: string): Promise<Received | undefined> {
  for (let at = url, hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const outcome = await request(requester, { url: at }, ANY)
    if (outcome.kind === 'received') return outcome
    if (outcome.kind !== 'redirect') return undefined
    at = outcome.to
  }
  return undefined
}

const sizeOf = (cache: ReadonlyMap<string, Received>): number =>
  [...cache.values()].reduce((sum, { body }) => sum + body.length, 0)

const sameAddress = (one: string, other: string): boolean => one.split('#', 1)[0] === other.split('#', 1)[0]

const firstLine = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unknown error'
