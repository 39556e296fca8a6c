/**
 * MkDocs' references to headings and objects of any page: `[text][package.Class]` and `[package.Class][]`, which the
 * Markdown parser leaves as text, since they have no definition. Also joins captions with the blocks before them.
 */
import type { TreeNode } from './tree.ts'
import { block, inline, text } from './tree.ts'

/** Prefix in an address that marks the name of an object or heading of any page: `#ref:package.Class`. */
export const REFERENCE = 'ref:'

const WHOLE = /\[([^[\]]+)\]\[([\w.:-]*)\]/
const END = /^([^[\]]*)\]\[([\w.:-]*)\]/

/** Reads the references and captions below a node, in place. */
export function readReferences(node: TreeNode): void {
  const { children } = node
  if (children === undefined || node.type === 'link') return
  const result: TreeNode[] = []
  for (const child of children) {
    const isCaption = child.data?.hName === 'figcaption' && node.data?.hName !== 'figure'
    const caption = isCaption ? result.pop() : undefined
    if (caption !== undefined) result.push(block('figure', {}, [caption, child], caption.line))
    else if (child.type === 'text' && child.value?.includes('][') === true) result.push(...references(child, result))
    else result.push(child)
  }
  node.children = result
  for (const child of result) readReferences(child)
}

function references(node: TreeNode, before: TreeNode[]): TreeNode[] {
  let rest = node.value ?? ''
  const nodes: TreeNode[] = []
  const end = END.exec(rest)
  const from =
    end === null ? -1 : before.findLastIndex(({ type, value }) => type === 'text' && value?.includes('[') === true)
  const first = before[from]
  if (end !== null && first !== undefined) {
    const value = first.value ?? ''
    const open = value.lastIndexOf('[')
    const inside = [text(value.slice(open + 1)), ...before.splice(from + 1), text(end[1] ?? '')]
    first.value = value.slice(0, open)
    const shown = inside.filter((one) => one.type !== 'text' || one.value !== '')
    nodes.push(reference(end[2] === '' ? wordsOf(shown) : (end[2] ?? ''), shown, node.line))
    rest = rest.slice(end[0].length)
  }
  for (let found = WHOLE.exec(rest); found !== null; found = WHOLE.exec(rest)) {
    const [whole, shown = '', name = ''] = found
    if (found.index > 0) nodes.push(text(rest.slice(0, found.index)))
    nodes.push(reference(name === '' ? shown : name, [text(shown)], node.line))
    rest = rest.slice(found.index + whole.length)
  }
  return rest === '' ? nodes : [...nodes, { ...node, value: rest }]
}

function reference(name: string, shown: TreeNode[], line: number | undefined): TreeNode {
  return inline('a', { href: `#${REFERENCE}${name}`, dataOptional: true }, shown, line)
}

function wordsOf(nodes: TreeNode[]): string {
  return nodes.map(({ value }) => value ?? '').join('')
}
