/**
 * TeX to MathML, which browsers draw by themselves. The converter is loaded only where a page has a formula. What it
 * makes goes through the article's allow-list like any HTML: its style attributes are left out there, its classes
 * (`tml-right`: a column's alignment) stay.
 */
import type { TreeNode } from '../markdown/tree.ts'
import { walk } from '../markdown/tree.ts'

/** A formula of a page. */
export interface Formula {
  tex: string
  /** On a line of its own, or in the running text. */
  display: boolean
  line: number | undefined
}

/** A longer formula is not tried: 20,000 UTF-16 units, some pages of print. */
const MAX_TEX = 20_000

/** How often a macro may be replaced in one formula: TeX can double its text at every step. */
const MAX_EXPAND = 1000

/** The formulas of a tree, in order. */
export function formulasOf(root: TreeNode): (Formula & { node: TreeNode })[] {
  const found: (Formula & { node: TreeNode })[] = []
  walk(root, (node) => {
    if (node.type === 'math' || node.type === 'inlineMath')
      found.push({ tex: node.value ?? '', display: node.type === 'math', line: node.line, node })
  })
  return found
}

/** The MathML of formulas, in order; for a wrong one what is wrong with it. */
export async function toMathml(formulas: Formula[]): Promise<({ mathml: string } | { fault: string })[]> {
  if (formulas.length === 0) return []
  const { default: temml } = await import('temml')
  return formulas.map(({ tex, display }) => {
    if (tex.length > MAX_TEX) return { fault: `it is longer than ${MAX_TEX} characters` }
    try {
      // No `trust`: commands that make links or load images are not known then.
      const options = { displayMode: display, throwOnError: true, trust: false, maxExpand: MAX_EXPAND }
      return { mathml: temml.renderToString(tex, options) }
    } catch (error) {
      if (error instanceof RangeError) return { fault: 'it is nested too deep' }
      const message = error instanceof Error ? error.message : String(error)
      return { fault: message.split(/ at (?:position \d+|end of input):/)[0]?.trim() ?? message }
    }
  })
}
