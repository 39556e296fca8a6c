/** Undoes `Content-Encoding` with a ceiling on the decompressed bytes. */
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib'

/** The decompressed body is larger than the limit. */
export class TooLargeError extends Error {
  override name = 'TooLargeError'
}

/** The body is damaged, or has a coding that was not requested. */
export class CodingError extends Error {
  override name = 'CodingError'
}

/** The codings that `decompress` undoes, for `Accept-Encoding`. */
export const ACCEPTED_CODINGS = 'gzip, deflate, br, zstd'

/** Codings of one body. Servers have one; more than two are an attack. */
const MAX_CODINGS = 2

type Undo = (bytes: Buffer, options: { maxOutputLength: number }) => Buffer

const CODINGS: ReadonlyMap<string, Undo> = new Map<string, Undo>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', (bytes, options) => (isZlib(bytes) ? inflateSync(bytes, options) : inflateRawSync(bytes, options))],
  ['br', brotliDecompressSync],
  ['zstd', zstdDecompressSync],
])

/**
 * The body without its codings.
 *
 * @param coding value of `Content-Encoding`.
 * @param max bytes of each stage; memory and time stay in proportion to it.
 * @throws TooLargeError, CodingError
 */
export function decompress(body: Buffer, coding: string, max: number): Buffer {
  const codings = coding
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== 'identity')
  if (codings.length > MAX_CODINGS) throw new CodingError(`its body is compressed ${codings.length} times`)
  return codings.toReversed().reduce((bytes, one) => undo(bytes, one, max), body)
}

/** The content of a gzip file, which servers send without `Content-Encoding` (`sitemap.xml.gz`); other bytes unchanged. */
export function gunzipFile(bytes: Buffer, max: number): Buffer {
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? undo(bytes, 'gzip', max) : bytes
}

function undo(bytes: Buffer, coding: string, max: number): Buffer {
  const decode = CODINGS.get(coding)
  if (decode === undefined) throw new CodingError(`its body has the unknown compression "${coding.slice(0, 40)}"`)
  if (bytes.length === 0) return bytes
  try {
    return decode(bytes, { maxOutputLength: max })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new TooLargeError(`it has more than ${max} bytes when it is decompressed`)
    }
    throw new CodingError(`its compressed body is damaged (${coding})`)
  }
}

/** RFC 1950: method 8, and the header is a multiple of 31. Some servers send `deflate` without this header. */
const isZlib = (bytes: Buffer): boolean =>
  bytes.length > 1 && ((bytes[0] ?? 0) & 15) === 8 && bytes.readUInt16BE(0) % 31 === 0
