/** Bytes of a page become text, in the encoding that a browser would choose. */
import { isUtf8 } from 'node:buffer'
import sniffEncoding from 'html-encoding-sniffer'
import { CodingError } from './decompress.ts'

/** Share of undecodable or control characters from which a text is another encoding or no text; real pages have none. */
const MAX_DAMAGE = 0.005

/** Share of NUL characters from which bytes are no text. In UTF-16 that is read as another encoding, about half are NUL. */
const MAX_NUL = 0.05

/**
 * Decodes a page: byte order mark, charset of the header, `meta charset`; without any of these UTF-8 if the bytes are valid
 * UTF-8, else windows-1252.
 *
 * A page that names UTF-8 falsely has windows-1252 if its bytes show it. NUL characters are left out, as browsers do in the text
 * of a page.
 *
 * @param charset of the `Content-Type` header; empty if it has none.
 * @throws CodingError for bytes that are no text in that encoding.
 */
export function decodeHtml(bytes: Buffer, charset: string): string {
  const encoding = sniffEncoding(bytes, {
    ...(charset !== '' && { transportLayerEncodingLabel: charset }),
    defaultEncoding: isUtf8(bytes) ? 'UTF-8' : 'windows-1252',
  })
  const decoded = new TextDecoder(encoding).decode(bytes)
  const whole =
    encoding === 'UTF-8' && isWestern(bytes, decoded) ? new TextDecoder('windows-1252').decode(bytes) : decoded
  const text = whole.replaceAll('\0', '')
  if (whole.length - text.length > whole.length * MAX_NUL) throw noText(encoding)
  const most = text.length * MAX_DAMAGE
  let damaged = 0
  for (const _ of text.matchAll(/[^\P{Cc}\s]|\uFFFD/gu)) {
    if (++damaged > most) throw noText(encoding)
  }
  return text
}

const noText = (encoding: string): CodingError => new CodingError(`its bytes are no text in the encoding ${encoding}`)

/** Share of letters beyond ASCII from which a text is in another alphabet than the western one. */
const MAX_WESTERN = 0.2

/** Whether bytes are a text of windows-1252: no character beyond ASCII is one of UTF-8, and few bytes are such characters. */
function isWestern(bytes: Buffer, decoded: string): boolean {
  if (isUtf8(bytes) || /[^\p{ASCII}\uFFFD]/u.test(decoded)) return false
  let others = 0
  for (const byte of bytes) if (byte > 0x7f) others++
  return others < bytes.length * MAX_WESTERN
}

/** Decodes a text file that is no HTML (robots.txt, Markdown): UTF-8, or windows-1252 for bytes that are not. */
export function decodePlain(bytes: Buffer): string {
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes)
}
