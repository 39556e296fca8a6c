/** Parses the bytes of a body as JSON, after a check of the nesting and of the number of keys. */
import { ServerError } from './errors.ts'
import { checkJsonShape } from './json-shape.ts'
import { LIMITS } from './limits.ts'

/** The kind of a body, which determines its limits of size and nesting. */
export type BodyKind = 'search' | 'write'

/** The value of the JSON; `undefined` for no bytes. Throws a `ServerError` (400). */
export function parseBody(bytes: Uint8Array, kind: BodyKind): unknown {
  if (bytes.length === 0) return undefined
  checkJsonShape(bytes, kind === 'search' ? LIMITS.searchDepth : LIMITS.writeDepth, LIMITS.objectKeys)
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'))
  } catch (cause) {
    throw new ServerError('bad-request', `The body is not valid JSON: ${(cause as Error).message}`, { cause })
  }
}
