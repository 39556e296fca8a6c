/**
 * Components with the names of a table's parts: `<Table>`, `<Tr>`, `<Table.Td>` (Nextra), `<TableRow>`, `<TableCell>`
 * (libraries of React). They become the table's HTML.
 */
import type { TreeNode } from '../tree.ts'
import { block } from '../tree.ts'
import { contentOf, isBlank } from './content.ts'
import { htmlElement } from './html-element.ts'

const PARTS = new Map([
  ['thead', 'thead'],
  ['header', 'thead'],
  ['tbody', 'tbody'],
  ['body', 'tbody'],
  ['tfoot', 'tfoot'],
  ['footer', 'tfoot'],
  ['tr', 'tr'],
  ['row', 'tr'],
  ['th', 'th'],
  ['head', 'th'],
  ['td', 'td'],
  ['cell', 'td'],
  ['caption', 'caption'],
])

/** The table or the part of one that a component is; `undefined` for other components. */
export function tableElement(node: TreeNode): TreeNode[] | undefined {
  const [, isPart, name = ''] = /^(Table\.?)?([A-Z][A-Za-z]*|$)$/.exec(node.name ?? '') ?? []
  if (name === '' && isPart !== undefined) return table(node)
  // `<Row>` alone is mostly one of a layout.
  const part =
    isPart !== undefined || /^T(?:head|body|foot|[rhd])$/.test(name) ? PARTS.get(name.toLowerCase()) : undefined
  if (part === undefined) return undefined
  const isCell = part === 'th' || part === 'td' || part === 'caption'
  if (!isCell) return element(node, part, partsOf(node))
  const inner = partsOf(node)
  if (part === 'th' && inner.some(({ data }) => data?.hName === 'tr')) return element(node, 'thead', inner)
  const content = contentOf(node)
  const [only] = content
  return element(node, part, content.length === 1 && only?.type === 'paragraph' ? (only.children ?? []) : content)
}

function table(node: TreeNode): TreeNode[] | undefined {
  const parts = partsOf(node)
  const isTable = parts.some(({ data }) => /^(?:thead|tbody|tr)$/.test(data?.hName ?? ''))
  if (!isTable) return undefined
  return [block('div', { className: ['table'], tabIndex: 0 }, element(node, 'table', parts), node.line)]
}

function element(node: TreeNode, name: string, children: TreeNode[]): TreeNode[] {
  return htmlElement({ ...node, inline: false, children }, name)
}

/** The content of a part without blanks; parts in one line are a paragraph. */
function partsOf({ children = [] }: TreeNode): TreeNode[] {
  return children.flatMap((child) => {
    if (child.type === 'paragraph') return partsOf(child)
    return isBlank([child]) ? [] : [child]
  })
}
