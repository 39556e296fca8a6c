/**
 * Converts our tree to HTML's. Raw HTML is parsed as in a browser, then everything passes the allow-list. Code blocks
 * pass as empty `<pre data-code="n">` and are filled in later, so that their many spans are not parsed.
 */
import type { Element, ElementContent, Root } from 'hast'
import { raw } from 'hast-util-raw'
import { sanitize } from 'hast-util-sanitize'
import type { ListItem, Nodes, Parents, Root as MdastRoot, RootContent } from 'mdast'
import type { State } from 'mdast-util-to-hast'
import { defaultHandlers, toHast } from 'mdast-util-to-hast'
import { type TreeNode, walk } from '../markdown/tree.ts'
import { inlineText } from '../markdown/plain-text.ts'
import { ALLOW_LIST } from './allow-list.ts'
import { ANCHOR_PLACE, repairLinks } from './valid-links.ts'
import { repairTables } from './valid-tables.ts'

/** The article's tree, and the code blocks of its placeholders. */
export interface ArticleTree {
  root: Root
  code: TreeNode[]
}

/** Converts a page's tree. `mathml` holds the valid formulas; the others become code. */
export function articleTree(root: TreeNode, mathml: Map<TreeNode, string>): ArticleTree {
  const code: TreeNode[] = []
  let hasRaw = false
  const place = (_: State, node: TreeNode): Element => {
    code.push(node)
    return { type: 'element', tagName: 'pre', properties: { dataCode: String(code.length - 1) }, children: [] }
  }
  const formula = (node: TreeNode): { type: 'raw'; value: string } | undefined => {
    const value = mathml.get(node)
    if (value === undefined) return undefined
    hasRaw = true
    return { type: 'raw', value }
  }
  const handlers = {
    // The library receives the definitions only: its own search for them costs as much as half of the conversion.
    root: (state: State) => defaultHandlers.root(state, root as unknown as MdastRoot),
    code: place,
    math: (state: State, node: TreeNode, parent: TreeNode | undefined) => {
      const element = formula(node)
      const inText = parent?.type === 'paragraph' || parent?.inline === true
      if (element === undefined) return inText ? mathCode(node) : place(state, node)
      const tagName = inText ? 'span' : 'div'
      return { type: 'element', tagName, properties: { className: ['math'], tabIndex: 0 }, children: [element] }
    },
    heading,
    listItem,
    table,
    html: (_: State, node: TreeNode) => {
      hasRaw = true
      return { type: 'raw', value: node.value ?? '' }
    },
    inlineCode,
    inlineMath: (_: State, node: TreeNode) => {
      const element = formula(node)
      if (element === undefined) return mathCode(node)
      if ((node.value ?? '').length <= SHORT_FORMULA) return element
      const properties = { className: ['long-formula'], tabIndex: 0 }
      return { type: 'element', tagName: 'span', properties, children: [element] }
    },
  }
  // The tree is mdast with two further node types; the handlers above take our loose node type.
  const options = { allowDangerousHtml: true, clobberPrefix: '', handlers: handlers as never }
  const tree = toHast({ type: 'root', children: definitionsOf(root) } as Nodes, options)
  const parsed = hasRaw ? raw(tree) : tree
  if (hasRaw && parsed.type === 'root') dropInputs(parsed)
  const clean = sanitize(parsed, ALLOW_LIST) as Root
  repairTables(clean)
  repairLinks(clean)
  return { root: clean, code }
}

/** The definitions of links and footnotes; those within footnotes are below these. */
function definitionsOf(root: TreeNode): RootContent[] {
  const found: TreeNode[] = []
  walk(root, (node) => {
    if (node.type === 'definition' || node.type === 'footnoteDefinition') found.push(node)
  })
  return found as unknown as RootContent[]
}

/** Removes form fields that a script would fill; the allow-list alone would turn them into checkboxes. */
function dropInputs(parent: Root | Element): void {
  parent.children = parent.children.filter(
    (child) => child.type !== 'element' || child.tagName !== 'input' || child.properties.type === 'checkbox',
  ) as ElementContent[]
  for (const child of parent.children) if (child.type === 'element') dropInputs(child)
}

/** Maximum length (UTF-16 units) of the source of a formula that fits into a line of the narrowest phone. */
const SHORT_FORMULA = 40

/**
 * Maximum length (UTF-16 units) of inline code that stays on one line: it fits beside a word on the narrowest phone.
 */
const WHOLE_UNITS = 20

/** Prevents line breaks after hyphens: `--host` in two lines is hard to read. */
function inlineCode(state: State, node: TreeNode): Element {
  const element = defaultHandlers.inlineCode(state, node as never) as Element
  const value = node.value ?? ''
  if (value.length > WHOLE_UNITS || !/[\s/?-]/.test(value)) return element
  const { className } = element.properties
  element.properties.className = [...(Array.isArray(className) ? className : []), 'whole']
  return element
}

/** A formula that cannot be rendered, as written. */
function mathCode(node: TreeNode): Element {
  const children = [{ type: 'text' as const, value: node.value ?? '' }]
  return { type: 'element', tagName: 'code', properties: { className: ['math', 'math-inline'] }, children }
}

function heading(state: State, node: TreeNode): Element {
  const depth = node.depth ?? 2
  const properties = node.data?.hProperties ?? {}
  const content: Element = {
    type: 'element',
    tagName: `h${depth}`,
    properties: { ...properties },
    children: state.all(node as never) as ElementContent[],
  }
  const id = properties.id
  if (depth === 1 || typeof id !== 'string') return content
  const anchor: Element = {
    type: 'element',
    tagName: 'span',
    properties: {
      className: ['heading-anchor'],
      [ANCHOR_PLACE]: `#${id}`,
      ariaLabel: `Link to section ${inlineText(node.children)}`,
    },
    children: [],
  }
  return {
    type: 'element',
    tagName: 'div',
    properties: { className: ['heading'], dataLevel: String(depth) },
    children: [content, anchor],
  }
}

const looseLists = new WeakMap<Parents, Parents | undefined>()

/**
 * The list of an item, if it decides about paragraphs: items have paragraphs where any item of their list is loose.
 * Computed once for a list; the library would check all items for each one.
 */
function looseness(parent: Parents | undefined): Parents | undefined {
  if (parent?.type !== 'list') return parent
  if (!looseLists.has(parent)) {
    const isLoose = parent.spread === true || parent.children.some((item) => item.spread ?? item.children.length > 1)
    looseLists.set(parent, isLoose ? { type: 'list', spread: true, children: [] } : undefined)
  }
  return looseLists.get(parent)
}

/** The checkbox of a task has the task as its accessible name. */
function listItem(state: State, node: TreeNode, parent: Parents): Element {
  const item = defaultHandlers.listItem(state, node as never as ListItem, looseness(parent))
  if (typeof node.checked !== 'boolean') return item
  const holder = item.children.find((child) => child.type === 'element' && child.tagName === 'p') ?? item
  const box = (holder as Element).children.find((child) => child.type === 'element' && child.tagName === 'input')
  const [line] = node.children ?? []
  if (box?.type === 'element') box.properties.ariaLabel = inlineText(line?.children)
  return item
}

/** A wide table scrolls in a box that the keyboard can reach; a head without a text is left out. The rest is mdast-util-to-hast's. */
function table(state: State, node: TreeNode): Element {
  const rows = (node.children ?? []).map((row, rowIndex): Element => {
    const cells = (row.children ?? []).map((cell, index): Element => {
      const align = node.align?.[index]
      const properties = align === null || align === undefined ? {} : { align }
      return {
        type: 'element',
        tagName: rowIndex === 0 ? 'th' : 'td',
        properties,
        children: state.all(cell as never) as ElementContent[],
      }
    })
    return { type: 'element', tagName: 'tr', properties: {}, children: cells }
  })
  const [head, ...body] = rows
  const parts: Element[] = []
  const isEmpty = body.length > 0 && node.children?.[0]?.children?.every((cell) => (cell.children ?? []).length === 0)
  if (head !== undefined && isEmpty !== true)
    parts.push({ type: 'element', tagName: 'thead', properties: {}, children: [head] })
  if (body.length > 0) parts.push({ type: 'element', tagName: 'tbody', properties: {}, children: body })
  const element: Element = {
    type: 'element',
    tagName: 'table',
    properties: { ...node.data?.hProperties },
    children: parts,
  }
  return { type: 'element', tagName: 'div', properties: { className: ['table'], tabIndex: 0 }, children: [element] }
}
