import { decode } from '../decode.ts'

/** Letters and digits of a text in lower case: equal for texts that differ in typography, blanks and marks only. */
export function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

/** The path of a page on its host in one spelling: without base, ending, `index` and slash at the end. */
export function pagePath(path: string, base: string): string {
  const below = path.startsWith(base) ? path.slice(base.length - 1) : path
  return decode(below)
    .replace(/\.html?$/, '')
    .replace(/\/index$/, '/')
    .replace(/(.)\/$/, '$1')
    .normalize('NFC')
}
