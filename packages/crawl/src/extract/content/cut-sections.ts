/**
 * Cuts the content of a page at its headings, as `cutSections` of ingest does with Markdown: paragraphs, list items,
 * table rows and code blocks are the pieces of a section. Footnotes belong to the section that refers to them.
 */
import type { Piece } from '@docent/ingest/records'
import { type AnyNode, type Document, type Element, isTag, isText, type ParentNode } from 'domhandler'
import { codeText } from './code-text.ts'
import type { Matcher } from '../../html/selectors.ts'
import { footnoteOf } from './footnotes.ts'
import { altOf, inlineText, INVISIBLE, isSign } from './inline-text.ts'
import { type Formula, formulaOf } from './math-text.ts'

/** The text between two headings. */
export interface PageSection {
  /** `undefined` for the lead. */
  heading: Element | undefined
  /** 0 for headings; for a member its depth among members, from 1. */
  depth: number
  pieces: Piece[]
}

/** The decisions about the elements of a content, which depend on the layout of the page. */
export interface ElementRules {
  /** Whether the element and all below it is no text of the page. */
  excluded: Matcher
  isHeading: Matcher
  /** Whether the element begins the section of a documented member, which ends with its parent. */
  isMember: Matcher
  /** Whether the element is the name of a member that ends before the next name or heading. */
  isRunIn?: Matcher
  isCode: Matcher
  /** Selected elements, outside of which nothing is text; absent: everything is. */
  isSelected?: Matcher
}

const INLINE = new Set(
  `a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark q rp rt ruby s samp slot small span
  strike strong sub sup time tt u var wbr img picture td th`.split(/\s+/),
)

/** The sections of contents in the order of the page, the lead first. */
export function cutSections(roots: readonly (Document | Element)[], rules: ElementRules): PageSection[] {
  const lead: PageSection = { heading: undefined, depth: 0, pieces: [] }
  const sections = [lead]
  let section = lead
  let line = ''
  let rows = 0
  let open = rules.isSelected === undefined
  /** Elements around the members at hand, with the sections that continue after them. */
  const holders: { element: ParentNode | null; outer: PageSection }[] = []
  /** The sections that refer to footnotes, by the footnotes' ids. */
  const referring = new Map<string, PageSection>()
  const flush = (): void => {
    if (rows > 0) {
      line += ' '
      return
    }
    const text = cleanText(line)
    line = ''
    if (text !== '') section.pieces.push({ kind: 'content', text })
  }
  /** Ends the text of a section, also within a row of a table. */
  const finish = (): void => {
    const within = rows
    rows = 0
    flush()
    rows = within
  }
  const begin = (heading: Element, depth: number): void => {
    finish()
    section = { heading, depth, pieces: [] }
    sections.push(section)
  }
  const addCode = (text: string): void => {
    flush()
    if (text !== '') section.pieces.push({ kind: 'code', text })
  }
  const addFormula = ({ tex, display }: Formula): void => {
    if (display) addCode(tex)
    else line += tex
  }
  /** Reads a footnote into the section that refers to it. */
  const readInto = (reference: PageSection, node: Element): void => {
    flush()
    const outer = section
    section = reference
    referring.delete(node.attribs.id ?? '')
    read(node)
    flush()
    section = outer
  }
  const readChildren = (element: Document | Element): void => {
    for (const child of element.children) read(child)
    if (holders.at(-1)?.element !== element) return
    // Text after members belongs to the section around them.
    finish()
    section = holders.pop()?.outer ?? section
  }
  const read = (node: AnyNode): void => {
    if (isText(node) && open) line += node.data
    if (!isTag(node)) return
    const note = footnoteOf(node)
    if (note !== undefined && !referring.has(note)) referring.set(note, section)
    const formula = formulaOf(node)
    if (formula !== undefined && open) return addFormula(formula)
    if (rules.excluded(node) || isSign(node)) return
    const { name, attribs } = node
    const reference = referring.get(attribs.id ?? '')
    if (reference !== undefined) return readInto(reference, node)
    if (rules.isHeading(node)) return begin(node, 0)
    if (rules.isRunIn?.(node) === true) return begin(node, 1)
    if (rules.isMember(node)) {
      if (holders.at(-1)?.element !== node.parent) holders.push({ element: node.parent, outer: section })
      return begin(node, holders.length)
    }
    if (!open) {
      if (!isSelected(node)) return readChildren(node)
      open = true
      read(node)
      flush()
      open = false
      return
    }
    // Line breaks in the source of these elements are no line breaks on the page.
    if ((name === 'code' || name === 'table') && rules.isCode(node)) return addCode(inlineText(node, rules.excluded))
    if (name === 'pre' || rules.isCode(node)) return addCode(codeText(node, rules.excluded))
    if (name === 'br') line += '\n'
    else if (name === 'img') line += ` ${altOf(node)} `
    else {
      const isLine = INLINE.has(name) && attribs.role !== 'tab'
      if (!isLine) flush()
      if (name === 'tr') rows++
      readChildren(node)
      if (name === 'tr') rows--
      if (!isLine) flush()
      else if (name === 'td' || name === 'th') line += ' '
    }
  }
  const isSelected = (node: Element): boolean =>
    rules.isSelected?.(node) === true ||
    (node.name === 'pre' && node.children.some((child) => isTag(child) && rules.isSelected?.(child)))
  for (const root of roots) {
    readChildren(root)
    flush()
  }
  return sections
}

/** Normalises white space; line breaks stay. */
function cleanText(text: string): string {
  return text
    .replaceAll(INVISIBLE, '')
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}
