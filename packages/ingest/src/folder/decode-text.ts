/** The characters of a file's bytes: UTF-8, UTF-16 with its mark, else the code page of Western Europe. */
import { isUtf8 } from 'node:buffer'

/** A text, and the name of its encoding where that is not UTF-8. */
export interface DecodedText {
  text: string
  encoding?: 'UTF-16' | 'Windows-1252'
}

/** The text of bytes. Every byte has a character in Windows-1252; bytes with a zero are no such text and stay UTF-8. */
export function decodeText(bytes: Buffer): DecodedText {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' }
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'UTF-16' }
  if (isUtf8(bytes) || bytes.includes(0)) return { text: bytes.toString('utf8') }
  return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' }
}
