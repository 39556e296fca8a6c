import { createHash } from 'node:crypto'
import type { Appearance } from '../shared/appearance.ts'

/** A file that is made for one site. */
export interface StyleSheet {
  name: string
  body: string
}

/** The site's own style sheet, named by what it holds; `undefined` when nothing was chosen. */
export function styleSheetOf({ hue, css }: Appearance): StyleSheet | undefined {
  const body = [hue === undefined ? '' : `:root{--hue:${hue}}`, css ?? ''].filter((part) => part !== '').join('\n')
  if (body === '') return undefined
  return { name: `custom-${createHash('sha256').update(body).digest('hex').slice(0, 8)}.css`, body }
}
