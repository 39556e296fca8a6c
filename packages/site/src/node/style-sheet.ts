import { createHash } from 'node:crypto'
import type { Appearance } from '../shared/appearance.ts'

/** A generated style sheet. */
export interface StyleSheet {
  name: string
  body: string
}

/** The style sheet of the appearance, named by its hash; `undefined` when it would be empty. */
export function styleSheetOf({ hue, css }: Appearance): StyleSheet | undefined {
  const body = [hue === undefined ? '' : `:root{--hue:${hue}}`, css ?? ''].filter((part) => part !== '').join('\n')
  if (body === '') return undefined
  return { name: `custom-${createHash('sha256').update(body).digest('hex').slice(0, 8)}.css`, body }
}
