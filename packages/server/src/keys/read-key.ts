/** Reads the fields of an API key from a body. Absent ones get their defaults, also in an update, as with the provider. */
import * as v from 'valibot'
import { checkJoinedFilters } from '../wire/check-filters.ts'
import { badRequest } from '../wire/errors.ts'
import { ACL_NAMES, DEFAULT_KEY_FIELDS, type KeyFields } from './key.ts'
import { LIMITS } from '../wire/limits.ts'
import { FIRST_ISSUE } from '../wire/parameter.ts'
import { readSearchParams } from '../wire/read-search.ts'

const MAX_ENTRIES = 1000
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER))
/** A hundred years in seconds: the time of expiry stays a safe integer. */
const MAX_VALIDITY = 100 * 365.25 * 86_400
const patterns = v.pipe(v.array(v.pipe(v.string(), v.maxLength(256))), v.maxLength(MAX_ENTRIES))

const readOnly = v.optional(
  v.pipe(v.unknown(), v.description('without effect: clients send back the key that they read')),
)

/** Without the right `admin`: an admin key is made on the command line only. */
export const KEY_SCHEMA = v.strictObject({
  value: readOnly,
  createdAt: readOnly,
  acl: v.array(v.picklist(ACL_NAMES)),
  description: v.optional(v.pipe(v.string(), v.maxLength(1000)), DEFAULT_KEY_FIELDS.description),
  indexes: v.optional(patterns, DEFAULT_KEY_FIELDS.indexes),
  maxHitsPerQuery: v.optional(count, DEFAULT_KEY_FIELDS.maxHitsPerQuery),
  maxQueriesPerIPPerHour: v.optional(count, DEFAULT_KEY_FIELDS.maxQueriesPerIPPerHour),
  queryParameters: v.optional(v.pipe(v.string(), v.maxLength(4096)), DEFAULT_KEY_FIELDS.queryParameters),
  referers: v.optional(patterns, DEFAULT_KEY_FIELDS.referers),
  validity: v.optional(v.pipe(count, v.maxValue(MAX_VALIDITY)), DEFAULT_KEY_FIELDS.validity),
})

/** Throws a `ServerError` (400) that names the field. */
export function readKeyFields(body: unknown): KeyFields {
  const result = v.safeParse(KEY_SCHEMA, body, FIRST_ISSUE)
  if (result.success) {
    const { value: _value, createdAt: _createdAt, ...fields } = result.output
    if (Buffer.byteLength(JSON.stringify(fields)) > LIMITS.keyBytes)
      throw badRequest(`The key is too big: all of its fields may have ${LIMITS.keyBytes} bytes`)
    // A key with invalid parameters would be refused at every search.
    const forced = readSearchParams(Object.fromEntries(new URLSearchParams(fields.queryParameters)))
    checkJoinedFilters(forced, 'queryParameters: filters')
    return { ...fields, given: Object.keys(body as object).filter((name) => Object.hasOwn(fields, name)) }
  }
  const [issue] = result.issues
  const path = v.getDotPath(issue)
  if (issue.type === 'strict_object' && issue.expected === 'never') throw badRequest(`Unknown parameter: ${path}`)
  throw badRequest(`Invalid value for "${path ?? 'body'}" parameter: ${issue.message}`)
}
