/**
 * Records and batches as they arrive become write operations. New objectIDs are made here, so that the operation that
 * a backend gets can be sent again without adding a second record.
 */
import { randomBytes } from 'node:crypto'
import type { JsonValue, SearchRecord } from '@docent/engine'
import type { RecordChanges, RecordRequest, WriteOperation } from '../backend.ts'
import { badRequest } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { readIndexName, readObjectID } from './names.ts'
import { asObject } from './read-search.ts'
import { spelledList } from './spelling.ts'

/** 128 random bits. */
const newObjectID = (): string => randomBytes(16).toString('hex')

/** A record of the body. `objectID` counts before the record's own; without either a new one is made, if `mayMake`. */
export function readRecord(value: unknown, objectID: string | undefined, mayMake: boolean): SearchRecord {
  const attributes = asObject(value, 'A record') as Record<string, JsonValue>
  const id = objectID ?? (attributes['objectID'] === undefined && mayMake ? newObjectID() : attributes['objectID'])
  const record: SearchRecord = { ...attributes, objectID: readObjectID(id) }
  const bytes = Buffer.byteLength(JSON.stringify(record))
  if (bytes > LIMITS.recordBytes)
    throw badRequest(
      `Record is too big: the record with objectID=${record.objectID} has ${bytes} bytes, at most ${LIMITS.recordBytes} are allowed`,
    )
  return record
}

/** The attributes of a partial update, without the objectID. */
export function readChanges(value: unknown): RecordChanges {
  const { objectID: _, ...changes } = asObject(value, 'A partial record')
  return changes as RecordChanges
}

/** One item of a batch. */
function readOperation(index: string, action: unknown, body: unknown): WriteOperation {
  const bodyID = (): string => readObjectID(asObject(body, 'The body of a batch operation')['objectID'])
  switch (action) {
    case 'addObject':
      return { action: 'save', index, record: readRecord(body, undefined, true) }
    case 'updateObject':
      return { action: 'save', index, record: readRecord(body, undefined, false) }
    case 'partialUpdateObject':
    case 'partialUpdateObjectNoCreate': {
      const createIfNotExists = action === 'partialUpdateObject'
      return { action: 'patch', index, objectID: bodyID(), changes: readChanges(body), createIfNotExists }
    }
    case 'deleteObject':
      return { action: 'delete', index, objectID: bodyID() }
    case 'clear':
      return { action: 'clear', index }
    case 'delete':
      return { action: 'drop', index }
    default:
      throw badRequest(`Invalid batch action: ${JSON.stringify(action)}`)
  }
}

/** A batch for one index, or for those that its items name when `index` is undefined. */
export function readBatch(body: unknown, index: string | undefined): WriteOperation[] {
  const { requests } = asObject(body, 'The body')
  if (!Array.isArray(requests)) throw badRequest('The body needs "requests", an array')
  if (requests.length > LIMITS.batchOperations)
    throw badRequest(`Too many operations in one batch: at most ${LIMITS.batchOperations}`)
  return requests.map((value: unknown) => {
    const item = asObject(value, 'A batch operation')
    return readOperation(index ?? readIndexName(item['indexName']), item['action'], item['body'])
  })
}

/** The objectID that an operation names, if any. */
export function objectIDOf(operation: WriteOperation): string | undefined {
  if (operation.action === 'save') return operation.record.objectID
  return operation.action === 'patch' || operation.action === 'delete' ? operation.objectID : undefined
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
  const { requests } = asObject(body, 'The body')
  if (!Array.isArray(requests)) throw badRequest('The body needs "requests", an array')
  if (requests.length > LIMITS.hitsPerPage)
    throw badRequest(`Too many records in one call: at most ${LIMITS.hitsPerPage}`)
  return requests.map((value: unknown) => {
    const item = asObject(value, 'A request')
    const attributesToRetrieve = readAttributeList(item['attributesToRetrieve'])
    return {
      index: readIndexName(item['indexName']),
      objectID: readObjectID(item['objectID']),
      ...(attributesToRetrieve && { attributesToRetrieve }),
    }
  })
}
