/**
 * Labels: names by which pages of Sphinx and MyST refer to places of any page: `(label)=`, `:name:` of a directive, a
 * term of a glossary. The place has an id made of the label; a label before a heading means the heading.
 */
import { inlineText } from '../plain-text.ts'
import type { TreeNode } from '../tree.ts'
import { walk } from '../tree.ts'

/** A place that labels name. */
export interface Label {
  id: string
  /** Text of a link that has none: a heading, a caption, a term; empty for none. */
  text: string
}

/** The id of a label, by docutils' rules: letters and digits in lower case, hyphens between. */
export function labelId(label: string): string {
  const id = label
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll(/[^\p{L}\d]+/gu, '-')
    .replaceAll(/^[\d-]+|-+$/g, '')
  return id === '' ? 'label' : id
}

/** The form in which labels are compared. */
export function labelKey(label: string): string {
  return label.trim().toLowerCase().replaceAll(/\s+/g, ' ')
}

/** The labels of a page, after its headings have their ids. */
export function readLabels(root: TreeNode): Map<string, Label> {
  const labels = new Map<string, Label>()
  walk(root, ({ children }) => {
    if (children === undefined) return
    for (const [at, node] of children.entries()) {
      const label = node.data?.hProperties?.dataLabel
      if (typeof label !== 'string') continue
      const own = String(node.data?.hProperties?.id ?? '')
      const next = children.slice(at, at + MAX_TARGETS).find((one) => one.data?.hProperties?.dataTarget !== true)
      const isHeading = next?.type === 'heading' && next !== node
      const heading = isHeading ? next.data?.hProperties?.id : undefined
      const place = { id: typeof heading === 'string' ? heading : own, text: textOf(isHeading ? next : node) }
      const key = labelKey(label)
      if (!labels.has(key)) labels.set(key, place)
    }
  })
  return labels
}

/** Targets in a row, before the place that all of them name. */
const MAX_TARGETS = 20

/** The caption of a figure, the text of a heading or a term. */
function textOf(node: TreeNode): string {
  const name = node.data?.hName
  if (node.type === 'heading' || name === 'dt') return inlineText(node.children)
  if (name !== 'figure') return ''
  const caption = node.children?.find((child) => child.data?.hName === 'figcaption')
  return inlineText(caption?.children)
}
