/** The bytes of a body become JSON values, after a check of their nesting and of the number of keys. */
import { ServerError } from './errors.ts'
import { checkJsonShape } from './json-shape.ts'
import { LIMITS } from './limits.ts'

/** Which limits of size and nesting a body has. */
export type BodyKind = 'search' | 'write'

/** What the bytes say; `undefined` when there are none. Throws a `ServerError` (400). */
export function parseBody(bytes: Uint8Array, kind: BodyKind): unknown {
  if (bytes.length === 0) return undefined
  checkJsonShape(bytes, kind === 'search' ? LIMITS.searchDepth : LIMITS.writeDepth, LIMITS.objectKeys)
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'))
  } catch (cause) {
    throw new ServerError('bad-request', `The body is not valid JSON: ${(cause as Error).message}`, { cause })
  }
}
