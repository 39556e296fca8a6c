/**
 * Files of the docs folder that are not pages, streamed from disk with ranges, so that videos are seekable. An asset never
 * runs as a document of this origin: its policy allows no scripts, and the sandbox removes the origin.
 */
import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { mediaTypeOf } from '../routes/media-types.ts'
import { ASSET_POLICY } from '../security-headers.ts'
import { matches } from './respond.ts'

/** Responds with a file (a real path); `undefined` when it was deleted or has become a link since the docs were read. */
export async function sendAsset(request: Request, path: string): Promise<Response | undefined> {
  const file = await stat(path).catch(() => undefined)
  if (!file?.isFile() || (await realpath(path).catch(() => undefined)) !== path) return undefined
  const etag = `"${file.size.toString(36)}-${Math.trunc(file.mtimeMs).toString(36)}"`
  const headers = new Headers({
    'content-type': mediaTypeOf(path),
    'content-security-policy': ASSET_POLICY,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
    'accept-ranges': 'bytes',
    etag,
  })
  if (matches(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  const range = parseRange(request.headers.get('range'), file.size)
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${file.size}`)
    return new Response(null, { status: 416, headers })
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 }
  headers.set('content-length', String(end - start + 1))
  if (range) headers.set('content-range', `bytes ${start}-${end}/${file.size}`)
  const status = range ? 206 : 200
  if (request.method === 'HEAD' || file.size === 0) return new Response(null, { status, headers })
  const stream = Readable.toWeb(createReadStream(path, { start, end })) as ReadableStream<Uint8Array>
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
