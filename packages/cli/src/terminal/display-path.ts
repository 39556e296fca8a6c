import { relative } from 'node:path'

import { visible } from './terminal.ts'

/** A file of the docs as problems and messages name it: relative to where the command runs. */
export function displayPath(path: string): string {
  const short = relative(process.cwd(), path)
  return visible(short === '' ? '.' : short.startsWith('..') ? path : short)
}
