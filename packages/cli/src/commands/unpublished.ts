/** The message about unpublished files. */

import type { Docs } from '@docent/ingest'

import { visible } from '../terminal/terminal.ts'

/** One line that counts them; `undefined` where there are none. */
export function unpublishedLine({ unpublished }: Pick<Docs, 'unpublished'>): string | undefined {
  const [first, ...others] = unpublished
  if (first === undefined) return undefined
  const files = others.length === 0 ? `1 file (${visible(first)})` : `${others.length + 1} files`
  return `${files} not published: nothing refers to ${others.length === 0 ? 'it' : 'them; `docent doctor` names them'}`
}
