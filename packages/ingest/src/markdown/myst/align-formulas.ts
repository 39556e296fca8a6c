/** Sphinx sets a formula of several lines as `aligned`, unless it has an environment of its own. */
import type { TreeNode } from '../tree.ts'
import { walk } from '../tree.ts'

/** Wraps the formulas below a node, in place. */
export function alignFormulas(root: TreeNode): void {
  walk(root, (node) => {
    if (node.type !== 'math' || node.value === undefined) return
    if (!/\\\\|(?<!\\)&/.test(node.value) || /\\begin\{/.test(node.value)) return
    node.value = `\\begin{aligned}${node.value}\\end{aligned}`
  })
}
