/** Parses the bytes of a body as JSON, after a check of the nesting and of the number of keys. */
import { ServerError } from './errors.ts'
import { checkJsonShape } from './json-shape.ts'
import { LIMITS } from './limits.ts'

/** The kind of a body, which determines its limits of size and nesting. */
export type BodyKind = 'search' | 'write'

/** Omits a byte order mark at the beginning, as RFC 8259 allows. */
const utf8 = new TextDecoder()

/** The value of the JSON; `undefined` for no bytes. Throws a `ServerError` (400). */
export function parseBody(bytes: Uint8Array, kind: BodyKind): unknown {
  if (bytes.length === 0) return undefined
  checkJsonShape(bytes, kind === 'search' ? LIMITS.searchDepth : LIMITS.writeDepth, LIMITS.objectKeys)
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch (cause) {
    throw new ServerError('bad-request', `The body is not valid JSON: ${(cause as Error).message}`, { cause })
  }
}
