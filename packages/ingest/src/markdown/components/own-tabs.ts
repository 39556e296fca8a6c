/** Tabs of a project's own, by their names: `<DatabaseTabs>` around `<DatabaseTab value="mysql">`. */
import type { ComponentRow } from '../../result/construct.ts'
import type { TreeNode } from '../tree.ts'

const NAME = /^[A-Z][A-Za-z\d]{0,60}(?<=[a-z\d])(Tabs|Tab)$/

/** Attributes that label a tab. */
const LABELS = ['title', 'label', 'name', 'value', 'header']

/** The row of such a component with a content; a tab without a label has the name of its first switch (`<SyntaxTab fluent>`). */
export function ownTabs(node: TreeNode): ComponentRow | undefined {
  const [, kind] = NAME.exec(node.name ?? '') ?? []
  if (kind === undefined || (node.children ?? []).length === 0) return undefined
  if (kind === 'Tabs')
    return node.children?.some(({ data }) => data?.hName === 'div') === true ? { as: 'tabs' } : undefined
  const { attributes = {} } = node
  const named = Object.keys(attributes).find((key) => attributes[key] === true && key !== 'default')
  if (named !== undefined && !LABELS.some((key) => typeof attributes[key] === 'string')) attributes.title = named
  return { as: 'tab' }
}
