/**
 * Requests of assistants, in steps: host and origin, the operator's tokens, the limit per address, the key and its rights, the
 * body, whose messages count against the limit, then the protocol. A sender without a key has the rights of the website's pages, as every reader.
 */
import type { SearchParams, SearchResponse } from '@docent/engine'
import type { Backend } from '../../backend/backend.ts'
import { type Grant, requireIndex, requireRight, restrictQuery, seesPart } from '../../keys/grant.ts'
import type { Semantic } from '../../semantic/semantic.ts'
import { ServerError } from '../../wire/errors.ts'
import { ASSISTANT_BODY_BYTES, ASSISTANT_REQUESTS_PER_ADDRESS, ASSISTANT_TABLE_BYTES } from '../../wire/limits.ts'
import { readSearchParams } from '../../wire/read-search.ts'
import { type AddressRanges, clientOf, isThisMachine } from '../address-ranges.ts'
import { authenticate, type Sender } from '../authenticate.ts'
import { isAllowedHost, isOwnOrigin } from '../host-names.ts'
import { HourlyCounters } from '../../system/hourly-counters.ts'
import type { RateLimit } from '../rate-limit.ts'
import { readBytes } from '../read-body.ts'
import type { SearchesPerClient } from '../searches-per-client.ts'
import { type AssistantCall, type Assistants, isMetadataPath } from './assistants.ts'

/** The parts of the API that answer assistants too. */
export interface AssistantParts {
  backend: Backend
  semantic: Semantic | undefined
  rateLimit: RateLimit
  searches: SearchesPerClient
  /** Whether an address is that of a proxy, behind which there are many senders. */
  isProxy: AddressRanges
  count: (call: AssistantCall) => void
}

/** Answers a request on one of the paths of assistants. Throws a `ServerError` for a refusal. */
export type AnswerAssistant = (request: Request, sender: Sender) => Promise<Response>

/** The answers of a server; 404 without `assistants`. */
export function answerAssistants(parts: AssistantParts, assistants: Assistants | undefined): AnswerAssistant {
  const counters = new HourlyCounters(ASSISTANT_TABLE_BYTES)
  return async (request, sender) => {
    if (assistants === undefined) throw new ServerError('not-found', 'Path not supported by this server')
    if (isMetadataPath(new URL(request.url).pathname)) return metadataOf(assistants)
    requireOwnName(request, assistants.ownNames())
    const refusal = await assistants.tokens?.check(request)
    if (refusal !== undefined) return refusal
    const client = senderName(parts, sender.address ?? '')
    requireCalmAddress(counters, client, 1)
    const grant = await authenticate(withKey(sender, assistants), parts.backend)
    requireRight(grant, 'search')
    requireIndex(grant, assistants.index)
    const whole = await withWholeBody(request)
    requireCalmAddress(counters, client, whole.messages - 1)
    const answer = await assistants.answer(whole.request, {
      search: (params) => search(parts, grant, { ...params, indexName: assistants.index }),
      seesPart: seesPart(grant),
      count: parts.count,
    })
    return withHeaders(answer, request.headers.get('origin'))
  }
}

/** The answer for a page of an allowed origin, such as a tool for testing on this machine; no cache may store it. */
function withHeaders({ body, status, headers }: Response, origin: string | null): Response {
  const own = new Headers(headers)
  own.set('cache-control', 'no-store')
  own.set('x-content-type-options', 'nosniff')
  if (origin !== null) {
    own.set('access-control-allow-origin', origin)
    own.append('vary', 'origin')
  }
  return new Response(body, { status, headers: own })
}

async function metadataOf({ tokens }: Assistants): Promise<Response> {
  if (tokens === undefined) throw new ServerError('not-found', 'This server asks assistants for no token')
  return tokens.metadata()
}

/** Throws 403 for a page of another site in a browser (DNS rebinding), by its host or origin. */
function requireOwnName(request: Request, names: readonly string[]): void {
  const { host } = new URL(request.url)
  if (!isAllowedHost(host, names))
    throw new ServerError(
      'not-allowed',
      'Assistants are not answered under this name: set "siteUrl" in the configuration to the address of the site',
    )
  const origin = request.headers.get('origin')
  if (origin !== null && !isOwnOrigin(origin, host, names))
    throw new ServerError('not-allowed', 'Assistants are not answered from pages of another site')
}

/** The client of an address; empty for a proxy, which may forward all readers without their addresses. */
const senderName = ({ isProxy }: AssistantParts, address: string): string =>
  address === '' || isProxy(address) || isThisMachine(address) ? '' : clientOf(address)

/** Counts messages of a client. Throws 429 for a client with too many of them in this hour. */
function requireCalmAddress(counters: HourlyCounters, client: string, messages: number): void {
  if (client === '' || counters.add(client, messages) <= ASSISTANT_REQUESTS_PER_ADDRESS) return
  const retryAfter = counters.secondsLeft()
  throw new ServerError('overloaded', 'Too many requests of assistants from this address in this hour', { retryAfter })
}

/** A request whose body has arrived, and its number of messages: the protocol of 2025 allows many in one body. */
async function withWholeBody(request: Request): Promise<{ request: Request; messages: number }> {
  const { method, headers, signal } = request
  if (request.body === null) return { request, messages: 1 }
  const body = Buffer.from(await readBytes(request, ASSISTANT_BODY_BYTES))
  return { request: new Request(request.url, { method, headers, signal, body }), messages: messagesOf(body) }
}

/** Messages of a body; 1 for one that is no JSON, which the protocol refuses. */
function messagesOf(body: Buffer): number {
  try {
    const message: unknown = JSON.parse(body.toString())
    return Array.isArray(message) ? Math.max(1, message.length) : 1
  } catch {
    return 1
  }
}

/** The sender with a key: its own as the API takes it, one as bearer token, or the public one. */
function withKey(sender: Sender, { tokens, publicKey }: Assistants): Sender {
  const headers = new Headers(sender.headers)
  const query = new URLSearchParams(
    Array.from(sender.query, ([name, value]): [string, string] => [name.toLowerCase(), value]),
  )
  const [, bearer] = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  const own = headers.get('x-algolia-api-key') ?? query.get('x-algolia-api-key')
  headers.set('x-algolia-api-key', own ?? (tokens === undefined ? bearer : undefined) ?? publicKey())
  headers.set('x-algolia-application-id', 'docent')
  return { ...sender, headers }
}

async function search(
  parts: AssistantParts,
  grant: Grant,
  { indexName, ...params }: SearchParams & { indexName: string },
): Promise<SearchResponse> {
  const { backend, semantic, rateLimit, searches } = parts
  rateLimit.count(grant.key, grant.address, 1)
  const asked = readSearchParams(params)
  const query = {
    request: restrictQuery(grant, { ...asked, indexName }),
    format: { query: asked.query ?? '', params: '', publicUrl: '' },
  }
  const client = senderName(parts, grant.address)
  const [answer] = await searches.run(client, async () =>
    backend.searchJson(semantic === undefined ? [query] : await semantic.place([query], client), { client }),
  )
  // An answer of the backend is the JSON of a search response.
  return JSON.parse(new TextDecoder().decode(answer)) as SearchResponse
}
