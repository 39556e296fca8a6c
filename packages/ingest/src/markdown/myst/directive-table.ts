/** `{list-table}`: a list of rows, each with a list of cells. */
import type { TreeNode } from '../tree.ts'
import { block, inline, paragraph } from '../tree.ts'

/** Options of a table. */
interface TableOptions {
  title: TreeNode[] | undefined
  headerRows: number
  line: number | undefined
}

/** The table of a list; cells may hold blocks. Other content stays below it. */
export function listTable(children: TreeNode[], { title, headerRows, line }: TableOptions): TreeNode {
  const list = children.find((child) => child.type === 'list')
  const rows = (list?.children ?? []).map((item, index) => {
    const cells = (item.children ?? []).find((child) => child.type === 'list')?.children ?? []
    const tag = index < headerRows ? 'th' : 'td'
    return block(
      'tr',
      {},
      cells.map((cell) => block(tag, {}, contentOf(cell), cell.line)),
      item.line,
    )
  })
  const parts = [
    ...(title === undefined ? [] : [block('caption', {}, title, line)]),
    ...(headerRows > 0 ? [block('thead', {}, rows.slice(0, headerRows), line)] : []),
    ...(rows.length > headerRows ? [block('tbody', {}, rows.slice(headerRows), line)] : []),
  ]
  const table = block('div', { className: ['table'], tabIndex: 0 }, [block('table', {}, parts, line)], line)
  const rest = children.filter((child) => child !== list)
  return rest.length === 0 ? table : block('div', {}, [table, ...rest], line)
}

/** A cell of one paragraph is a line of text; a heading in a cell is none of the page. */
function contentOf(cell: TreeNode): TreeNode[] {
  const children = (cell.children ?? []).map((child) =>
    child.type === 'heading' ? paragraph([inline('strong', {}, child.children ?? [], child.line)]) : child,
  )
  const [only] = children
  return children.length === 1 && only?.type === 'paragraph' ? (only.children ?? []) : children
}
