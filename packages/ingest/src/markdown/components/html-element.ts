/** HTML tags of MDX: the allow-list filters them when the article is rendered. */
import type { TreeNode } from '../tree.ts'
import { block, inline } from '../tree.ts'
import { stepsOf } from './steps.ts'
import { addressIn } from './use.ts'

/** The element of a tag. */
export function htmlElement(node: TreeNode, name: string): TreeNode[] {
  if (name === 'script' || name === 'style' || name === 'head') return []
  const properties: Record<string, string | boolean | string[]> = {}
  for (const [key, value] of Object.entries(node.attributes ?? {})) {
    if (value === undefined || value === null || /^on/i.test(key)) continue
    if (key === 'class' || key === 'className') properties.className = String(value).split(/\s+/)
    else if (typeof value === 'boolean') properties[key] = value
    else if (typeof value !== 'object') properties[key] = String(value)
    else {
      // An imported image, or one for each appearance.
      const address = addressIn(value)
      if (address !== undefined && /^(?:src|href|poster)$/.test(key)) properties[key] = address
    }
  }
  const classes = Array.isArray(properties.className) ? properties.className : []
  // Fumadocs has its steps as classes too.
  if (classes.includes('fd-steps')) return [stepsOf(node.children ?? [], node.line)]
  if (classes.includes('fd-step')) return [block('div', { className: ['step'] }, node.children ?? [], node.line)]
  if (name === 'img') return [inline('img', properties, [], node.line)]
  return [(node.inline === true ? inline : block)(name, properties, node.children ?? [], node.line)]
}
