/**
 * Values as compressed text inside a document: what a task carries and what stands beside records (settings, synonyms,
 * rules) is only ever read whole, so OpenSearch has neither to parse nor to keep all of it. The fastest level: JSON
 * shrinks to a fifth to a third, at about 100 MB/s outside of JavaScript's thread.
 */
import { constants, deflateRaw, inflateRaw } from 'node:zlib'
import { promisify } from 'node:util'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** A value's JSON, compressed, as Base64. */
export async function pack(value: unknown): Promise<string> {
  const bytes = await deflate(JSON.stringify(value), { level: constants.Z_BEST_SPEED })
  return bytes.toString('base64')
}

/** The value again. The caller names the type: it was packed by this server or another one of the same format. */
export async function unpack<Value>(text: string): Promise<Value> {
  const bytes = await inflate(Buffer.from(text, 'base64'))
  return JSON.parse(bytes.toString()) as Value
}
