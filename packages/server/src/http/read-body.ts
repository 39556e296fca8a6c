/**
 * Reads the body of a request up to a limit, and decompresses it up to the same limit. The content type is ignored: public clients
 * send JSON as text or as a form, so that browsers send no preflight request.
 */
import { gunzip } from 'node:zlib'
import { promisify } from 'node:util'
import { ServerError, badRequest } from '../wire/errors.ts'
import { LIMITS } from '../wire/limits.ts'
import type { BodyKind } from '../wire/parse-body.ts'

const unzip = promisify(gunzip)

const tooLarge = (maxBytes: number): ServerError =>
  new ServerError('too-large', `The body is too large: at most ${maxBytes} bytes`)

/** The bytes of the body as they were sent. Throws a `ServerError` with 413 for more than `maxBytes`, at once. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
  // HTTP ends the body at the declared length. Reading it at once is many times cheaper than reading a stream.
  if (request.headers.has('content-length')) {
    const bytes = new Uint8Array(await request.arrayBuffer())
    if (bytes.length > maxBytes) throw tooLarge(maxBytes)
    return bytes
  }
  const chunks: Uint8Array[] = []
  let total = 0
  // Not a loop over the body: an error would cancel it, which closes the connection before its sender has the refusal.
  const reader = request.body?.getReader()
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
    total += next.value.length
    if (total > maxBytes) throw tooLarge(maxBytes)
    chunks.push(next.value)
  }
  return Buffer.concat(chunks)
}

/** The bytes in a buffer of their own, which can be transferred to another thread. */
const inOwnBuffer = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.buffer.byteLength === bytes.byteLength
    ? (bytes as Uint8Array<ArrayBuffer>)
    : new Uint8Array(bytes)

async function unpack(bytes: Uint8Array, encoding: string, maxBytes: number): Promise<Uint8Array> {
  if (encoding === '' || encoding === 'identity') return bytes
  if (encoding !== 'gzip')
    throw new ServerError('unsupported-encoding', 'The body may be encoded as gzip or not at all')
  try {
    return await unzip(bytes, { maxOutputLength: maxBytes })
  } catch (cause) {
    if ((cause as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes)
    throw badRequest('The body is not valid gzip')
  }
}

/** The decompressed bytes of the body, in a buffer of their own. Throws a `ServerError`: 400, 413 or 415. */
export async function readBodyBytes(request: Request, kind: BodyKind): Promise<Uint8Array<ArrayBuffer>> {
  const maxBytes = kind === 'search' ? LIMITS.searchBodyBytes : LIMITS.writeBodyBytes
  const packed = await readBytes(request, maxBytes).catch((cause: unknown) => {
    if (cause instanceof ServerError) throw cause
    // The client has disconnected, which is no defect of the server.
    throw new ServerError('bad-request', 'The body did not arrive whole', { cause })
  })
  const encoding = (request.headers.get('content-encoding') ?? '').trim().toLowerCase()
  return inOwnBuffer(await unpack(packed, encoding, maxBytes))
}
