/** The pages for the operator of the server: health, readiness, metrics, and the description of the API. */
import type { Backend } from '../backend/backend.ts'
import type { Semantic, SemanticFigures } from '../semantic/semantic.ts'
import { requireRight } from '../keys/grant.ts'
import { authenticate } from './authenticate.ts'
import type { Sender } from './authenticate.ts'
import { ANSWER_HEADERS } from './headers.ts'
import type { Metrics } from './metrics.ts'
import { describeApi } from './openapi/describe-api.ts'
import { jsonReply, textReply } from './reply.ts'
import type { Reply } from './reply.ts'
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
type Page = (sender: Sender) => Promise<Reply>

/** The pages by path. */
export function operatorPages(
  backend: Backend,
  metrics: Metrics,
  semantic: Semantic | undefined,
): ReadonlyMap<string, Page> {
  /** Without names of indexes, because it needs no key. */
  const health: Page = async () => {
    const figures = semantic?.figures()
    return jsonReply({ status: 'ok', ...(figures && { semantic: summaryOf(figures) }) })
  }
  const ready: Page = async () => {
    const readiness = await backend.readiness()
    return jsonReply(readiness, readiness.ready ? 200 : 503)
  }
  /** Requires a key, because names of indexes and figures of use are confidential. */
  const metricsPage: Page = async (sender) => {
    requireRight(await authenticate(withBearer(sender), backend), 'usage')
    return textReply(metrics.write(await backend.figures(), semantic?.figures()), METRICS_HEADERS)
  }
  return new Map([
    ['/_docent/health', health],
    ['/_docent/ready', ready],
    ['/_docent/metrics', metricsPage],
    ['/_docent/openapi.json', async () => jsonReply(describeApi(ROUTES))],
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
