/**
 * Reads records and batches as write operations. New objectIDs are created here, so that a backend can repeat an operation without
 * adding a second record.
 */
import { randomBytes } from 'node:crypto'
import type { JsonValue, SearchRecord } from '@docent/engine'
import * as v from 'valibot'
import type { RecordChanges, RecordRequest, WriteOperation } from './operations.ts'
import { checkRecord } from './storage-limits.ts'
import { badRequest } from './errors.ts'
import { LIMITS } from './limits.ts'
import { readIndexName, readObjectID } from './names.ts'
import { FIRST_ISSUE } from './parameter.ts'
import { asObject } from './read-search.ts'
import { spelledList } from './spelling.ts'

const ACTIONS = [
  'addObject',
  'updateObject',
  'partialUpdateObject',
  'partialUpdateObjectNoCreate',
  'deleteObject',
  'delete',
  'clear',
] as const

/** A record, or a part of one: any attributes. */
export const RECORD_SCHEMA = v.looseObject({})

const TOO_MANY = `Too many operations in one batch: at most ${LIMITS.batchOperations}`

const operation = { action: v.picklist(ACTIONS, 'Invalid batch action'), body: v.optional(v.unknown()) }
const operations = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object(
    {
      requests: v.pipe(
        v.array(v.object(entries, 'A batch operation must be an object'), 'The body needs "requests", an array'),
        v.maxLength(LIMITS.batchOperations, TOO_MANY),
      ),
    },
    'The body needs "requests", an array',
  )

/** The body of a batch for one index. The bodies of its operations are read one by one. */
export const BATCH_SCHEMA = operations(operation)
/** The body of a batch for several indexes. */
export const MULTI_BATCH_SCHEMA = operations({
  ...operation,
  indexName: v.string('indexName is not valid: it must be a non-empty string'),
})

/** The body of a call for many records. */
export const RECORD_REQUESTS_SCHEMA = v.object(
  {
    requests: v.pipe(
      v.array(
        v.object(
          {
            indexName: v.string('indexName is not valid: it must be a non-empty string'),
            objectID: v.union([v.string(), v.number()], 'objectID must be a non-empty string'),
            attributesToRetrieve: v.optional(v.unknown()),
          },
          'A request must be an object',
        ),
        'The body needs "requests", an array',
      ),
      v.maxLength(LIMITS.hitsPerPage, `Too many records in one call: at most ${LIMITS.hitsPerPage}`),
    ),
  },
  'The body needs "requests", an array',
)

/** The body by its schema. Throws a `ServerError` (400) with the schema's message and the path. */
function conform<Schema extends v.GenericSchema>(schema: Schema, body: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, body, FIRST_ISSUE)
  if (result.success) return result.output
  const [issue] = result.issues
  const path = v.getDotPath(issue)
  throw badRequest(path === null ? issue.message : `${issue.message} (${path})`)
}

/** 128 random bits. */
const newObjectID = (): string => randomBytes(16).toString('hex')

/** Reads a record. `objectID` takes precedence over the record's own; without both, one is created if `mayCreate`. */
export function readRecord(value: unknown, objectID: string | undefined, mayCreate: boolean): SearchRecord {
  const attributes = asObject(value, 'A record') as Record<string, JsonValue>
  const id = objectID ?? (attributes['objectID'] === undefined && mayCreate ? newObjectID() : attributes['objectID'])
  const record: SearchRecord = { ...attributes, objectID: readObjectID(id) }
  checkRecord(record.objectID, JSON.stringify(record))
  return record
}

/** The attributes of a partial update, without the objectID. They may not be larger than a record. */
export function readChanges(value: unknown, objectID: string): RecordChanges {
  const { objectID: _, ...changes } = asObject(value, 'A partial record')
  checkRecord(objectID, JSON.stringify(changes))
  return changes as RecordChanges
}

/** One item of a batch. */
function readOperation(index: string, action: (typeof ACTIONS)[number], body: unknown): WriteOperation {
  const bodyID = (): string => readObjectID(asObject(body, 'The body of a batch operation')['objectID'])
  switch (action) {
    case 'addObject':
      return { action: 'save', index, record: readRecord(body, undefined, true) }
    case 'updateObject':
      return { action: 'save', index, record: readRecord(body, undefined, false) }
    case 'partialUpdateObject':
    case 'partialUpdateObjectNoCreate': {
      const createIfNotExists = action === 'partialUpdateObject'
      const objectID = bodyID()
      return { action: 'patch', index, objectID, changes: readChanges(body, objectID), createIfNotExists }
    }
    case 'deleteObject':
      return { action: 'delete', index, objectID: bodyID() }
    case 'clear':
      return { action: 'clear', index }
    case 'delete':
      return { action: 'drop', index }
  }
}

/** A batch for one index, or for those that its items name when `index` is undefined. */
export function readBatch(body: unknown, index: string | undefined): WriteOperation[] {
  // Before the schema, which checks the items first: those of a large body take half a second.
  const { requests } = (body ?? {}) as { requests?: unknown }
  if (Array.isArray(requests) && requests.length > LIMITS.batchOperations) throw badRequest(TOO_MANY)
  if (index !== undefined)
    return conform(BATCH_SCHEMA, body).requests.map((item) => readOperation(index, item.action, item.body))
  return conform(MULTI_BATCH_SCHEMA, body).requests.map((item) =>
    readOperation(readIndexName(item.indexName), item.action, item.body),
  )
}

/** The objectID of an operation; empty for one without an objectID. */
export function objectIDOf(operation: WriteOperation): string {
  if (operation.action === 'save') return operation.record.objectID
  return operation.action === 'patch' || operation.action === 'delete' ? operation.objectID : ''
}

/** A list of attribute names in any spelling; `undefined` when absent. */
export function readAttributeList(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return undefined
  const list = spelledList(value)
  if (!Array.isArray(list) || !list.every((entry) => typeof entry === 'string'))
    throw badRequest('Invalid value for "attributesToRetrieve" parameter, expected array of strings')
  return list
}

/** The body of a call for many records. */
export function readRecordRequests(body: unknown): RecordRequest[] {
  return conform(RECORD_REQUESTS_SCHEMA, body).requests.map((item) => {
    const attributesToRetrieve = readAttributeList(item.attributesToRetrieve)
    return {
      index: readIndexName(item.indexName),
      objectID: readObjectID(item.objectID),
      ...(attributesToRetrieve && { attributesToRetrieve }),
    }
  })
}
