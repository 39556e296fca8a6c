/**
 * Requests to the server over Web types: each is answered by a page of the operator, the endpoint of assistants or a route of
 * the API (`answer-call.ts`), and is then counted and logged.
 */
import type { Backend } from '../backend/backend.ts'
import type { Semantic } from '../semantic/semantic.ts'
import type { Log } from '../system/log.ts'
import { ServerError } from '../wire/errors.ts'
import { type AddressRanges, addressRanges } from './address-ranges.ts'
import { answerCall } from './answer-call.ts'
import type { Sender } from './authenticate.ts'
import type { CrawlControl } from './crawl-control.ts'
import { answerAssistants, type AnswerAssistant } from './assistants/answer-assistant.ts'
import { ASSISTANT_PATH, isAssistantPath, type AssistantCall, type Assistants } from './assistants/assistants.ts'
import { createBodyBudget, type BodyBudget } from './body-budget.ts'
import { preflightHeaders } from './headers.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { operatorPages } from './operator-pages.ts'
import { createProxyWarning } from './proxy-warning.ts'
import { createRateLimit } from './rate-limit.ts'
import { errorReply, textReply, type Reply } from './reply.ts'
import type { RequestContext, Trace } from './request-context.ts'
import { createSearchesPerClient } from './searches-per-client.ts'
import { senderAddress } from './sender-address.ts'

/** Options of `createApi`; each default suits a server without a site beside it. */
export interface ApiOptions {
  /** Joined before the root-relative URLs of hits: a base path (`/docs`) or an origin. Default: nothing. */
  publicUrl?: string
  log?: Log
  /** Whether the log line of a request holds the texts of its queries. Default: it does not. */
  logsQueries?: boolean
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-For` is trusted. Default: none. */
  trustedProxies?: readonly string[]
  /** A model of the operator. Default: none. */
  semantic?: Semantic | undefined
  /** The index that is made from a docs folder; it is read-only for requests. Default: none. */
  folderIndex?: string
  /** The crawl that fills an index of this server. Default: none. */
  crawl?: CrawlControl
  /** The protocol of assistants. Default: none. */
  assistants?: Assistants | undefined
}

/** Replies to requests; the other members are for load shedding. */
export interface RequestHandler {
  /** `connection` is the address of the connection; `undefined` when there is none. */
  handle: (request: Request, connection: string | undefined) => Promise<Reply | Response>
  /** Whether a search would be admitted now. */
  admitsSearches: () => boolean
  metrics: Metrics
  log: Log
}

/** The handler over a backend. A `budget` other than the default is for tests. */
export function createRequestHandler(
  backend: Backend,
  options: ApiOptions,
  budget: BodyBudget = createBodyBudget(),
): RequestHandler {
  const log = options.log ?? (() => undefined)
  const isProxy = addressRanges(options.trustedProxies ?? [])
  const metrics = createMetrics()
  const context: RequestContext = {
    backend,
    publicUrl: (options.publicUrl ?? '').replace(/(?<!\/)\/+$/, ''),
    log,
    logsQueries: options.logsQueries ?? false,
    folderIndex: options.folderIndex,
    semantic: options.semantic,
    isProxy,
    rateLimit: createRateLimit(),
    metrics,
    budget,
    searches: createSearchesPerClient((own) => backend.takesSearches(own)),
    warnOfAdminKey: createAdminKeyWarning(metrics, log),
  }
  const pages = operatorPages(backend, metrics, options)
  const warnOfProxy = createProxyWarning(isProxy, log)
  const count = (call: AssistantCall): void => countAssistantCall(context, call)
  const answerAssistant = answerAssistants({ ...context, count }, options.assistants)
  return {
    async handle(request, connection) {
      const { method, headers } = request
      if (method === 'OPTIONS') return textReply('{}', preflightHeaders(headers.get('access-control-request-headers')))
      const url = new URL(request.url)
      warnOfProxy(connection, headers.get('x-forwarded-for'))
      const sender = senderOf(request, url, connection, isProxy)
      if (isAssistantPath(url.pathname)) return replyToAssistant(context, answerAssistant, request, sender)
      const page = pages.get(`${method === 'HEAD' ? 'GET' : method} ${url.pathname}`)
      if (page === undefined) return replyToCall(context, request, url.pathname, sender)
      return page(sender, request).catch((error: unknown) => refuse(log, `${method} ${url.pathname}`, error))
    },
    admitsSearches: () => backend.takesSearches(),
    metrics,
    log,
  }
}

function senderOf(request: Request, url: URL, connection: string | undefined, isProxy: AddressRanges): Sender {
  const { headers } = request
  const address = connection && senderAddress(connection, headers.get('x-forwarded-for'), isProxy)
  return { headers, query: url.searchParams, address }
}

/** Counts admin keys in URLs; warns of the first one. */
function createAdminKeyWarning(metrics: Metrics, log: Log): () => void {
  let hasWarned = false
  return () => {
    metrics.countAdminKeyInUrl()
    if (hasWarned) return
    hasWarned = true
    const message = 'An admin key was sent in a URL, where logs and referers keep it; send it as a header'
    log({ level: 'warn', event: 'admin-key-in-url', message })
  }
}

/** The answer to a request of an assistant, errors included; it is counted and logged. */
async function replyToAssistant(
  context: RequestContext,
  answer: AnswerAssistant,
  request: Request,
  sender: Sender,
): Promise<Reply | Response> {
  const started = performance.now()
  const trace: Trace = { route: ASSISTANT_PATH, index: undefined, queries: undefined }
  const reply = await answer(request, sender).catch((error: unknown) =>
    refuse(context.log, `${request.method} ${trace.route}`, error),
  )
  record(context, request.method, trace, { status: reply.status, ms: performance.now() - started })
  return reply
}

/** Counts and logs a call of a tool: searches of assistants are not among those of readers. */
function countAssistantCall({ metrics, log, logsQueries }: RequestContext, { query, ...call }: AssistantCall): void {
  metrics.countAssistantCall(call)
  const message = `Assistant: ${call.tool} ${call.outcome}`
  log({ level: 'info', event: 'assistant', message, ...call, ...(logsQueries && query !== undefined && { query }) })
}

/** The reply to a call of the API, errors included; it is counted and logged. */
async function replyToCall(context: RequestContext, request: Request, path: string, sender: Sender): Promise<Reply> {
  const started = performance.now()
  const trace: Trace = { route: 'unknown', index: undefined, queries: undefined }
  const reply = await answerCall(context, request, path, { sender, trace }).catch((error: unknown) =>
    refuse(context.log, `${request.method} ${trace.route}`, error),
  )
  record(context, request.method, trace, { status: reply.status, ms: performance.now() - started })
  return reply
}

/** The reply to a request that failed; a defect is logged. */
function refuse(log: Log, what: string, error: unknown): Reply {
  if (!(error instanceof ServerError)) {
    const message = `${what} failed: ${(error as Error).stack ?? String(error)}`
    log({ level: 'error', event: 'request-failed', message })
  }
  return errorReply(error)
}

/** Counts the request and logs a line for it. */
function record(
  { metrics, log, logsQueries }: RequestContext,
  method: string,
  { route, index, queries }: Trace,
  { status, ms }: { status: number; ms: number },
): void {
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
    ...(logsQueries && { queries }),
  })
}
