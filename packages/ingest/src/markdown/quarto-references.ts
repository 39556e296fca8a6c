/** References of Quarto (`@sec-intro`, `[-@fig-plot]`) and bookdown (`\@ref(intro)`) as links. */
import { REFERENCE } from './autoref.ts'
import type { TreeNode } from './tree.ts'
import { inline, text } from './tree.ts'

const MENTION =
  /\[?-?@((?:fig|tbl|sec|eq|lst|thm|lem|cor|prp|def|exm|exr|nte|tip|wrn|imp|cau)-[\w-]+)\]?|@ref\(([\w:-]{1,100})\)/

/** Reads the references below a node, in place. */
export function readMentions(node: TreeNode): void {
  if (node.children === undefined || node.type === 'link') return
  node.children = node.children.flatMap((child) => (child.type === 'text' ? mentions(child) : [child]))
  for (const child of node.children) readMentions(child)
}

function mentions(node: TreeNode): TreeNode[] {
  if (node.value?.includes('@') !== true) return [node]
  const nodes: TreeNode[] = []
  let rest = node.value
  for (let found = MENTION.exec(rest); found !== null; found = MENTION.exec(rest)) {
    const [whole, mention, id = mention ?? ''] = found
    if (found.index > 0) nodes.push(text(rest.slice(0, found.index)))
    const properties = { href: `#${REFERENCE}${id}`, dataImplicit: true, dataOptional: true }
    nodes.push(inline('a', properties, [text(id)], node.line))
    rest = rest.slice(found.index + whole.length)
  }
  return rest === '' ? nodes : [...nodes, { ...node, value: rest }]
}
