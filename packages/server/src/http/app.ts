/**
 * The API as a Hono application: a fetch handler for `/1/…` and for what whoever operates the server asks. Any other path
 * is refused in the wire's form: whoever has a website at the same port sends here only what is the API's. Order of the
 * work on a request: route, key, right, index, room for a search, and only then the body, so that strangers and refusals
 * cost next to nothing.
 */
import type { ServerResponse } from 'node:http'
import { Hono } from 'hono'
import type { Context } from 'hono'
import type { AddressRanges } from './address-ranges.ts'
import { addressRanges, clientOf, isThisMachine } from './address-ranges.ts'
import type { Backend } from '../backend/backend.ts'
import { ServerError, tooManySearches } from '../wire/errors.ts'
import type { Log } from '../node/log.ts'
import { authenticate, isAdminKeyInUrl } from './auth.ts'
import type { Sender } from './auth.ts'
import { createBodyBudget } from './body-budget.ts'
import { parseBody, readBodyBytes } from '../wire/body.ts'
import { requireIndex, requireRight } from '../keys/grant.ts'
import type { Grant } from '../keys/grant.ts'
import { answerHeaders, preflight } from './headers.ts'
import { createMetrics } from './metrics.ts'
import { describeApi } from './openapi.ts'
import { createRateLimit } from './rate-limit.ts'
import { respond, respondError, respondWritten, statusOf } from './respond.ts'
import { findRoute } from './route.ts'
import type { Answer, Route } from './route.ts'
import { ROUTES } from './routes/table.ts'
import { createShares } from './search-shares.ts'
import { senderAddress } from './sender-address.ts'
import { createShed } from './shed.ts'
import type { Shed } from './shed.ts'

export interface ApiOptions {
  /** Joined before the root-relative URLs of hits: a base path (`/docs`) or an origin. Default: nothing. */
  publicUrl?: string
  log?: Log
  /** Whether the line that is logged for a request holds the texts that were searched for. Default: they are left out. */
  logsQueries?: boolean
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-For` is believed. Default: none. */
  trustedProxies?: readonly string[]
  /** The index that is made from a docs folder, so that others may only read it. Default: none. */
  folderIndex?: string
}

/** What @hono/node-server puts beside a request; absent when the handler is called without a socket. */
interface NodeBindings {
  incoming?: { socket?: { remoteAddress?: string } }
  outgoing?: ServerResponse
}

const bindingsOf = (context: Context): NodeBindings => (context.env as NodeBindings | undefined) ?? {}

function senderOf(context: Context, url: URL, isProxy: AddressRanges): Sender {
  const { headers } = context.req.raw
  const connection = bindingsOf(context).incoming?.socket?.remoteAddress
  const address = connection && senderAddress(connection, headers.get('x-forwarded-for'), isProxy)
  return { headers, query: url.searchParams, address }
}

function checkRoute(route: Route, grant: Grant, index: string | undefined): void {
  if (route.right !== 'any-key') requireRight(grant, route.right)
  if (route.checksIndex && index !== undefined) requireIndex(grant, index)
}

/** What is told of a request when it is answered. The path itself is not: it may hold a key. */
interface Trace {
  /** The path of the table. */
  route: string
  index: string | undefined
  queries: readonly string[] | undefined
  status: number
}

/** Prometheus sends its key as a bearer token. */
function withBearer(sender: Sender): Sender {
  const [, token] = /^Bearer (\S+)$/i.exec(sender.headers.get('authorization') ?? '') ?? []
  if (token === undefined) return sender
  return { ...sender, headers: new Headers({ 'x-algolia-api-key': token, 'x-algolia-application-id': 'docent' }) }
}

const methodNotAllowed = async (): Promise<Response> =>
  respond({ message: 'Method not allowed on this path', status: 405 }, 405, null)

/** The API, and what refuses searches before it. */
export type Api = Hono & { readonly shed: Shed }

/** The API over a backend. A `budget` other than the default is for tests. */
export function createApi(backend: Backend, options: ApiOptions = {}, budget = createBodyBudget()): Api {
  const publicUrl = (options.publicUrl ?? '').replace(/(?<!\/)\/+$/, '')
  const log = options.log ?? (() => undefined)
  const isProxy = addressRanges(options.trustedProxies ?? [])
  const rateLimit = createRateLimit()
  const metrics = createMetrics()
  let warnedOfAdminKey = false

  const warnOfAdminKey = (): void => {
    metrics.countAdminKeyInUrl()
    if (warnedOfAdminKey) return
    warnedOfAdminKey = true
    const message = 'An admin key was sent in a URL, where logs and referers keep it; send it as a header'
    log({ level: 'warn', event: 'admin-key-in-url', message })
  }

  /** Searches that wait or are being answered. */
  const searches = createShares((own) => backend.takesSearches(own))

  /** Reads the body and hands on what it says; it has its room until that is done. */
  async function withBody(raw: Request, route: Route, handle: (body: unknown) => Promise<Answer>): Promise<Answer> {
    if (route.body === 'none') return handle(undefined)
    const kind = route.body === 'batch' ? 'write' : route.body
    const bytes = await readBodyBytes(raw, kind)
    const giveBack = budget.take(kind, bytes.length)
    try {
      return await handle(route.body === 'batch' ? bytes : parseBody(bytes, kind))
    } finally {
      giveBack()
    }
  }

  async function answer(context: Context, trace: Trace): Promise<Answer | 'method-not-allowed'> {
    const { raw } = context.req
    const url = new URL(raw.url)
    const found = findRoute(ROUTES, raw.method, url.pathname)
    if (found === undefined) throw new ServerError('not-found', 'Path not supported by this server')
    if (found === 'method-not-allowed') return found
    const { route, path } = found
    trace.route = route.path
    trace.index = path.get('index')
    const sender = senderOf(context, url, isProxy)
    const grant = { ...(await authenticate(sender, backend)), folderIndex: options.folderIndex }
    if (isAdminKeyInUrl(sender, grant)) warnOfAdminKey()
    checkRoute(route, grant, path.get('index'))
    const countReads = (count: number): void => rateLimit.count(grant.key, grant.address, count)
    const countQueries = (queries: readonly string[]): void => {
      trace.queries = queries
      countReads(queries.length)
    }
    const { countDroppedEvents } = metrics
    const counts = { countQueries, countReads, countDroppedEvents }
    const call = { backend, path, query: url.searchParams, grant, ...counts, publicUrl }
    if (!route.isSearch) return withBody(raw, route, (body) => route.handle({ ...call, body }))
    // Looked at before and after: only a body that is there whole makes a search, so one on its way takes no room.
    if (!backend.takesSearches()) throw tooManySearches()
    const client = isProxy(grant.address) || isThisMachine(grant.address) ? '' : clientOf(grant.address)
    return withBody(raw, route, (body) => searches.run(client, () => route.handle({ ...call, body })))
  }

  /** Counts the exchange and logs a line for it. */
  function report(method: string, { route, index, queries, status }: Trace, started: number): void {
    const ms = performance.now() - started
    metrics.count({ method, route, status, seconds: ms / 1000 })
    log({
      level: 'info',
      event: 'request',
      message: `${method} ${route} ${status}`,
      method,
      route,
      index,
      status,
      ms: Math.round(ms * 10) / 10,
      ...(options.logsQueries === true && { queries }),
    })
  }

  async function answerOrRefuse(context: Context, trace: Trace): Promise<Response> {
    try {
      const result = await answer(context, trace)
      if (result === 'method-not-allowed') {
        trace.status = 405
        return await methodNotAllowed()
      }
      if ('status' in result) trace.status = result.status ?? 200
      const accepted = context.req.raw.headers.get('accept-encoding')
      return 'written' in result
        ? await respondWritten(result.written, accepted, bindingsOf(context).outgoing)
        : await respond(result.body, result.status ?? 200, accepted)
    } catch (error) {
      if (!(error instanceof ServerError)) {
        const message = `${context.req.raw.method} ${trace.route} failed: ${(error as Error).stack ?? String(error)}`
        log({ level: 'error', event: 'request-failed', message })
      }
      trace.status = statusOf(error)
      return respondError(error, bindingsOf(context).outgoing)
    }
  }

  const handle = async (context: Context): Promise<Response> => {
    const started = performance.now()
    const trace: Trace = { route: 'unknown', index: undefined, queries: undefined, status: 200 }
    const response = await answerOrRefuse(context, trace)
    report(context.req.raw.method, trace, started)
    return response
  }

  /** Names of indexes and what people do are nobody's business but the operator's: the right `usage` is needed. */
  const writeMetrics = async (context: Context): Promise<Response> => {
    try {
      const grant = await authenticate(withBearer(senderOf(context, new URL(context.req.raw.url), isProxy)), backend)
      requireRight(grant, 'usage')
    } catch (error) {
      return respondError(error)
    }
    const headers = answerHeaders()
    headers.set('content-type', 'text/plain; version=0.0.4; charset=utf-8')
    return new Response(metrics.write(await backend.figures()), { headers })
  }

  const app = new Hono()
  app.options('*', (context) => preflight(context.req.header('access-control-request-headers')))
  app.all('/1/*', handle)
  // Other versions of the wire too: a client cannot read anything else.
  app.notFound(handle)
  app.get('/_docent/metrics', writeMetrics)
  app.get('/_docent/openapi.json', () => respond(describeApi(ROUTES), 200, null))
  app.get('/_docent/health', () => respond({ status: 'ok' }, 200, null))
  app.get('/_docent/ready', async () => {
    const readiness = await backend.readiness()
    return new Response(JSON.stringify(readiness), { status: readiness.ready ? 200 : 503, headers: answerHeaders() })
  })
  return Object.assign(app, { shed: createShed(() => backend.takesSearches(), metrics, log) })
}
