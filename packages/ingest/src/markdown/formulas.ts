/** The formulas of a page, which the article renders as MathML (`article/formula.ts`). */
import type { TreeNode } from './tree.ts'
import { walk } from './tree.ts'

/** A formula of a page. */
export interface Formula {
  tex: string
  /** On a line of its own, or in the running text. */
  display: boolean
  line: number | undefined
}

/** The formulas of a tree, in order. */
export function formulasOf(root: TreeNode): (Formula & { node: TreeNode })[] {
  const found: (Formula & { node: TreeNode })[] = []
  walk(root, (node) => {
    if (node.type === 'math' || node.type === 'inlineMath')
      found.push({ tex: node.value ?? '', display: node.type === 'math', line: node.line, node })
  })
  return found
}
