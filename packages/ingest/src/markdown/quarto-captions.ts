/** Quarto's captions: the text of an image alone in its paragraph, and `: Text {#tbl-id}` beside a table. */
import { parseAttributeList } from './container.ts'
import type { TreeNode } from './tree.ts'
import { block, text } from './tree.ts'

const CAPTION = /^(?:[Tt]able)?:[ \t]+/
const ATTRIBUTES = /\{([^{}]*)\}$/

/** Makes figures of images and tables with a caption, once attributes of images are read, in place. */
export function readCaptions(node: TreeNode): void {
  const { children } = node
  if (children === undefined) return
  node.children = []
  for (let at = 0; at < children.length; at++) {
    const [child, next, afterNext] = [children[at], children[at + 1], children[at + 2]]
    if (child === undefined) break
    if (isTable(child) && isCaption(next)) {
      node.children.push(captioned(child, next))
      at++
    } else if (isTable(next) && isCaption(child) && !isCaption(afterNext)) {
      node.children.push(captioned(next, child))
      at++
    } else node.children.push(imageFigure(child))
  }
  for (const child of node.children) readCaptions(child)
}

function isTable(node: TreeNode | undefined): node is TreeNode {
  const names = node?.data?.hProperties?.className
  return node?.type === 'table' || (Array.isArray(names) && names.includes('table'))
}

function isCaption(node: TreeNode | undefined): node is TreeNode {
  const first = node?.type === 'paragraph' ? node.children?.[0] : undefined
  return first?.type === 'text' && CAPTION.test(first.value ?? '')
}

function captioned(table: TreeNode, { children = [], line }: TreeNode): TreeNode {
  const [first] = children
  if (first !== undefined) first.value = (first.value ?? '').replace(CAPTION, '')
  const last = children.at(-1)
  const list = last?.type === 'text' ? ATTRIBUTES.exec((last.value ?? '').trimEnd()) : null
  if (list !== null && last !== undefined) last.value = (last.value ?? '').slice(0, list.index).trimEnd()
  const { id } = parseAttributeList(list?.[1] ?? '')
  const caption = block('figcaption', {}, children, line)
  return block('figure', id === undefined ? {} : { id, dataLabel: id }, [table, caption], table.line)
}

/** The figure of an image that is alone in a paragraph; other nodes as they are. */
function imageFigure(node: TreeNode): TreeNode {
  const [image, ...others] = node.type === 'paragraph' ? (node.children ?? []) : []
  const isAlone = image?.type === 'image' && others.every(({ type, value }) => type === 'text' && value?.trim() === '')
  if (!isAlone || (image.alt ?? '') === '') return node
  const { id, ...properties } = image.data?.hProperties ?? {}
  image.data = { ...image.data, hProperties: properties }
  const caption = block('figcaption', {}, [text(image.alt ?? '')], node.line)
  return block('figure', id === undefined ? {} : { id, dataLabel: id }, [image, caption], node.line)
}
