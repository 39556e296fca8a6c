/** Pages without a text: themes show the pages of their folder in place of it. */
import { readHome } from './home.ts'
import { block, type TreeNode } from './tree.ts'

/** Nodes that show nothing: `esm` are imports of MDX. */
const SILENT: ReadonlySet<string> = new Set(['definition', 'yaml', 'mdxjsEsm'])

/** Adds the list of the pages below to a page that has at most a title. A landing page has its own. */
export function listBelowEmpty(root: TreeNode, frontMatter: Record<string, unknown>): void {
  const children = root.children ?? []
  if (!children.every(isSilent) || frontMatter.overview === true || readHome(frontMatter) !== undefined) return
  root.children = [...children, block('div', { className: ['card-grid'], dataPages: 'below' }, [], undefined)]
}

function isSilent(node: TreeNode): boolean {
  if (node.type === 'heading') return node.depth === 1
  if (node.type === 'html') {
    const value = (node.value ?? '').trim()
    return value.startsWith('<!--') && value.endsWith('-->')
  }
  return SILENT.has(node.type)
}
