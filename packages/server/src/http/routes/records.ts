/** Records: single ones, batches, deletion by filter, and browsing. */
import { setImmediate as nextEvents } from 'node:timers/promises'
import type { SearchRecord } from '@docent/engine'
import {
  requireOperations,
  requireChangeable,
  requireIndex,
  requireSomeRight,
  restrictQuery,
  seesPart,
  seesUnretrievable,
} from '../../keys/grant.ts'
import { writeEncodedBatch } from '../../backend/write-encoded.ts'
import type { Backend, BatchReceipt, BrowseOptions, EncodedPage } from '../../backend/backend.ts'
import { NO_TASK, type RecordRequest, type WriteOperation } from '../../wire/operations.ts'
import { ServerError } from '../../wire/errors.ts'
import { readObjectID } from '../../wire/names.ts'
import { readAttributeList, readChanges, readRecord, readRecordRequests } from '../../wire/read-records.ts'
import { readBrowse, writeBrowseCursor } from '../../wire/read-browse.ts'
import { asObject, echoParams, readDeletion } from '../../wire/read-search.ts'
import { createAnswerLimit } from '../../wire/answer-bytes.ts'
import { LIMITS } from '../../wire/limits.ts'
import {
  bytesOf,
  indexIn,
  pathValue,
  queryFields,
  queryFlag,
  route,
  type Answer,
  type Call,
  type Encoded,
  type Route,
} from '../route.ts'

const utf8 = new TextEncoder()

const objectIDIn = (call: Call): string => readObjectID(pathValue(call, 'objectID'))

async function writeOne(call: Call, operation: WriteOperation): Promise<{ taskID: number; at: string }> {
  requireOperations(call.grant, [operation])
  const { tasks, at } = await call.backend.write([operation])
  const [task] = tasks
  if (task === undefined) throw new Error('One operation has one task')
  return { taskID: task.taskID, at }
}

async function writeBatch(call: Call, index: string | undefined): Promise<BatchReceipt> {
  const { backend, grant } = call
  // A sender without any right to write is refused before the batch is parsed.
  requireSomeRight(grant, ['addObject', 'deleteObject', 'deleteIndex'])
  return writeEncodedBatch(backend, { json: bytesOf(call), index, grant })
}

async function batch(call: Call): Promise<Answer> {
  const { tasks, objectIDs } = await writeBatch(call, indexIn(call))
  return { body: { taskID: tasks[0]?.taskID ?? NO_TASK, objectIDs } }
}

async function batchMany(call: Call): Promise<Answer> {
  const { tasks, objectIDs } = await writeBatch(call, undefined)
  return { body: { taskID: Object.fromEntries(tasks.map(({ index, taskID }) => [index, taskID])), objectIDs } }
}

async function add(call: Call): Promise<Answer> {
  const record = readRecord(call.body, undefined, true)
  const { taskID, at } = await writeOne(call, { action: 'save', index: indexIn(call), record })
  return { status: 201, body: { createdAt: at, taskID, objectID: record.objectID } }
}

async function put(call: Call): Promise<Answer> {
  const record = readRecord(call.body, objectIDIn(call), false)
  const { taskID, at } = await writeOne(call, { action: 'save', index: indexIn(call), record })
  return { body: { updatedAt: at, taskID, objectID: record.objectID } }
}

async function patch(call: Call): Promise<Answer> {
  const objectID = objectIDIn(call)
  const createIfNotExists = queryFlag(call.query, 'createIfNotExists', true)
  const changes = readChanges(call.body, objectID)
  const { taskID, at } = await writeOne(call, {
    action: 'patch',
    index: indexIn(call),
    objectID,
    changes,
    createIfNotExists,
  })
  return { body: { updatedAt: at, taskID, objectID } }
}

async function remove(call: Call): Promise<Answer> {
  const { taskID, at } = await writeOne(call, { action: 'delete', index: indexIn(call), objectID: objectIDIn(call) })
  return { body: { deletedAt: at, taskID } }
}

async function clear(call: Call): Promise<Answer> {
  const { taskID, at } = await writeOne(call, { action: 'clear', index: indexIn(call) })
  return { body: { updatedAt: at, taskID } }
}

async function deleteBy(call: Call): Promise<Answer> {
  const params = readDeletion(asObject(call.body ?? {}, 'The body'))
  requireChangeable(call.grant, indexIn(call))
  const { taskID, at } = await call.backend.deleteBy(indexIn(call), params)
  return { body: { updatedAt: at, taskID } }
}

/** A key that is restricted by filters may only search: by objectID it could read records that the filters hide. */
function refuseRestricted(call: Call): void {
  if (seesPart(call.grant)) throw new ServerError('not-allowed', 'Method not allowed with this API key')
}

async function get(call: Call): Promise<Answer> {
  refuseRestricted(call)
  call.countReads(1)
  const attributesToRetrieve =
    call.grant.forced.attributesToRetrieve ?? readAttributeList(call.query.get('attributesToRetrieve') ?? undefined)
  const request: RecordRequest = {
    index: indexIn(call),
    objectID: objectIDIn(call),
    ...(attributesToRetrieve && { attributesToRetrieve }),
    unretrievable: seesUnretrievable(call.grant),
  }
  const [record] = await call.backend.getRecords([request])
  if (!record) throw new ServerError('not-found', 'ObjectID does not exist')
  return { body: record }
}

async function getMany(call: Call): Promise<Answer> {
  refuseRestricted(call)
  const forced = call.grant.forced.attributesToRetrieve
  const unretrievable = seesUnretrievable(call.grant)
  const requests = readRecordRequests(call.body).map((request) => ({
    ...request,
    ...(forced && { attributesToRetrieve: forced }),
    unretrievable,
  }))
  for (const { index } of requests) requireIndex(call.grant, index)
  call.countReads(requests.length)
  return { encoded: await readInSteps(call.backend, requests) }
}

/** Records that are read and encoded in one step of this thread: 5 MB of the largest. Other requests pass between two steps. */
const RECORDS_PER_STEP = 50

/** The answer with the records, in order. Throws a `ServerError` (400) for too many bytes. */
async function readInSteps(backend: Backend, requests: readonly RecordRequest[]): Promise<Encoded> {
  const limited = createAnswerLimit()
  const parts = [utf8.encode('{"results":[')]
  let missing: ServerError | undefined
  for (let from = 0; from < requests.length; from += RECORDS_PER_STEP) {
    const step = requests.slice(from, from + RECORDS_PER_STEP)
    const records = await backend.getRecords(step).catch(async (error: unknown) => {
      missing ??= missingIndex(error)
      return recordsByIndex(backend, step)
    })
    const list = JSON.stringify(records).slice(1, -1)
    parts.push(limited(utf8.encode(from === 0 ? list : `,${list}`)))
    await nextEvents()
  }
  const message = missing === undefined ? '' : `,"message":${JSON.stringify(`${missing.message}.`)}`
  return { parts: [...parts, utf8.encode(`]${message}}`)] }
}

/** The records, with `null` for those of indexes that do not exist: the wire returns the others. */
async function recordsByIndex(backend: Backend, requests: readonly RecordRequest[]): Promise<(SearchRecord | null)[]> {
  const found = new Map<RecordRequest, SearchRecord | null>()
  for (const ofIndex of Map.groupBy(requests, ({ index }) => index).values()) {
    const records = await backend.getRecords(ofIndex).catch((error: unknown) => void missingIndex(error))
    records?.forEach((record, at) => found.set(ofIndex[at] as RecordRequest, record))
  }
  return requests.map((request) => found.get(request) ?? null)
}

/** The error of an index that does not exist; throws any other one. */
function missingIndex(error: unknown): ServerError {
  if (error instanceof ServerError && error.code === 'not-found') return error
  throw error
}

const HITS = utf8.encode('{"hits":')

async function browseEncoded(backend: Backend, index: string, options: BrowseOptions): Promise<EncodedPage> {
  if (backend.browseJson !== undefined) return backend.browseJson(index, options)
  const { hits, ...page } = await backend.browse(index, options)
  return { ...page, hits: utf8.encode(JSON.stringify(hits)) }
}

async function browse(call: Call, input: Record<string, unknown>): Promise<Answer> {
  const index = indexIn(call)
  const wanted = readBrowse(index, input)
  const { params, page, at } = wanted
  const restricted = restrictQuery(call.grant, params)
  const most = restricted.maxHitsPerQuery ?? LIMITS.hitsPerPage
  const hitsPerPage = Math.max(1, Math.min(restricted.hitsPerPage ?? LIMITS.hitsPerPage, most))
  call.countReads(1)
  const {
    hits,
    nbHits,
    cursor: next,
  } = await browseEncoded(call.backend, index, {
    params: restricted,
    hitsPerPage,
    ...(at !== undefined && { cursor: at }),
  })
  const nbPages = Math.ceil(nbHits / hitsPerPage)
  const found = { nbHits, ...(next !== undefined && { cursor: writeBrowseCursor(index, wanted, next) }) }
  const echo = { query: params.query ?? '', params: echoParams(params), processingTimeMS: 1 }
  const rest = JSON.stringify({ ...found, page, nbPages, hitsPerPage, ...echo })
  return { encoded: { parts: [HITS, hits, utf8.encode(`,${rest.slice(1)}`)], owned: [hits] } }
}

const bodyObject = (call: Call): Record<string, unknown> => asObject(call.body ?? {}, 'The body')

/** The operations of one batch may require different rights: its routes accept any key, and each operation is checked. */
export const RECORD_ROUTES: readonly Route[] = [
  route('POST', '/1/indexes/*/batch', 'any-key', 'batch', batchMany),
  route('POST', '/1/indexes/*/objects', 'search', 'search', getMany),
  route('POST', '/1/indexes/{index}/batch', 'any-key', 'batch', batch),
  route('POST', '/1/indexes/{index}/browse', 'browse', 'search', (call) => browse(call, bodyObject(call))),
  route('GET', '/1/indexes/{index}/browse', 'browse', 'none', (call) => browse(call, queryFields(call.query))),
  route('POST', '/1/indexes/{index}/clear', 'deleteIndex', 'none', clear),
  route('POST', '/1/indexes/{index}/deleteByQuery', 'deleteIndex', 'search', deleteBy),
  route('POST', '/1/indexes/{index}/{objectID}/partial', 'addObject', 'write', patch),
  route('POST', '/1/indexes/{index}', 'addObject', 'write', add),
  route('GET', '/1/indexes/{index}/{objectID}', 'search', 'none', get),
  route('PUT', '/1/indexes/{index}/{objectID}', 'addObject', 'write', put),
  route('DELETE', '/1/indexes/{index}/{objectID}', 'deleteObject', 'none', remove),
]
