/** The pages for the operator of the server: health, readiness, metrics, the crawl, and the description of the API. */
import * as v from 'valibot'
import type { Backend } from '../backend/backend.ts'
import type { Semantic, SemanticFigures } from '../semantic/semantic.ts'
import { requireRight } from '../keys/grant.ts'
import { badRequest, ServerError } from '../wire/errors.ts'
import { parseBody } from '../wire/parse-body.ts'
import { authenticate, type Sender } from './authenticate.ts'
import { ageOf, type AwaitedPage, type CrawlControl, type CrawlState } from './crawl-control.ts'
import { ANSWER_HEADERS } from './headers.ts'
import type { Metrics } from './metrics.ts'
import { describeApi } from './openapi/describe-api.ts'
import { readBodyBytes } from './read-body.ts'
import { jsonReply, textReply, type Reply } from './reply.ts'
import { ROUTES } from './routes/table.ts'

/** The content type of Prometheus' text format. */
const METRICS_HEADERS = { ...ANSWER_HEADERS, 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }

/** Prometheus sends its key as a bearer token. */
function withBearer(sender: Sender): Sender {
  const [, token] = /^Bearer (\S+)$/i.exec(sender.headers.get('authorization') ?? '') ?? []
  if (token === undefined) return sender
  return { ...sender, headers: new Headers({ 'x-algolia-api-key': token, 'x-algolia-application-id': 'docent' }) }
}

/** Builds a page for a sender. Throws a `ServerError` for a refusal. */
type Page = (sender: Sender, request: Request) => Promise<Reply>

/** The body of a request for a crawl; it may be empty. */
const REINDEX = v.strictObject({
  waitFor: v.optional(
    v.strictObject({
      url: v.pipe(v.string(), v.maxLength(2000), v.regex(/^https?:\/\//i)),
      text: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
    }),
  ),
})

async function readAwaited(request: Request): Promise<AwaitedPage | undefined> {
  const bytes = await readBodyBytes(request, 'search')
  const body = bytes.length === 0 ? {} : parseBody(bytes, 'search')
  const read = v.safeParse(REINDEX, body)
  if (!read.success || Array.isArray(body))
    throw badRequest('The body must be empty, or { "waitFor": { "url": an http or https address, "text": a text } }')
  return read.output.waitFor
}

/** The state of the crawl without the name of the index, which is confidential. */
function publicState({ isRunning, last, currentSince }: CrawlState): object {
  return {
    isRunning,
    ...(last && { outcome: last.outcome, at: last.at, failedPages: last.failedPages }),
    ...(currentSince !== undefined && { ageSeconds: Math.round(ageOf(currentSince)) }),
  }
}

/** The parts that a server may lack. */
export interface OptionalParts {
  crawl?: CrawlControl | undefined
  semantic?: Semantic | undefined
}

/** The pages by method and path; `GET` answers `HEAD` too. */
export function operatorPages(
  backend: Backend,
  metrics: Metrics,
  { crawl, semantic }: OptionalParts,
): ReadonlyMap<string, Page> {
  /** Without names of indexes, because it needs no key. */
  const health: Page = async () => {
    const figures = semantic?.figures()
    return jsonReply({
      status: 'ok',
      ...(figures && { semantic: summaryOf(figures) }),
      ...(crawl && { crawl: publicState(await crawl.state()) }),
    })
  }
  const ready: Page = async () => {
    const readiness = await backend.readiness()
    return jsonReply(readiness, readiness.ready ? 200 : 503)
  }
  /** Requires a key, because names of indexes and figures of use are confidential. */
  const metricsPage: Page = async (sender) => {
    requireRight(await authenticate(withBearer(sender), backend), 'usage')
    const more = { crawl: await crawl?.state(), semantic: semantic?.figures() }
    return textReply(metrics.write(await backend.figures(), more), METRICS_HEADERS)
  }
  const reindex: Page = async (sender, request) => {
    requireRight(await authenticate(withBearer(sender), backend), 'admin')
    if (crawl === undefined)
      throw new ServerError('not-found', 'This server has no crawl: set "crawl" in its configuration')
    const waitFor = await readAwaited(request)
    return jsonReply({ status: crawl.request(waitFor) }, 202)
  }
  /** Written once: that takes as long as ten refusals, and needs no key. */
  let description: Reply | undefined
  const openapi: Page = async () => (description ??= jsonReply(describeApi(ROUTES)))
  return new Map<string, Page>([
    ['GET /_docent/health', health],
    ['GET /_docent/ready', ready],
    ['GET /_docent/metrics', metricsPage],
    ['GET /_docent/openapi.json', openapi],
    ['POST /_docent/reindex', reindex],
  ])
}

/** The state of the semantic search, with the sections of all indexes and those that have a vector. */
function summaryOf({ state, indexes }: SemanticFigures): { state: string; sections: number; embedded: number } {
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
  return {
    state,
    sections: sum(indexes.map(({ sections }) => sections)),
    embedded: sum(indexes.map(({ embedded }) => embedded)),
  }
}
