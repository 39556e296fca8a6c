/** The ids of Fern's steps, tabs and accordions: links lead to their titles as to headings. */
import { slugOf, slugText } from './slug.ts'
import { type TreeNode, walk } from './tree.ts'

const TITLED = new Set(['Accordion', 'Step', 'Tab'])

/** Gives components with a title the id of a heading with this text. Later ones with an id in use have none. Changes the tree. */
export function nameTitles(root: TreeNode): void {
  const used = new Set<string>()
  walk(root, (node) => {
    if (node.type === 'heading') used.add(slugOf('github', slugText(node.children, 'github')))
  })
  walk(root, (node) => {
    const { title, id: given } = node.attributes ?? {}
    if (node.type !== 'component' || !TITLED.has(node.name ?? '') || typeof title !== 'string' || given !== undefined)
      return
    const id = slugOf('github', title)
    if (id === '' || used.has(id)) return
    used.add(id)
    node.attributes = { ...node.attributes, id }
  })
}
