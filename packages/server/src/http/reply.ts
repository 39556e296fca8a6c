/**
 * Replies of the API as plain data: status, headers and the bytes of the body. The Node edge writes them to a socket
 * (`edge/send-reply.ts`); elsewhere they become a `Response`. A body may have several parts, which are sent without being
 * joined: search results are up to 100 kB, and a `Response` copies its body twice.
 */
import { constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import type { ErrorResponse } from '@docent/engine'
import { ServerError } from '../wire/errors.ts'
import { ANSWER_HEADERS } from './headers.ts'

const zip = promisify(gzip)

/** Bytes. A shorter body fits one packet without compression. */
const MIN_GZIP_BYTES = 1400

/** Headers are an object, since no reply has two of one name. */
export interface Reply {
  status: number
  headers: Readonly<Record<string, string>>
  /** The body's bytes, in order. */
  parts: readonly Uint8Array<ArrayBuffer>[]
  /** Parts without another user: their memory may be released after they were sent. */
  owned?: readonly Uint8Array<ArrayBuffer>[]
}

const takesGzip = (acceptEncoding: string | null): boolean =>
  acceptEncoding !== null && /(?:^|[\s,])(?:gzip|\*)(?!\s*;\s*q=0(?:\.0*)?(?:,|\s|$))/i.test(acceptEncoding)

const utf8 = new TextEncoder()

/** The body is encoded here; answers that a thread has encoded become parts without a copy. */
export const jsonReply = (body: object, status = 200): Reply => ({
  status,
  headers: ANSWER_HEADERS,
  parts: [utf8.encode(JSON.stringify(body))],
})

/** A reply with a body of text. */
export const textReply = (text: string, headers: Readonly<Record<string, string>>): Reply => ({
  status: 200,
  headers,
  parts: [utf8.encode(text)],
})

/** Any error in the wire's form. An error other than a `ServerError` is a defect: status 500, without its message. */
export function errorReply(error: unknown): Reply {
  const known = error instanceof ServerError ? error : undefined
  const status = known?.status ?? 500
  const body: ErrorResponse = { message: known?.message ?? 'Internal error', status }
  const reply = jsonReply(body, status)
  if (known?.retryAfter === undefined) return reply
  return { ...reply, headers: { ...reply.headers, 'retry-after': String(known.retryAfter) } }
}

/** The length of a reply's body in bytes. */
export const lengthOf = ({ parts }: Reply): number => parts.reduce((sum, part) => sum + part.length, 0)

const join = (reply: Reply): Uint8Array<ArrayBuffer> => Buffer.concat(reply.parts, lengthOf(reply))

/** The reply compressed, where the client accepts that and the body is large enough. `acceptEncoding` is the request's header. */
export async function compress(reply: Reply, acceptEncoding: string | null): Promise<Reply> {
  if (lengthOf(reply) < MIN_GZIP_BYTES || !takesGzip(acceptEncoding)) return reply
  const packed = await zip(join(reply), { level: constants.Z_BEST_SPEED })
  return {
    status: reply.status,
    headers: { ...reply.headers, 'content-encoding': 'gzip' },
    parts: [new Uint8Array(packed.buffer as ArrayBuffer, packed.byteOffset, packed.byteLength)],
  }
}

/** The reply as a `Response`, for a request that did not come from a socket. */
export const toResponse = (reply: Reply): Response =>
  new Response(join(reply), { status: reply.status, headers: { ...reply.headers } })
