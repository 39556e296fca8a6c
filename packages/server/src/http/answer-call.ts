/**
 * The steps of a call of the API: route, key and rights, admission of a search, body, handler, reply. Each step may refuse,
 * and the cheap ones come first.
 */
import { type Grant, requireIndex, requireRight } from '../keys/grant.ts'
import { tooManySearches } from '../wire/errors.ts'
import { LIMITS } from '../wire/limits.ts'
import { parseBody } from '../wire/parse-body.ts'
import { clientOf, isThisMachine } from './address-ranges.ts'
import { authenticate, isAdminKeyInUrl, type Sender } from './authenticate.ts'
import { type FoundRoute, requireRoute } from './find-route.ts'
import { readBodyBytes } from './read-body.ts'
import { compress, jsonReply, type Reply } from './reply.ts'
import type { RequestContext, Trace } from './request-context.ts'
import type { Answer, Call, Route } from './route.ts'
import { ROUTES } from './routes/table.ts'

/** The reply to a call. Throws a `ServerError` if a step refuses it. `trace` receives what is known of the call. */
export async function answerCall(
  context: RequestContext,
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
async function authorize(context: RequestContext, sender: Sender, { route, path }: FoundRoute): Promise<Grant> {
  const grant = { ...(await authenticate(sender, context.backend)), folderIndex: context.folderIndex }
  if (isAdminKeyInUrl(sender, grant)) context.warnOfAdminKey()
  const index = path.get('index')
  if (route.right !== 'any-key') requireRight(grant, route.right)
  if (route.checksIndex && index !== undefined) requireIndex(grant, index)
  return grant
}

/** The argument of a route's handler, without the body. */
function callOf(
  { backend, rateLimit, metrics, publicUrl, semantic, isProxy }: RequestContext,
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
function runSearch(context: RequestContext, request: Request, route: Route, call: Omit<Call, 'body'>): Promise<Answer> {
  const { backend, searches } = context
  if (!backend.takesSearches()) throw tooManySearches()
  return runHandler(context, request, route, (body) => searches.run(call.client, () => route.handle({ ...call, body })))
}

/** Reads the body and runs `handle` with it; the body's bytes count against the budget until that is done. */
async function runHandler(
  { budget }: RequestContext,
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
