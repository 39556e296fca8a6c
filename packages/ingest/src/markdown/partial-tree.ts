/** Changes to the tree of a partial, for its place in a page. */
import { pathFrom } from './page-module.ts'
import type { TreeNode } from './tree.ts'
import { walk } from './tree.ts'

/** Content without paragraphs, for a line of text. */
export function inlined(nodes: TreeNode[]): TreeNode[] {
  return nodes.flatMap((node) => {
    if (node.type === 'paragraph') return inlined(node.children ?? [])
    return node.type === 'component' ? [{ ...node, inline: true, children: inlined(node.children ?? []) }] : [node]
  })
}

/** Relative links and images of a partial become those of the page. */
export function rebase(root: TreeNode, path: string): void {
  if (!path.includes('/') || /^\.\/[^/]*$/.test(path)) return
  walk(root, (node) => {
    if (typeof node.url === 'string' && /^(?:link|image|definition)$/.test(node.type)) node.url = fromPart(node.url)
    for (const key of ['src', 'href', 'img', 'image']) {
      const value = node.attributes?.[key]
      if (typeof value === 'string' && /^\.\.?\//.test(value) && node.attributes !== undefined)
        node.attributes[key] = fromPart(value)
    }
  })
  function fromPart(url: string): string {
    if (/^(?:[a-z][\w+.-]*:|[/#?@~]|$)/i.test(url)) return url
    return pathFrom(path, url.startsWith('.') ? url : `./${url}`)
  }
}
