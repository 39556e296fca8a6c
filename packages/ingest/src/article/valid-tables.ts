/**
 * Tables in the form that a browser reads them in. Components and shortcodes may put anything into a `<table>`. The tags
 * of other content end a table early in a browser, and the table's end tag then ends a box of the page around it.
 */
import type { Element, ElementContent, Root } from 'hast'

/** The elements that a part of a table may have as children. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  table: ['caption', 'colgroup', 'thead', 'tbody', 'tfoot', 'tr'],
  thead: ['tr'],
  tbody: ['tr'],
  tfoot: ['tr'],
  tr: ['td', 'th'],
}

/**
 * Moves other content of a table before it, and other content of a row or a group of rows into a cell. Tables without
 * parts, and boxes of tables without content, are removed.
 */
export function repairTables(parent: Root | Element): void {
  // The allow-list has removed everything that is no element or text.
  const children = (parent.children as ElementContent[]).flatMap((child) => {
    if (child.type !== 'element') return [child]
    repairTables(child)
    if (child.tagName !== 'table') return isEmptyBox(child) ? [] : [child]
    const others = child.children.filter((one) => isOther(one, child))
    child.children = child.children.filter((one) => !others.includes(one))
    return child.children.some(({ type }) => type === 'element') ? [...others, child] : others
  })
  const isRows = parent.type === 'element' && parent.tagName !== 'table'
  parent.children = isRows
    ? children.map((child) => (isOther(child, parent) ? inCell(child, parent) : child))
    : children
}

/** Whether a child of a part of a table belongs elsewhere. */
function isOther(child: ElementContent, { tagName }: Element): boolean {
  const allowed = PARTS[tagName]
  if (allowed === undefined) return false
  return child.type === 'element'
    ? !allowed.includes(child.tagName)
    : child.type === 'text' && child.value.trim() !== ''
}

function inCell(child: ElementContent, { tagName }: Element): Element {
  const isCell = child.type === 'element' && PARTS.tr?.includes(child.tagName)
  const cell = isCell ? child : parentOf('td', child)
  return tagName === 'tr' ? cell : parentOf('tr', cell)
}

function parentOf(tagName: string, child: ElementContent): Element {
  return { type: 'element', tagName, properties: {}, children: [child] }
}

/** The box of a table that a parser has moved elsewhere. */
function isEmptyBox({ tagName, properties, children }: Element): boolean {
  return tagName === 'div' && [properties.className].flat().includes('table') && children.length === 0
}
