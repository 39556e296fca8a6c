/** VuePress' tabs: a line `@tab Name` begins each of them. */
import { inlineText } from '../plain-text.ts'
import type { TreeNode } from '../tree.ts'
import { text } from '../tree.ts'
import { groupTabs, tab } from './tab-group.ts'

const LINE = /^@tab(:active)?(?=\s|$)[ \t]*/

/** The nodes with their tabs in groups; nodes without such lines stay. */
export function splitTabs(nodes: TreeNode[]): TreeNode[] {
  if (!nodes.some((node) => signOf(node) !== null)) return nodes
  const result: TreeNode[] = []
  let panel = result
  for (const node of nodes) {
    const sign = signOf(node)
    if (sign === null) {
      panel.push(node)
      continue
    }
    const { label, rest } = splitLine(node, sign[0].length)
    panel = rest.length === 0 ? [] : [{ ...node, children: rest }]
    const made = tab(inlineText(label) === '' ? [text('Tab')] : label, panel, node.line, false)
    if (sign[1] !== undefined && made.data?.hProperties !== undefined) made.data.hProperties.open = true
    result.push(made)
  }
  return groupTabs(result)
}

function signOf(node: TreeNode): RegExpExecArray | null {
  const first = node.type === 'paragraph' ? node.children?.[0] : undefined
  return first?.type === 'text' && first.value?.startsWith('@tab') === true ? LINE.exec(first.value) : null
}

/** The label in the first line, without an id (`#npm`) at its end, and the nodes of the other lines. */
function splitLine(node: TreeNode, units: number): { label: TreeNode[]; rest: TreeNode[] } {
  const [first, ...others] = node.children ?? []
  const nodes = [text(first?.value?.slice(units) ?? ''), ...others]
  const at = nodes.findIndex(({ type, value }) => type === 'text' && value?.includes('\n') === true)
  const broken = at < 0 ? '' : (nodes[at]?.value ?? '')
  const end = broken.indexOf('\n')
  const label = at < 0 ? nodes : [...nodes.slice(0, at), text(broken.slice(0, end))]
  const rest = at < 0 ? [] : [text(broken.slice(end + 1)), ...nodes.slice(at + 1)]
  const last = label.at(-1)
  if (last?.type === 'text') last.value = last.value?.replace(/#[\w-]+\s*$/, '').trimEnd() ?? ''
  return {
    label: label.filter(({ type, value }) => type !== 'text' || value !== ''),
    rest: rest.filter(({ type, value }) => type !== 'text' || value !== ''),
  }
}
