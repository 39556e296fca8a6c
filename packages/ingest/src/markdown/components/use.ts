/** One use of a component: its node and its row, and the values of its attributes by role. */
import type { ComponentRow, Role } from '../../result/construct.ts'
import { CONSTRUCTS } from '../../result/construct.ts'
import type { Report } from '../../result/problem.ts'
import { parseInline } from '../parse.ts'
import type { Data, TreeNode } from '../tree.ts'
import { paragraph } from '../tree.ts'

/** A component in the text. */
export interface Use {
  node: TreeNode
  row: ComponentRow
  /** Ids of the page's parameters. */
  ids: Set<string>
  report: Report
}

/** Names of the attributes that a role has in a row. */
export function attributesOf(row: ComponentRow, role: Role): string[] {
  const names = row[role] ?? (CONSTRUCTS[row.as] as { readonly [role in Role]?: string })[role] ?? ''
  return names === '' ? [] : names.split(' ')
}

/** The first attribute of a role that the tag has: its name and value. */
export function attributeOf({ node, row }: Use, role: Role): { name: string; value: Data } | undefined {
  for (const name of attributesOf(row, role)) {
    const value = node.attributes?.[name]
    if (value !== undefined && value !== true && value !== null) return { name, value }
  }
  return undefined
}

/** The value of a role as a text. */
export function textOf(use: Use, role: Role): string | undefined {
  const value = attributeOf(use, role)?.value
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** A text attribute by its own name. */
export function attribute(node: TreeNode, name: string): string | undefined {
  const value = node.attributes?.[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** Whether an attribute is set: without a value, or with one that is not false. */
export function has(node: TreeNode, name: string): boolean {
  const value = node.attributes?.[name]
  return value !== undefined && value !== null && value !== false && value !== 'false'
}

/** Whether one of a role's attributes is set. */
export function isSet(use: Use, role: Role): boolean {
  return attributesOf(use.row, role).some((name) => has(use.node, name))
}

/** A text of Markdown as inline nodes; `undefined` without the attribute. */
export function inlineOf(use: Use, role: Role): TreeNode[] | undefined {
  const value = textOf(use, role)
  return value === undefined ? undefined : value === '' ? [] : parseInline(value, use.node.line ?? 1)
}

/** A line of bold text above a block's content; none without a title. */
export function titled(className: string, use: Use): TreeNode[] {
  const title = inlineOf(use, 'title')
  return title === undefined || title.length === 0 ? [] : [paragraph(title, { className: [className] })]
}

/** An address, after the row's `base` if it is only an id or a path of that site. */
export function withBase({ row }: Use, address: string): string {
  return row.base === undefined || /^(?:[a-z][\w+.-]*:|\/)/i.test(address) ? address : row.base + address
}

/** A file's address in a value: the text itself, or of an imported image, or of the light appearance. */
export function addressIn(value: Data | undefined): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const table = value as { readonly [key: string]: Data | undefined }
  for (const key of ['src', 'default', 'light', 'srcLight', 'url', 'href'])
    if (Object.hasOwn(table, key)) {
      const found = addressIn(table[key])
      if (found !== undefined) return found
    }
  return undefined
}
