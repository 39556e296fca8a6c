/**
 * Checks the parts of the cluster's answers that are read without another check. A proxy or a broken node may answer a request with
 * other JSON: then a write has not happened, and a search has found nothing.
 */
import { ClusterError } from './cluster-error.ts'
import type { Cluster } from './cluster.ts'

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0
const isAbsentOr = (value: unknown, isRight: (value: unknown) => boolean): boolean =>
  value === undefined || isRight(value)
const isListOf = (value: unknown, isRight: (item: unknown) => boolean): value is unknown[] =>
  Array.isArray(value) && value.every((item) => isRight(item))

const isWritten = (answer: Fields): boolean => isCount(answer['_seq_no']) && isCount(answer['_primary_term'])

/** Parts of the body of a search by which parts of its answer are expected. */
interface SearchBody {
  _source?: unknown
  sort?: unknown
  track_total_hits?: unknown
  aggs?: object
}

const isHit = (hit: unknown, { _source, sort }: SearchBody): boolean =>
  isObject(hit) &&
  (_source === false || isObject(hit['_source'])) &&
  (sort === undefined || (Array.isArray(hit['sort']) && hit['sort'].length > 0))

const isAggregation = (value: unknown): boolean =>
  isObject(value) && isAbsentOr(value['buckets'], (buckets) => isListOf(buckets, isObject))

/** A pattern of names that no index matches is answered without aggregations. */
const isOfNoIndex = ({ _shards }: Fields): boolean => isObject(_shards) && _shards['total'] === 0

function isFound(answer: Fields, asked: SearchBody, isPattern = false): boolean {
  const { hits, aggregations } = answer
  if (!isObject(hits) || !isListOf(hits['hits'], (hit) => isHit(hit, asked))) return false
  const { total } = hits
  if (asked.track_total_hits === true && !(isObject(total) && isCount(total['value']))) return false
  if (isPattern && isOfNoIndex(answer)) return true
  return Object.keys(asked.aggs ?? {}).every((name) => isObject(aggregations) && isAggregation(aggregations[name]))
}

/** The answers of a multi-search, whose body has a header and a search in turn. */
const areFound = (answers: unknown, body: unknown): boolean => {
  const searches = Array.isArray(body) ? body.filter((_, at) => at % 2 === 1) : []
  return (
    Array.isArray(answers) &&
    answers.length === searches.length &&
    answers.every(
      (answer: unknown, at) =>
        isObject(answer) && (isObject(answer['error']) || isFound(answer, searches[at] as SearchBody)),
    )
  )
}

const isDocument = (document: unknown): boolean =>
  isObject(document) &&
  (document['found'] !== true || (isWritten(document) && isAbsentOr(document['_source'], isObject))) &&
  isAbsentOr(document['error'], isObject)

const isBulkItem = (item: unknown): boolean =>
  isObject(item) && Object.values(item).every((result) => isObject(result) && isCount(result['status']))

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0)

/** By the last part of the path. `body` is that of the request, and `target` the first part of its path. */
const CHECKS: Readonly<Record<string, (answer: Fields, body: unknown, target: string) => boolean>> = {
  _search: (answer, body, target) => isFound(answer, (body ?? {}) as SearchBody, target.includes('*')),
  _msearch: ({ responses }, body) => areFound(responses, body),
  _mget: ({ docs }, body) =>
    isListOf(docs, isDocument) && docs.length === lengthOf((body as { docs?: unknown } | undefined)?.docs),
  _bulk: ({ errors, items }) =>
    typeof errors === 'boolean' && (errors ? isListOf(items, isBulkItem) : isAbsentOr(items, Array.isArray)),
  _count: ({ count }) => isCount(count),
  _refresh: ({ _shards }) => isObject(_shards),
  store: ({ indices }) => isObject(indices),
  docs: ({ indices }) => isObject(indices),
}

function isExpected(method: string, path: string, answer: unknown, body: unknown): boolean {
  const [, target = '', kind] = path.split('/')
  const last = path.slice(path.lastIndexOf('/') + 1)
  const isWrite = method === 'PUT' && (kind === '_create' || kind === '_doc')
  const isPoint = method === 'POST' && last === 'point_in_time'
  const check = Object.hasOwn(CHECKS, last) ? CHECKS[last] : undefined
  if (check === undefined && !isWrite && !isPoint) return true
  if (!isObject(answer)) return false
  if (isWrite) return isWritten(answer)
  return isPoint ? typeof answer['pit_id'] === 'string' : check?.(answer, body, target) === true
}

/** The same cluster; an answer of another form than OpenSearch's throws a `ClusterError` (`unexpected_answer`). */
export function checkingAnswers(cluster: Cluster): Cluster {
  return {
    async request(method, path, request) {
      const answer = await cluster.request(method, path, request)
      if (isExpected(method, path, answer, request?.body)) return answer
      throw new ClusterError(0, 'unexpected_answer', `${method} ${path}: the answer has another form than OpenSearch's`)
    },
    close: () => cluster.close(),
  }
}

/** Throws `ClusterError` for an answer without some of the shards, whose counts and records are incomplete. */
export function requireAllShards(answer: { _shards?: { failed: number } }): void {
  const { _shards } = answer
  if (_shards !== undefined && _shards.failed > 0)
    throw new ClusterError(503, 'partial_answer', `${_shards.failed} shards have not answered`)
}
