import { relative } from 'node:path'

import { visible } from './terminal.ts'

/** A path in messages: relative to the current folder. */
export function displayPath(path: string): string {
  const short = relative(process.cwd(), path)
  return visible(short === '' ? '.' : short.startsWith('..') ? path : short)
}
