/**
 * A partial update of one record. A plain value replaces the first-level attribute; `{ _operation, value }` changes the stored
 * value. Objects are built from entries, never by assignment: an attribute may be called `__proto__`.
 */
import type { JsonValue, SearchRecord } from '@docent/engine'
import { checkRecord } from '../wire/storage-limits.ts'
import { badRequest } from '../wire/errors.ts'
import type { RecordChanges } from '../wire/operations.ts'

interface Operation {
  name: string
  value: JsonValue | undefined
}

function asOperation(value: JsonValue): Operation | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const name = value['_operation']
  return typeof name === 'string' ? { name, value: value['value'] } : undefined
}

const sameItem = (left: JsonValue, right: JsonValue): boolean => JSON.stringify(left) === JSON.stringify(right)

const asNumber = (value: JsonValue | undefined): number => (typeof value === 'number' ? value : 0)

/** Throws for a number that JSON does not have: it would be stored as null. */
function inRange(attribute: string, result: number): number {
  if (Number.isFinite(result)) return result
  throw badRequest(`Invalid value for "${attribute}": the result of the operation is too large`)
}

/** The list that `Add`, `Remove` and `AddUnique` change; a single stored value is a list of one. */
function asList(value: JsonValue | undefined): JsonValue[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

/** The attribute's new value; `undefined` when the operation does not change the record. */
function apply(attribute: string, operation: Operation, stored: JsonValue | undefined): JsonValue | undefined {
  const { name, value } = operation
  if (value === undefined) throw badRequest(`Invalid value for "${attribute}": the operation ${name} needs a value`)
  const operand = (): number => {
    if (typeof value === 'number') return value
    throw badRequest(`Invalid value for "${attribute}": the operation ${name} needs a number`)
  }
  switch (name) {
    case 'Increment':
      return inRange(attribute, asNumber(stored) + operand())
    case 'Decrement':
      return inRange(attribute, asNumber(stored) - operand())
    case 'IncrementFrom':
      return asNumber(stored) === operand() ? asNumber(stored) + 1 : undefined
    case 'IncrementSet':
      return operand() > asNumber(stored) ? operand() : undefined
    case 'Add':
      return [...asList(stored), value]
    case 'AddUnique': {
      const list = asList(stored)
      return list.some((item) => sameItem(item, value)) ? list : [...list, value]
    }
    case 'Remove':
      return asList(stored).filter((item) => !sameItem(item, value))
    default:
      throw badRequest(`Invalid value for "${attribute}": the operation ${JSON.stringify(name)} is not known`)
  }
}

/**
 * The record after the changes; `undefined` when there is nothing to store: the record is missing and may not be created, or no
 * condition of an operation is met. Throws a `ServerError` (400) for an unknown operation, and for a record that would be too
 * large.
 */
export function patchRecord(
  objectID: string,
  stored: SearchRecord | undefined,
  changes: RecordChanges,
  createIfNotExists: boolean,
): SearchRecord | undefined {
  if (stored === undefined && !createIfNotExists) return undefined
  const attributes = new Map<string, JsonValue | undefined>(Object.entries(stored ?? { objectID }))
  let changed = stored === undefined && Object.keys(changes).length === 0
  for (const [attribute, value] of Object.entries(changes)) {
    const operation = asOperation(value)
    const next = operation ? apply(attribute, operation, attributes.get(attribute)) : value
    if (next === undefined) continue
    attributes.set(attribute, next)
    changed = true
  }
  if (!changed) return undefined
  const record = { ...Object.fromEntries(attributes), objectID }
  checkRecord(objectID, JSON.stringify(record))
  return record
}
