/** Bytes of a page become text, in the encoding that a browser would choose. */
import { isUtf8 } from 'node:buffer'
import sniffEncoding from 'html-encoding-sniffer'
import { CodingError } from './decompress.ts'

/** Share of undecodable or control characters from which a text is another encoding or no text; real pages have none. */
const MAX_DAMAGE = 0.005

/**
 * Decodes a page: byte order mark, charset of the header, `meta charset`; without any of these UTF-8 if the bytes are valid
 * UTF-8, else windows-1252.
 *
 * @param charset of the `Content-Type` header; empty if it has none.
 * @throws CodingError for bytes that are no text in that encoding.
 */
export function decodeHtml(bytes: Buffer, charset: string): string {
  const encoding = sniffEncoding(bytes, {
    ...(charset !== '' && { transportLayerEncodingLabel: charset }),
    defaultEncoding: isUtf8(bytes) ? 'UTF-8' : 'windows-1252',
  })
  const text = new TextDecoder(encoding).decode(bytes)
  const most = text.length * MAX_DAMAGE
  let damaged = 0
  for (const _ of text.matchAll(/[^\P{Cc}\s]|\uFFFD/gu)) {
    if (++damaged > most) throw new CodingError(`its bytes are no text in the encoding ${encoding}`)
  }
  return text
}

/** Decodes a text file that is no HTML (robots.txt, Markdown): UTF-8, or windows-1252 for bytes that are not. */
export function decodePlain(bytes: Buffer): string {
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes)
}
