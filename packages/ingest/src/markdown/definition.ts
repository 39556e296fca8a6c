import type { TreeNode } from './tree.ts'
import { block } from './tree.ts'

/**
 * Definition lists: a definition (`dd`), the paragraph before it as its term, and the definitions after it become one
 * list. A definition without a paragraph before it (MkDocs' macros are comments) is a list without a term.
 */
export function groupDefinitions(nodes: TreeNode[]): TreeNode[] {
  const result: TreeNode[] = []
  for (const node of nodes) {
    if (node.data?.hName !== 'dd') {
      result.push(node)
      continue
    }
    const before = result.at(-1)
    const list = before?.data?.hName === 'dl' ? before : result.at(-2)?.data?.hName === 'dl' ? result.at(-2) : undefined
    if (before?.type === 'paragraph') {
      result.pop()
      const term = block('dt', {}, before.children ?? [], before.line)
      if (list === undefined) result.push(block('dl', {}, [term, node], before.line))
      else list.children!.push(term, node) // made here, with children
    } else if (list !== undefined && list === before) list.children!.push(node)
    else result.push(block('dl', {}, [node], node.line))
  }
  return result
}
