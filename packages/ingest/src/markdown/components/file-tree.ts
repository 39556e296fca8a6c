/** File trees: from components for folders and files, or from a list. */
import { inlineText } from '../plain-text.ts'
import type { TreeNode } from '../tree.ts'
import { block, inline, text } from '../tree.ts'
import { contentOf, isInline } from './content.ts'
import type { Use } from './use.ts'
import { has, textOf, titled } from './use.ts'

/** A tree: adjacent files and folders are one list. */
export function fileTree(use: Use): TreeNode[] {
  const { node } = use
  const children = listed(contentOf(node), node.line)
  for (const child of children) markFolders(child)
  return [...titled('card-title', use), block('div', { className: ['file-tree'] }, children, node.line)]
}

/** Entries of a list whose name ends with a slash are folders, with and without entries of their own. */
function markFolders(node: TreeNode): void {
  for (const child of node.children ?? []) {
    const [first] = child.type === 'listItem' ? (child.children ?? []) : []
    if (first?.type === 'paragraph' && /^\S+\/(?=\s|$)/.test(inlineText(first.children)))
      child.data = { ...child.data, hProperties: { className: ['directory'] } }
    markFolders(child)
  }
}

/** A file. */
export function file(use: Use): TreeNode[] {
  const { node } = use
  return [block('li', {}, [...nameOf(use), ...comment(node)], node.line)]
}

/** A folder with its files. */
export function folder(use: Use): TreeNode[] {
  const { node } = use
  const entries = listed(node.children ?? [], node.line)
  return [block('li', { className: ['directory'] }, [...nameOf(use), ...entries], node.line)]
}

function nameOf(use: Use): TreeNode[] {
  const { node } = use
  const name = text(textOf(use, 'title') ?? '')
  const isMarked = has(node, 'highlight') || has(node, 'active')
  return [isMarked ? inline('strong', {}, [name], node.line) : name]
}

/** The content of a file is a comment on it. */
function comment(node: TreeNode): TreeNode[] {
  const content = contentOf(node).flatMap((one) => (one.type === 'paragraph' ? (one.children ?? []) : [one]))
  return content.length === 0 ? [] : [text(' '), ...content]
}

/** Puts adjacent entries into lists; blanks between them are dropped. */
function listed(nodes: TreeNode[], line: number | undefined): TreeNode[] {
  const result: TreeNode[] = []
  let list: TreeNode | undefined
  for (const node of nodes.flatMap((one) => (hasEntries(one) ? (one.children ?? []) : [one]))) {
    if (node.data?.hName === 'li') {
      if (list === undefined) {
        list = block('ul', {}, [], line)
        result.push(list)
      }
      list.children?.push(node)
    } else if (!(isInline(node) && (node.value ?? '').trim() === '' && node.type === 'text')) {
      list = undefined
      result.push(node)
    }
  }
  return result
}

/** A paragraph that only surrounds entries. */
function hasEntries(node: TreeNode): boolean {
  return node.type === 'paragraph' && node.children?.some((child) => child.data?.hName === 'li') === true
}
