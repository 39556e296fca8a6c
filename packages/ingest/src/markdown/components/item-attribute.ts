/** The texts of a component that is given one object for all of them: `<DocCard item={{ label: 'Start', href: '/start' }} />`. */
import type { Construct } from '../../result/construct.ts'
import type { Attributes, Data, TreeNode } from '../tree.ts'
import { LINKS, TEXTS, TITLES } from './unknown.ts'

/** Constructs that show a title, a text and a link; others read objects in their own way. */
const TAKING = new Set<Construct | undefined>(['card', 'link', 'button', undefined])

/** The component with the texts of its only object that has a title, and a text or a link. @param as `undefined` for an unknown one. */
export function withItem(node: TreeNode, as: Construct | undefined): TreeNode {
  const attributes = node.attributes ?? {}
  if (!TAKING.has(as) || has(attributes, TITLES)) return node
  const items = Object.entries(attributes).flatMap(([name, value]) => (isItem(value) ? [{ name, value }] : []))
  const [item, ...more] = items
  if (item === undefined || more.length > 0) return node
  const { [item.name]: _, ...own } = attributes
  return { ...node, attributes: { ...item.value, ...own } }
}

type Item = Readonly<Attributes>

function isItem(value: Data | undefined): value is Item {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const item = value as Item
  return has(item, TITLES) && has(item, [...TEXTS, ...LINKS])
}

function has(attributes: Item, names: readonly string[]): boolean {
  return names.some((name) => {
    const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined
    return typeof value === 'string' && value.trim() !== ''
  })
}
