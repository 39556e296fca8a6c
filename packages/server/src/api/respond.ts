/** An answer becomes a Response: JSON, gzip when it is asked for and worth it, errors in the wire's form. */
import { constants, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import type { ErrorResponse } from '@docent/engine'
import { ServerError } from '../errors.ts'
import { answerHeaders } from './headers.ts'

const zip = promisify(gzip)

/** Below this an answer fits one packet and packing it saves nothing. */
const MIN_GZIP_BYTES = 1400

const takesGzip = (acceptEncoding: string | null): boolean =>
  acceptEncoding !== null && /(?:^|[\s,])(?:gzip|\*)(?!\s*;\s*q=0(?:\.0*)?(?:,|\s|$))/i.test(acceptEncoding)

const utf8 = new TextEncoder()

/** `body` is an object, or bytes that are JSON already. `acceptEncoding` is the request's header. */
export async function respond(
  body: object | Uint8Array,
  status: number,
  acceptEncoding: string | null,
): Promise<Response> {
  const headers = answerHeaders()
  const bytes = body instanceof Uint8Array ? (body as Uint8Array<ArrayBuffer>) : utf8.encode(JSON.stringify(body))
  headers.append('vary', 'Accept-Encoding')
  if (bytes.length < MIN_GZIP_BYTES || !takesGzip(acceptEncoding)) return new Response(bytes, { status, headers })
  headers.set('content-encoding', 'gzip')
  const packed = await zip(bytes, { level: constants.Z_BEST_SPEED })
  return new Response(packed, { status, headers })
}

/** Any error as an answer. What is not a `ServerError` is a defect: its text is not shown. */
export async function respondError(error: unknown): Promise<Response> {
  const known = error instanceof ServerError ? error : undefined
  const status = known?.status ?? 500
  const body: ErrorResponse = { message: known?.message ?? 'Internal error', status }
  const response = await respond(body, status, null)
  if (known?.retryAfter !== undefined) response.headers.set('retry-after', String(known.retryAfter))
  return response
}
