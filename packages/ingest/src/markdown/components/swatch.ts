/** Colours of a palette: drawn as SVG, since an article has no styles of its own. */
import { tableOf } from '../../folder/plain-data.ts'
import type { TreeNode } from '../tree.ts'
import { block, inline, text } from '../tree.ts'
import type { Use } from './use.ts'
import { attributeOf, inlineOf } from './use.ts'

const COLOUR = /^(?:#[\da-f]{3,8}|[a-z]{3,20}|(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\([\d\s.,%/a-z-]{1,60}\))$/i

/** A colour with its name and value; an object has one for each appearance. */
export function swatch(use: Use): TreeNode[] {
  const { line } = use.node
  const value = attributeOf(use, 'src')?.value
  const table = tableOf(value)
  const values = table === undefined ? [value] : Object.values(table)
  const colours = values.filter((one) => typeof one === 'string')
  const name = inlineOf(use, 'title') ?? []
  const shown = colours.flatMap((colour) => [
    ...(COLOUR.test(colour) ? [sample(colour, line), text(' ')] : []),
    { type: 'inlineCode', value: colour } satisfies TreeNode,
    text(' '),
  ])
  return [block('p', { className: ['swatch'] }, [...shown, ...name], line)]
}

function sample(colour: string, line: number | undefined): TreeNode {
  const size = { width: '16', height: '16' }
  const square = inline('rect', { ...size, rx: '4', fill: colour }, [], line)
  return inline('svg', { ...size, viewBox: '0 0 16 16', ariaHidden: 'true' }, [square], line)
}
