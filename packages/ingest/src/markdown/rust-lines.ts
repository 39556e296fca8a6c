/** Hidden lines of mdBook's examples. */
import type { TreeNode } from './tree.ts'
import { walk } from './tree.ts'

/** Removes the lines of Rust that begin with `# `: they make an example compile, and are not for readers. `##` is a `#`. */
export function hideRustLines(root: TreeNode): void {
  walk(root, (node) => {
    if (node.type !== 'code' || node.lang?.split(/[,{\s]/)[0] !== 'rust' || node.value?.includes('#') !== true) return
    const lines = node.value.split('\n').filter((line) => !/^\s*#(?: |$)/.test(line))
    node.value = lines.map((line) => line.replace(/^(\s*)##/, '$1#')).join('\n')
  })
}
