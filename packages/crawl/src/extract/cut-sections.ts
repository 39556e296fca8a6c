/**
 * Cuts the content of a page at its headings, as `cutSections` of ingest does with Markdown: paragraphs, list items,
 * table rows and code blocks are the pieces of a section.
 */
import type { Piece } from '@docent/ingest/records'
import { type AnyNode, type Element, isTag, isText } from 'domhandler'
import { codeText } from './code-text.ts'

/** The text between two headings. */
export interface PageSection {
  /** `undefined` for the lead. */
  heading: Element | undefined
  pieces: Piece[]
}

/** The decisions about the elements of a content, which depend on the layout of the page. */
export interface ElementRules {
  /** Whether the element and all below it is no text of the page. */
  excluded: (element: Element) => boolean
  isHeading: (element: Element) => boolean
}

const INLINE = new Set(
  `a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q rp rt ruby s samp slot small span
  strike strong sub sup time tt u var wbr img picture td th`.split(/\s+/),
)

/** The sections of a content, the lead first. */
export function cutSections(root: Element, { excluded, isHeading }: ElementRules): PageSection[] {
  let section: PageSection = { heading: undefined, pieces: [] }
  const sections = [section]
  let line = ''
  const flush = (): void => {
    const text = cleanText(line)
    line = ''
    if (text !== '') section.pieces.push({ kind: 'content', text })
  }
  const read = (node: AnyNode): void => {
    if (isText(node)) line += node.data.replaceAll(/\s+/g, ' ')
    if (!isTag(node) || excluded(node)) return
    const { name } = node
    if (isHeading(node)) {
      flush()
      section = { heading: node, pieces: [] }
      sections.push(section)
    } else if (name === 'pre') {
      flush()
      const text = codeText(node, excluded)
      if (text !== '') section.pieces.push({ kind: 'code', text })
    } else if (name === 'br') line += '\n'
    else if (name === 'img') line += ` ${node.attribs.alt ?? ''} `
    else {
      const isLine = INLINE.has(name)
      if (!isLine) flush()
      for (const child of node.children) read(child)
      if (!isLine) flush()
      else if (name === 'td' || name === 'th') line += ' '
    }
  }
  for (const child of root.children) read(child)
  flush()
  return sections
}

/** The text of inline content, on one line, without what is excluded. */
export function inlineText(element: Element, excluded: ElementRules['excluded']): string {
  let text = ''
  const read = (node: AnyNode): void => {
    if (isText(node)) text += node.data
    if (!isTag(node) || excluded(node)) return
    if (node.name === 'img') text += node.attribs.alt ?? ''
    else if (node.name === 'br') text += ' '
    for (const child of node.children) read(child)
  }
  for (const child of element.children) read(child)
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Normalises white space; line breaks stay. */
function cleanText(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}
