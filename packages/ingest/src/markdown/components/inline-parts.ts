/** Parts of a line of text: badges, buttons, links, keys, words with an explanation. */
import { tableOf } from '../../folder/plain-data.ts'
import { admonitionType } from '../admonition.ts'
import type { TreeNode } from '../tree.ts'
import { inline, text } from '../tree.ts'
import { contentOf, flat, isBlank, placed } from './content.ts'
import type { Use } from './use.ts'
import { addressIn, attributeOf, inlineOf, textOf, withBase } from './use.ts'

/** Types of badges by their colour. */
const COLOURS = new Map([
  ['green', 'success'],
  ['blue', 'info'],
  ['yellow', 'warning'],
  ['orange', 'warning'],
  ['red', 'danger'],
  ['white-destructive', 'danger'],
  ['surface-destructive', 'danger'],
])

/** A badge. */
export function badge(use: Use): TreeNode[] {
  const type = textOf(use, 'type') ?? 'default'
  const content = flat(contentOf(use.node))
  const label = isBlank(content) ? [text(textOf(use, 'title') ?? '')] : content
  return [badgeOf(label, COLOURS.get(type) ?? admonitionType(type) ?? 'default', use.node.line)]
}

/** The badge of a label. */
export function badgeOf(label: TreeNode[], type: string, line: number | undefined): TreeNode {
  return inline('span', { className: ['badge'], dataType: type }, label, line)
}

/** A link that looks like a button. */
export function button(use: Use): TreeNode[] {
  const { node } = use
  const href = addressIn(attributeOf(use, 'href')?.value)
  const variant = textOf(use, 'type') ?? 'primary'
  const label = labelOf(use, href ?? '')
  if (href === undefined) return placed(inline('strong', {}, label, node.line), node)
  return placed(inline('a', { className: ['button'], dataVariant: variant, href }, label, node.line), node)
}

/** A link; its text is the content, else an attribute, else the address. */
export function link(use: Use): TreeNode[] {
  const { node } = use
  const { config } = node.attributes ?? {}
  const table = tableOf(config)
  const inner = table === undefined ? use : { ...use, node: { ...node, attributes: { ...table } } as TreeNode }
  const address = addressIn(attributeOf(inner, 'href')?.value)
  const href = address === undefined ? undefined : withBase(inner, address)
  const label = labelOf(inner, href ?? '')
  return href === undefined ? contentOf(node) : placed(inline('a', { href }, label, node.line), node)
}

function labelOf(use: Use, href: string): TreeNode[] {
  const content = flat(contentOf(use.node))
  return isBlank(content) ? (inlineOf(use, 'title') ?? [text(href)]) : content
}

/** A key of the keyboard. */
export function key(use: Use): TreeNode[] {
  const content = flat(contentOf(use.node))
  const shown = isBlank(content) ? [text(textOf(use, 'title') ?? '')] : content
  return [inline('kbd', {}, shown, use.node.line)]
}

/** A word with its explanation, and the link of the explanation. */
export function tooltip(use: Use): TreeNode[] {
  const { node } = use
  const tip = [textOf(use, 'title'), textOf(use, 'text')].filter((part) => part !== undefined).join(': ')
  const word = inline('abbr', { title: tip }, flat(contentOf(node)), node.line)
  const href = textOf(use, 'href')
  if (href === undefined) return placed(word, node)
  return placed(inline('a', { href }, [word], node.line), node)
}
