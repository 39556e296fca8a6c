/**
 * Files of the docs folder that are not pages, streamed from disk with ranges, so that videos are seekable. An asset never
 * runs as a document of this origin: its policy allows no scripts, and the sandbox removes the origin.
 */
import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { mediaTypeOf } from '../routes/media-types.ts'
import { ASSET_POLICY } from '../security-headers.ts'
import { matches } from './respond.ts'

/** Opening follows no link, and does not wait for the writer of a pipe. Windows has neither flag. */
const AS_FILE = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Responds with a file (a real path); `undefined` when it was deleted or has become a link since the docs were read. */
export async function sendAsset(request: Request, path: string): Promise<Response | undefined> {
  const file = await open(path, AS_FILE).catch(() => undefined)
  if (file === undefined) return undefined
  const response = await answerOf(request, path, file)
  // A stream closes the file at its end.
  if (!response?.body) await file.close()
  return response
}

async function answerOf(request: Request, path: string, file: FileHandle): Promise<Response | undefined> {
  const stat = await file.stat()
  if (!stat.isFile() || (await realpath(path).catch(() => undefined)) !== path) return undefined
  const etag = `"${stat.size.toString(36)}-${Math.trunc(stat.mtimeMs).toString(36)}"`
  const headers = new Headers({
    'content-type': mediaTypeOf(path),
    'content-security-policy': ASSET_POLICY,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
    'accept-ranges': 'bytes',
    etag,
  })
  if (matches(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  // A part of a changed file must not be joined to parts of the earlier one.
  const isSame = [null, etag].includes(request.headers.get('if-range'))
  const range = isSame ? parseRange(request.headers.get('range'), stat.size) : undefined
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${stat.size}`)
    return new Response(null, { status: 416, headers })
  }
  const { start, end } = range ?? { start: 0, end: stat.size - 1 }
  headers.set('content-length', String(end - start + 1))
  if (range) headers.set('content-range', `bytes ${start}-${end}/${stat.size}`)
  const status = range ? 206 : 200
  if (request.method === 'HEAD' || stat.size === 0) return new Response(null, { status, headers })
  const stream = Readable.toWeb(file.createReadStream({ start, end })) as ReadableStream<Uint8Array>
  return new Response(stream, { status, headers })
}

/** One range of bytes, 0-based, both ends included. `undefined` for several ranges: the whole file is sent, as RFC 9110 allows. */
export function parseRange(
  header: string | null,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const parts = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!parts) return undefined
  const [, first = '', last = ''] = parts
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end || start >= size ? 'unsatisfiable' : { start, end }
}
