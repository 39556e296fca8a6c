/**
 * Cuts a page's text at its headings. Prose and fenced code are separate, because code is searched last. The pieces are
 * paragraphs, list items, table rows and code blocks, at whose borders a long section may be split.
 */
import { visibleCode } from '../markdown/code-info.ts'
import { htmlText } from '../markdown/html-token.ts'
import { rawText } from '../markdown/plain-text.ts'
import type { TreeNode } from '../markdown/tree.ts'

/** A paragraph, a list item, a table row or a code block, as plain text. */
export interface Piece {
  kind: 'content' | 'code'
  text: string
}

/** The text between two headings. */
export interface Section {
  /** `undefined` for the page's lead. */
  heading: TreeNode | undefined
  pieces: Piece[]
}

const INLINE = new Set([
  'text',
  'inlineCode',
  'inlineMath',
  'emphasis',
  'strong',
  'delete',
  'link',
  'linkReference',
  'image',
  'imageReference',
  'break',
  'footnoteReference',
])

/** The sections of a page, the lead first. A heading starts a section anywhere: in a tab, a quote, a list. */
export function cutSections(root: TreeNode, title: TreeNode | undefined, headings: Set<TreeNode>): Section[] {
  let section: Section = { heading: undefined, pieces: [] }
  const sections = [section]
  let line = ''
  const flush = (): void => {
    const text = clean(line)
    line = ''
    if (text !== '') section.pieces.push({ kind: 'content', text })
  }
  const read = (node: TreeNode): void => {
    if (node === title) return flush()
    if (headings.has(node)) {
      flush()
      section = { heading: node, pieces: [] }
      sections.push(section)
      return
    }
    if (
      INLINE.has(node.type) &&
      (node.children === undefined || node.children.every((child) => INLINE.has(child.type)))
    ) {
      line += rawText(node)
    } else if (node.type === 'html') line += htmlText(node.value ?? '')
    else if (node.type === 'code' || node.type === 'math') {
      flush()
      const text = visibleCode(node.value ?? '')
      if (text !== '') section.pieces.push({ kind: 'code', text })
    } else if (node.type === 'tableRow') {
      flush()
      line = (node.children ?? []).map((cell) => (cell.children ?? []).map(rawText).join('')).join(' ')
      flush()
    } else if (node.type === 'element' && node.data?.hName === 'img')
      line += ` ${String(node.data.hProperties?.alt ?? '')} `
    else if (node.children !== undefined) {
      const isLine = node.inline === true || INLINE.has(node.type)
      if (!isLine) flush()
      for (const child of node.children) read(child)
      if (!isLine) flush()
    }
  }
  read(root)
  flush()
  return sections
}

/** Normalises white space; line breaks stay only where the reader sees one. */
function clean(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}
