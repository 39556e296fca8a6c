/** An answer becomes a Response: JSON, gzip when it is asked for and worth it, errors in the wire's form. */
import type { ServerResponse } from 'node:http'
import { constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import type { ErrorResponse } from '@docent/engine'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { ServerError } from '../wire/errors.ts'
import { ANSWER_HEADERS, answerHeaders } from './headers.ts'
import type { WrittenBody } from './route.ts'

const zip = promisify(gzip)

/** Below this an answer fits one packet and packing it saves nothing. */
const MIN_GZIP_BYTES = 1400

const takesGzip = (acceptEncoding: string | null): boolean =>
  acceptEncoding !== null && /(?:^|[\s,])(?:gzip|\*)(?!\s*;\s*q=0(?:\.0*)?(?:,|\s|$))/i.test(acceptEncoding)

const utf8 = new TextEncoder()

/** `acceptEncoding` is the request's header. */
export async function respond(body: object, status: number, acceptEncoding: string | null): Promise<Response> {
  return respondBytes(utf8.encode(JSON.stringify(body)), status, acceptEncoding)
}

async function respondBytes(
  bytes: Uint8Array<ArrayBuffer>,
  status: number,
  acceptEncoding: string | null,
): Promise<Response> {
  const headers = answerHeaders()
  if (bytes.length < MIN_GZIP_BYTES || !takesGzip(acceptEncoding)) return new Response(bytes, { status, headers })
  headers.set('content-encoding', 'gzip')
  const packed = await zip(bytes, { level: constants.Z_BEST_SPEED })
  return new Response(packed, { status, headers })
}

/**
 * Lets go of memory that is of no use any more. The collector would find it too, but only when hundreds of answers have
 * come together: then each is made of pages that the system has to bring and to clear, for six times the CPU of an answer
 * whose memory goes round.
 */
function free(own: readonly Uint8Array<ArrayBuffer>[]): void {
  for (const { buffer } of own) buffer.transfer(0)
}

/**
 * Answers with JSON that is written already. Where the answer's socket is known, the parts go straight to it: a
 * `Response` would copy them, twice, and that costs more than all other work of a request together.
 */
export async function respondWritten(
  { parts, own }: WrittenBody,
  acceptEncoding: string | null,
  outgoing: ServerResponse | undefined,
): Promise<Response> {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const packs = length >= MIN_GZIP_BYTES && takesGzip(acceptEncoding)
  if (packs || outgoing === undefined) return respondBytes(Buffer.concat(parts, length), 200, acceptEncoding)
  outgoing.writeHead(200, { ...ANSWER_HEADERS, 'content-length': length })
  // One write to the socket, of all parts.
  outgoing.cork()
  for (const part of parts) outgoing.write(part)
  // Called when the system has taken all of it; a client that goes before leaves its answer to the collector.
  outgoing.end(() => free(own))
  return RESPONSE_ALREADY_SENT
}

/** The status of an error; what is not a `ServerError` is a defect. */
export const statusOf = (error: unknown): number => (error instanceof ServerError ? error.status : 500)

/** An error as it goes to a socket. */
export interface WordedError {
  status: number
  headers: Readonly<Record<string, string>>
  text: string
}

/** Any error as an answer; the text of a defect is not shown. */
export function wordError(error: unknown): WordedError {
  const known = error instanceof ServerError ? error : undefined
  const status = statusOf(error)
  const body: ErrorResponse = { message: known?.message ?? 'Internal error', status }
  const text = JSON.stringify(body)
  const retry: Record<string, string> =
    known?.retryAfter === undefined ? {} : { 'retry-after': String(known.retryAfter) }
  return { status, headers: { ...ANSWER_HEADERS, ...retry, 'content-length': String(Buffer.byteLength(text)) }, text }
}

export function writeError(outgoing: ServerResponse, { status, headers, text }: WordedError): void {
  outgoing.writeHead(status, headers)
  outgoing.end(text)
}

/** Goes straight to the answer's socket where that is known. */
export function respondError(error: unknown, outgoing?: ServerResponse): Response {
  const worded = wordError(error)
  if (outgoing === undefined) return new Response(worded.text, { status: worded.status, headers: worded.headers })
  writeError(outgoing, worded)
  return RESPONSE_ALREADY_SENT
}
