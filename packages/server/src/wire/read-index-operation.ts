/** Reads the body of a call that copies or moves an index. */
import * as v from 'valibot'
import type { CopyScope } from './operations.ts'
import { badRequest } from './errors.ts'
import { FIRST_ISSUE } from './parameter.ts'

const SCOPES: readonly CopyScope[] = ['settings', 'synonyms', 'rules']

/** The body of the call; the name of the destination is checked by `readIndexName`. */
export const OPERATION_SCHEMA = v.object({
  operation: v.picklist(['copy', 'move'], 'expected "copy" or "move"'),
  destination: v.string('expected string'),
  scope: v.optional(v.array(v.picklist(SCOPES, 'expected "settings", "synonyms" or "rules"'), 'expected array')),
})

/** Throws a `ServerError` (400) that names the field. */
export function readOperation(body: unknown): v.InferOutput<typeof OPERATION_SCHEMA> {
  const result = v.safeParse(OPERATION_SCHEMA, withoutNulls(body), FIRST_ISSUE)
  if (result.success) return result.output
  const [issue] = result.issues
  throw badRequest(`Invalid value for "${v.getDotPath(issue) ?? 'body'}" parameter, ${issue.message}`)
}

/** `null` counts as absent. */
function withoutNulls(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
}
