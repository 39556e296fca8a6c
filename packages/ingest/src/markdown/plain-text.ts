/** The visible text of a tree: for titles, tables of contents and records. It never contains markup. */
import { htmlText } from './html-token.ts'
import type { TreeNode } from './tree.ts'

/** The text of inline content, on one line. */
export function inlineText(nodes: TreeNode[] | undefined): string {
  let text = ''
  for (const node of nodes ?? []) text += rawText(node)
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** The text of one inline node, with its spaces. */
export function rawText(node: TreeNode): string {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
    case 'inlineMath':
      return node.value ?? ''
    case 'image':
    case 'imageReference':
      return node.alt ?? ''
    case 'html':
      return htmlText(node.value ?? '')
    case 'break':
      return '\n'
    case 'footnoteReference':
    case 'definition':
      return ''
    default:
      return (node.children ?? []).map(rawText).join('')
  }
}
