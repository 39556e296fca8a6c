/**
 * Requests to the API over Web types. The steps of a request: route, key and rights, admission of a search, body, handler,
 * reply, metrics and log. Each step may refuse, and the cheap ones come first.
 */
import type { Backend } from '../backend/backend.ts'
import { type Grant, requireIndex, requireRight } from '../keys/grant.ts'
import type { Semantic } from '../semantic/semantic.ts'
import type { Log } from '../system/log.ts'
import { ServerError, tooManySearches } from '../wire/errors.ts'
import { LIMITS } from '../wire/limits.ts'
import { parseBody } from '../wire/parse-body.ts'
import { type AddressRanges, addressRanges, clientOf, isThisMachine } from './address-ranges.ts'
import { authenticate, isAdminKeyInUrl, type Sender } from './authenticate.ts'
import type { CrawlControl } from './crawl-control.ts'
import { answerAssistants, type AnswerAssistant } from './assistants/answer-assistant.ts'
import { ASSISTANT_PATH, isAssistantPath, type AssistantCall, type Assistants } from './assistants/assistants.ts'
import { createBodyBudget, type BodyBudget } from './body-budget.ts'
import { requireRoute, type FoundRoute } from './find-route.ts'
import { preflightHeaders } from './headers.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { operatorPages } from './operator-pages.ts'
import { createProxyWarning } from './proxy-warning.ts'
import { createRateLimit, type RateLimit } from './rate-limit.ts'
import { readBodyBytes } from './read-body.ts'
import { compress, errorReply, jsonReply, textReply, type Reply } from './reply.ts'
import type { Answer, Call, Route } from './route.ts'
import { ROUTES } from './routes/table.ts'
import { createSearchesPerClient, type SearchesPerClient } from './searches-per-client.ts'
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

/** The state that all requests share. */
interface Context {
  backend: Backend
  publicUrl: string
  log: Log
  logsQueries: boolean
  folderIndex: string | undefined
  semantic: Semantic | undefined
  isProxy: AddressRanges
  rateLimit: RateLimit
  metrics: Metrics
  budget: BodyBudget
  searches: SearchesPerClient
  warnOfAdminKey: () => void
}

/** The data of a request for the log and the metrics. The path is not recorded, because it may contain a key. */
interface Trace {
  /** The route's pattern. */
  route: string
  index: string | undefined
  queries: readonly string[] | undefined
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
  const context: Context = {
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
  context: Context,
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
function countAssistantCall({ metrics, log, logsQueries }: Context, { query, ...call }: AssistantCall): void {
  metrics.countAssistantCall(call)
  const message = `Assistant: ${call.tool} ${call.outcome}`
  log({ level: 'info', event: 'assistant', message, ...call, ...(logsQueries && query !== undefined && { query }) })
}

/** The reply to a call of the API, errors included; it is counted and logged. */
async function replyToCall(context: Context, request: Request, path: string, sender: Sender): Promise<Reply> {
  const started = performance.now()
  const trace: Trace = { route: 'unknown', index: undefined, queries: undefined }
  const reply = await answerCall(context, request, path, { sender, trace }).catch((error: unknown) =>
    refuse(context.log, `${request.method} ${trace.route}`, error),
  )
  record(context, request.method, trace, { status: reply.status, ms: performance.now() - started })
  return reply
}

async function answerCall(
  context: Context,
  request: Request,
  pathname: string,
  { sender, trace }: { sender: Sender; trace: Trace },
): Promise<Reply> {
  const found = requireRoute(ROUTES, request.method, pathname)
  trace.route = found.route.path
  // Not checked yet: a sender without a key could write 32 KiB with each request.
  trace.index = found.path.get('index')?.slice(0, LIMITS.indexNameBytes)
  const grant = await authorize(context, sender, found)
  const call = callOf(context, found, { sender, grant, trace })
  const answer = found.route.isSearch
    ? await runSearch(context, request, found.route, call)
    : await runHandler(context, request, found.route, (body) => found.route.handle({ ...call, body }))
  return compress(replyOf(answer), request.headers.get('accept-encoding'))
}

/** The sender's rights. Throws 403 if they do not cover the route or its index. */
async function authorize(context: Context, sender: Sender, { route, path }: FoundRoute): Promise<Grant> {
  const grant = { ...(await authenticate(sender, context.backend)), folderIndex: context.folderIndex }
  if (isAdminKeyInUrl(sender, grant)) context.warnOfAdminKey()
  const index = path.get('index')
  if (route.right !== 'any-key') requireRight(grant, route.right)
  if (route.checksIndex && index !== undefined) requireIndex(grant, index)
  return grant
}

/** The argument of a route's handler, without the body. */
function callOf(
  { backend, rateLimit, metrics, publicUrl, semantic, isProxy }: Context,
  { path }: FoundRoute,
  { sender, grant, trace }: { sender: Sender; grant: Grant; trace: Trace },
): Omit<Call, 'body'> {
  const countReads = (count: number): void => rateLimit.count(grant.key, grant.address, count)
  const countQueries = (queries: readonly string[]): void => {
    trace.queries = queries
    countReads(queries.length)
  }
  const { countDroppedEvents } = metrics
  const { address } = grant
  return {
    backend,
    semantic,
    path,
    query: sender.query,
    grant,
    client: isProxy(address) || isThisMachine(address) ? '' : clientOf(address),
    publicUrl,
    countQueries,
    countReads,
    countDroppedEvents,
  }
}

/**
 * Admission is checked before and after the body is read: an early refusal saves reading, and an incomplete body takes no place.
 */
function runSearch(context: Context, request: Request, route: Route, call: Omit<Call, 'body'>): Promise<Answer> {
  const { backend, searches } = context
  if (!backend.takesSearches()) throw tooManySearches()
  return runHandler(context, request, route, (body) => searches.run(call.client, () => route.handle({ ...call, body })))
}

/** Reads the body and runs `handle` with it; the body's bytes count against the budget until that is done. */
async function runHandler(
  { budget }: Context,
  request: Request,
  route: Route,
  handle: (body: unknown) => Promise<Answer>,
): Promise<Answer> {
  if (route.body === 'none') return handle(undefined)
  const kind = route.body === 'batch' ? 'write' : route.body
  const bytes = await readBodyBytes(request, kind)
  const giveBack = budget.take(kind, bytes.length)
  try {
    return await handle(route.body === 'batch' ? bytes : parseBody(bytes, kind))
  } finally {
    giveBack()
  }
}

const replyOf = (answer: Answer): Reply =>
  'encoded' in answer ? { ...jsonReply({}), ...answer.encoded } : jsonReply(answer.body, answer.status)

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
  { metrics, log, logsQueries }: Context,
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
