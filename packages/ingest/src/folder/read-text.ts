/** The text of a listed file. */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { type DecodedText, decodeText } from './decode-text.ts'
import type { FileEntry } from './list-files.ts'

/** The first bytes of a file as text; empty where it cannot be read. */
export function readHead(file: string, bytes: number): string {
  const buffer = Buffer.alloc(bytes)
  try {
    const handle = openSync(file, 'r')
    try {
      return buffer.toString('utf8', 0, readSync(handle, buffer))
    } finally {
      closeSync(handle)
    }
  } catch {
    return ''
  }
}

/** The text of a listed file. @throws the system's error where it cannot be read. */
export function readText(file: Pick<FileEntry, 'absolute'>): string {
  return readDecoded(file).text
}

/** The text of a listed file, with its encoding. @throws the system's error where it cannot be read. */
export function readDecoded({ absolute }: Pick<FileEntry, 'absolute'>): DecodedText {
  return decodeText(readFileSync(absolute))
}
