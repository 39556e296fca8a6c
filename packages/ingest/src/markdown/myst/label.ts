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

/** Moves targets into the heading that follows them, so that no element is between a heading and the text above. */
export function moveTargets(children: TreeNode[]): TreeNode[] {
  const result: TreeNode[] = []
  let targets: TreeNode[] = []
  for (const node of children) {
    if (node.data?.hProperties?.dataTarget === true) {
      targets.push({ ...node, inline: true })
      continue
    }
    if (node.type === 'heading') node.children = [...targets, ...(node.children ?? [])]
    else result.push(...targets)
    targets = []
    result.push(node)
  }
  return [...result, ...targets]
}

/** The labels of a page, after its headings have their ids. */
export function readLabels(root: TreeNode): Map<string, Label> {
  const labels = new Map<string, Label>()
  walk(root, (parent) => {
    for (const node of parent.children ?? []) {
      const label = node.data?.hProperties?.dataLabel
      if (typeof label !== 'string') continue
      const isTarget = parent.type === 'heading' && node.data?.hProperties?.dataTarget === true
      const { id } = (isTarget ? parent : node).data?.hProperties ?? {}
      const place = { id: typeof id === 'string' ? id : '', text: textOf(isTarget ? parent : node) }
      const key = labelKey(label)
      if (!labels.has(key)) labels.set(key, place)
    }
  })
  return labels
}

/** The caption of a figure, the text of a heading or a term. */
function textOf(node: TreeNode): string {
  const name = node.data?.hName
  if (node.type === 'heading' || name === 'dt') return inlineText(node.children)
  if (name !== 'figure') return ''
  const caption = node.children?.find((child) => child.data?.hName === 'figcaption')
  return inlineText(caption?.children)
}
