/** Blocks of code, and mdBook's numbered listings. */
import { inlineText, rawText } from '../plain-text.ts'
import type { TreeNode } from '../tree.ts'
import { block, text, walk } from '../tree.ts'
import { contentOf } from './content.ts'
import type { Use } from './use.ts'
import { attribute, inlineOf, textOf } from './use.ts'

/** A block of code from an attribute or from the content; fenced blocks in the content get the title. */
export function code(use: Use): TreeNode[] {
  const { node, row, report } = use
  const title = textOf(use, 'title')
  const value = textOf(use, 'text') ?? textIn(node)
  if (value !== undefined) {
    const lang = row.is ?? textOf(use, 'lang') ?? attribute(node, 'className')?.replace(/^language-/, '') ?? null
    const line = node.line === undefined ? {} : { line: node.line }
    return [{ type: 'code', lang, meta: titleMeta(title), value, ...line }]
  }
  if ((node.children ?? []).length > 0) {
    const [first] = fencesIn(node)
    if (title !== undefined && first !== undefined && !/\btitle=/.test(first.meta ?? ''))
      first.meta = `${first.meta ?? ''} ${titleMeta(title) ?? ''}`.trim()
    return contentOf(node)
  }
  report(
    'expression',
    node.line,
    `The code of <${node.name}> is an expression, which is not run; write the code itself.`,
  )
  return []
}

/** The title in the form of a fence's options. */
function titleMeta(title: string | undefined): string | null {
  return title === undefined || title === '' ? null : `title="${title.replaceAll('"', "'")}"`
}

function fencesIn(node: TreeNode): TreeNode[] {
  const found: TreeNode[] = []
  walk(node, (one) => {
    if (one.type === 'code') found.push(one)
  })
  return found
}

/** Text content that is the code itself; `undefined` where blocks are in it. */
function textIn(node: TreeNode): string | undefined {
  const children = node.children ?? []
  const isText = children.every(
    (child) =>
      child.type === 'text' || (child.type === 'paragraph' && child.children?.every((one) => one.type === 'text')),
  )
  if (!isText || inlineText(children) === '') return undefined
  return children
    .map(rawText)
    .join('\n')
    .replace(/^\s*\n/, '')
    .trimEnd()
}

/** mdBook's numbered listings. */
export function listing(use: Use): TreeNode[] {
  const { node } = use
  const number = textOf(use, 'group')
  const caption = inlineOf(use, 'title')
  const file = textOf(use, 'src')
  const children = [...(node.children ?? [])]
  const first = children.find((child) => child.type === 'code')
  if (file !== undefined && first !== undefined) first.meta = `${first.meta ?? ''} title="${file}"`
  if (number === undefined && caption === undefined) return children
  const label = `${number === undefined ? '' : `Listing ${number}`}${number !== undefined && caption !== undefined ? ': ' : ''}`
  const words = [text(label), ...(caption ?? [])]
  return [figureOf('listing', children, words, node.line)]
}

/** A figure with a caption, in Docent's own class. */
export function figureOf(
  className: string,
  children: TreeNode[],
  caption: TreeNode[],
  line: number | undefined,
): TreeNode {
  const figcaption = block('figcaption', { className: ['listing-caption'] }, caption, line)
  return block('figure', { className: [className] }, [...children, figcaption], line)
}
