/**
 * Renders pages in Chromium. The browser has no network: every request of a page is answered by the crawl's own requests,
 * so that a page cannot reach addresses that the crawl may not reach, nor faster than the crawl does.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from '@docent/ingest/message-of'
import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import type { Received } from '../net/outcome.ts'

/** A browser for the pages of one crawl. */
export interface Renderer {
  /**
   * A page after its scripts ran. @param html the page as it was received; it is not requested again.
   * @throws RenderError
   */
  render: (url: string, html: string) => Promise<Rendered>
  close: () => Promise<void>
}

/** A page after its scripts ran. */
export interface Rendered {
  html: string
  /** Its address then: routers in the browser change it. */
  url: string
}

/** The parts of a crawl that pages in the browser use. */
export interface RenderContext {
  userAgent: string
  /** Maximum number of characters of a rendered page, and bytes of one of its files. */
  bytes: number
  /** A file of a page, by the rules and at the pace of the crawl; `undefined` if it cannot be had. */
  fetch: (url: string) => Promise<Received | undefined>
  signal?: AbortSignal
}

/** A page could not be rendered; the message gives the reason. */
export class RenderError extends Error {
  override name = 'RenderError'
}

/** Time (ms) without a request and without a change of the text after which a page is complete. */
const QUIET = 500

/** Longest wait (ms) for that, without the time for requests, which wait for their turn. */
const SETTLE = 15_000

/** Longest time (ms) for one page: 200 requests at 2 a second, which sites with many scripts need for their first page. */
const LONGEST = 100_000

/** Longest time (ms) for an answer of the page itself. A page whose script never ends does not answer at all. */
const STUCK = 30_000

/** Interval (ms) between two looks at the text. */
const LOOK = 100

/** Requests of one page; a page of a docs site has a few dozen. */
const MAX_REQUESTS = 300

/** Bytes of scripts and styles that the pages of a site share and that are requested once. */
const CACHE_BYTES = 32 * 1024 * 1024

/** Resources that have no text. */
const UNUSED = new Set(['image', 'media', 'font'])

/** Resources that are the same for all pages. */
const SHARED = new Set(['script', 'stylesheet'])

/**
 * Starts Chromium. @param executable its path.
 * @throws RenderError if it does not start.
 */
export async function openRenderer(executable: string, crawl: RenderContext, stuck = STUCK): Promise<Renderer> {
  const browser = await launch(executable)
  const cache = new Map<string, Received>()
  let last: Promise<unknown> = Promise.resolve()
  const renderNow = async (url: string, html: string): Promise<Rendered> => {
    const context = await browser.newContext({ serviceWorkers: 'block', userAgent: crawl.userAgent })
    try {
      return await renderIn(context, { url, html, crawl, cache, stuck })
    } catch (error) {
      crawl.signal?.throwIfAborted()
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
  crawl: RenderContext
  cache: Map<string, Received>
  stuck: number
}

async function renderIn(context: BrowserContext, rendering: Rendering): Promise<Rendered> {
  const { url, html, crawl, stuck } = rendering
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
  await page.goto(url, { waitUntil: 'commit', timeout: SETTLE })
  const inTime = <T>(answer: Promise<T>): Promise<T> => withinTime(answer, stuck, crawl.signal)
  await settled(page, { isRequesting: () => pending > 0, inTime, signal: crawl.signal })
  const rendered = await inTime(page.content())
  if (rendered.length > crawl.bytes) throw new RenderError(`the rendered page has more than ${crawl.bytes} characters`)
  return { html: rendered, url: page.url() }
}

/** The answer of a page. @throws an error after `ms`, and the reason of `signal` at once. */
async function withinTime<T>(answer: Promise<T>, ms: number, signal: AbortSignal | undefined): Promise<T> {
  const timer = new AbortController()
  const late = sleep(ms, undefined, { signal: AbortSignal.any([timer.signal, ...(signal ? [signal] : [])]) }).then(
    () => {
      throw new Error(`a script of the page did not end within ${ms / 1000} s`)
    },
  )
  try {
    return await Promise.race([answer, late])
  } finally {
    timer.abort()
    // Whichever comes later.
    late.catch(() => undefined)
    answer.catch(() => undefined)
  }
}

/** The state of a page that is being rendered. */
interface Settling {
  isRequesting: () => boolean
  inTime: <T>(answer: Promise<T>) => Promise<T>
  signal: AbortSignal | undefined
}

/** Waits until the text of a page stays the same and no request is under way. */
async function settled(page: Page, { isRequesting, inTime, signal }: Settling): Promise<void> {
  const end = performance.now() + LONGEST
  let text = -1
  let same = 0
  let waited = 0
  while (performance.now() < end && waited < SETTLE && !(text > 0 && same >= QUIET)) {
    signal?.throwIfAborted()
    const now = await inTime(page.evaluate('document.body ? document.body.innerText.length : 0'))
    const isSame = now === text && !isRequesting()
    if (typeof now === 'number') text = now
    await page.waitForTimeout(LOOK)
    same = isSame ? same + LOOK : 0
    if (!isRequesting()) waited += LOOK
  }
}

/** Answers a request of a page; only GET requests over http leave the browser. */
async function answer(route: Route, { crawl, cache }: Rendering): Promise<void> {
  const asked = route.request()
  const url = asked.url()
  const type = asked.resourceType()
  if (asked.method() !== 'GET' || !/^https?:/.test(url) || UNUSED.has(type) || isPrefetch(asked.headers()))
    return await route.abort()
  const received = cache.get(url) ?? (await crawl.fetch(url))
  if (received === undefined || received.body.length > crawl.bytes) return await route.abort()
  if (SHARED.has(type) && sizeOf(cache) + received.body.length < CACHE_BYTES) cache.set(url, received)
  const { body, type: media, charset } = received
  const contentType = charset === '' ? media : `${media}; charset=${charset}`
  return await route.fulfill({
    status: 200,
    body,
    headers: { ...(contentType !== '' && { 'content-type': contentType }), 'access-control-allow-origin': '*' },
  })
}

/** A file for pages that the reader may open next. */
const isPrefetch = (headers: Readonly<Record<string, string>>): boolean =>
  (headers['sec-purpose'] ?? headers['purpose'] ?? '').includes('prefetch')

const sizeOf = (cache: ReadonlyMap<string, Received>): number =>
  [...cache.values()].reduce((sum, { body }) => sum + body.length, 0)

const sameAddress = (one: string, other: string): boolean => one.split('#', 1)[0] === other.split('#', 1)[0]

const firstLine = (error: unknown): string => messageOf(error).split('\n', 1).join('')
