/**
 * Links in the form that HTML allows: no link and no other control inside a link, no block inside a paragraph. A link
 * around blocks (`<a>` around a heading, a link component with content) stays one link; one around code, a table that
 * scrolls or a control becomes a link below it.
 */
import type { Element, ElementContent, Properties, Root } from 'hast'

/** The attribute of a place for the anchor of a heading: its address. Inside a link there is none. */
export const ANCHOR_PLACE = 'dataHeadingAnchor'

const CONTROLS = new Set(['button', 'details', 'input', 'video', 'audio', 'iframe'])
const BLOCKS = new Set(
  'address article aside blockquote center details div dl fieldset figure footer h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul'.split(
    ' ',
  ),
)

/** Repairs the links below a node, in place. */
export function repairLinks(parent: Root | Element, isInLink = false): void {
  const children = parent.children.flatMap((child): ElementContent[] =>
    child.type === 'element' ? repaired(child, isInLink) : [child as ElementContent],
  )
  parent.children = children
  if (parent.type === 'element' && parent.tagName === 'p' && has(parent, ({ tagName }) => BLOCKS.has(tagName)))
    parent.tagName = 'div'
}

function repaired(node: Element, isInLink: boolean): ElementContent[] {
  const { properties } = node
  if (properties[ANCHOR_PLACE] !== undefined) {
    if (isInLink) return []
    const named = Object.entries(properties).map(([name, value]) => [name === ANCHOR_PLACE ? 'href' : name, value])
    return [{ ...node, tagName: 'a', properties: Object.fromEntries(named) as Properties }]
  }
  const isLink = node.tagName === 'a' && typeof properties.href === 'string'
  if (isLink && !isInLink && has(node, isControl)) return [besideLink(node)]
  const count = node.children.length
  repairLinks(node, isInLink || isLink)
  if (isLink && isInLink) return node.children
  const isEmpty = node.children.every((one) => one.type === 'text' && one.value.trim() === '')
  // A parser that closes links before blocks leaves empty ones.
  if (isEmpty && (isLink || (node.tagName === 'p' && node.children.length < count)))
    return properties.id === undefined ? [] : [unlinked(node)]
  return [node]
}

/** The place of an id without its link. */
function unlinked(node: Element): Element {
  delete node.properties.href
  return node
}

/** The content of a link, and the link below it. */
function besideLink(node: Element): Element {
  const { href, ...properties } = node.properties
  const text: ElementContent = { type: 'text', value: String(href) }
  const link: Element = { type: 'element', tagName: 'a', properties: { href, dataImplicit: '' }, children: [text] }
  const around: Element = { type: 'element', tagName: 'div', properties, children: node.children }
  repairLinks(around)
  around.children.push({ type: 'element', tagName: 'p', properties: {}, children: [link] })
  return around
}

function isControl({ tagName, properties }: Element): boolean {
  return CONTROLS.has(tagName) || properties.tabIndex !== undefined || properties.dataCode !== undefined
}

function has(node: Element, matches: (node: Element) => boolean): boolean {
  return node.children.some((child) => child.type === 'element' && (matches(child) || has(child, matches)))
}
