/** Reads the names of indexes and records. They never become paths. */
import { badRequest } from './errors.ts'
import { LIMITS } from './limits.ts'

// oxlint-disable-next-line no-control-regex -- it looks for control characters
const CONTROL = /[\u0000-\u001f\u007f]/

/** An index's name, or status 400. */
export function readIndexName(value: unknown): string {
  if (typeof value !== 'string' || value === '')
    throw badRequest('indexName is not valid: it must be a non-empty string')
  if (value === '*' || CONTROL.test(value) || !value.isWellFormed())
    throw badRequest(`indexName is not valid: ${JSON.stringify(value)}`)
  if (Buffer.byteLength(value) > LIMITS.indexNameBytes)
    throw badRequest(`indexName is too long: at most ${LIMITS.indexNameBytes} bytes`)
  return value
}

/** An objectID as text (numbers become text), or status 400. */
export function readObjectID(value: unknown): string {
  const id = typeof value === 'number' ? String(value) : value
  if (typeof id !== 'string' || id === '') throw badRequest('objectID must be a non-empty string')
  if (!id.isWellFormed()) throw badRequest('objectID is not valid Unicode')
  if (Buffer.byteLength(id) > LIMITS.objectIdBytes)
    throw badRequest(`objectID is too long: at most ${LIMITS.objectIdBytes} bytes`)
  return id
}
