/** Numbered steps: from components, from headings, or from a list. */
import type { TreeNode } from '../tree.ts'
import { block } from '../tree.ts'
import { contentOf } from './content.ts'
import type { Use } from './use.ts'
import { titled } from './use.ts'

/** Steps in one list. */
export function steps({ node }: Use): TreeNode[] {
  return [stepsOf(contentOf(node), node.line)]
}

/** The steps of some content: of its step components, or of its headings of the highest level. */
export function stepsOf(content: TreeNode[], line: number | undefined): TreeNode {
  const isStep = (node: TreeNode): boolean => node.data?.hProperties?.className?.toString() === 'step'
  const depth = content.reduce((least, node) => (node.type === 'heading' ? Math.min(least, node.depth ?? 6) : least), 7)
  const begins = content.some((node) => isStep(node))
    ? isStep
    : (node: TreeNode): boolean => node.type === 'heading' && node.depth === depth
  const result: TreeNode[] = []
  let list: TreeNode | undefined
  for (const node of content) {
    if (begins(node)) {
      if (list === undefined) {
        list = block('ol', {}, [], line)
        result.push(list)
      }
      const id = node.data?.hProperties?.id
      const own = isStep(node) ? block('li', id === undefined ? {} : { id }, node.children ?? [], node.line) : undefined
      list.children?.push(own ?? block('li', {}, [node], node.line))
    } else if (list === undefined) result.push(node)
    else list.children?.at(-1)?.children?.push(node)
  }
  return block('div', { className: ['steps'] }, result, line)
}

/** One step. */
export function step(use: Use): TreeNode[] {
  const { node } = use
  return [block('div', { className: ['step'] }, [...titled('step-title', use), ...contentOf(node)], node.line)]
}
