/** The content of a component in the form that its place needs. */
import { rawText } from '../plain-text.ts'
import type { TreeNode } from '../tree.ts'
import { paragraph, text } from '../tree.ts'

const INLINE = new Set([
  'text',
  'emphasis',
  'strong',
  'inlineCode',
  'link',
  'image',
  'delete',
  'break',
  'linkReference',
])

/** Whether a node is part of a line of text. */
export function isInline(node: TreeNode): boolean {
  return node.inline === true || INLINE.has(node.type)
}

/** The content of a component without its own expansion: inline nodes in a line of text, else blocks. */
export function contentOf(node: TreeNode): TreeNode[] {
  const children = node.children ?? []
  if (node.inline === true)
    return children.flatMap((child) => (child.type === 'paragraph' ? (child.children ?? []) : [child]))
  return children.length > 0 && children.every((child) => isInline(child)) ? [paragraph(children)] : children
}

/** Converts blocks to a line of text, for positions where HTML forbids blocks. */
export function flat(nodes: TreeNode[]): TreeNode[] {
  return nodes.flatMap((node) =>
    node.type === 'paragraph' ? (node.children ?? []) : isInline(node) ? [node] : [text(rawText(node))],
  )
}

/** Whether nodes hold nothing but blanks. */
export function isBlank(nodes: TreeNode[]): boolean {
  return nodes.every((node) =>
    node.type === 'text' ? (node.value ?? '').trim() === '' : node.type === 'paragraph' && isBlank(node.children ?? []),
  )
}

/** An inline element in its own paragraph, unless the component is in a line of text. */
export function placed(element: TreeNode, node: TreeNode): TreeNode[] {
  return node.inline === true ? [element] : [paragraph([element])]
}
