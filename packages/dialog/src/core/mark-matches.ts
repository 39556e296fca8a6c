/**
 * Marks the matched words in the section of a hit with the CSS Custom Highlight API. The document is not changed, no markup
 * is made from data, and a browser without the API shows the section without marks. Styled by `::highlight(docent-match)`.
 */

import type { Row } from './group-hits.ts'

const NAME = 'docent-match'
/** Maximum number of marks in a section. */
const MOST = 200
const BLOCKS = 'p, li, td, th, pre, dd, dt, summary, figcaption, blockquote, h1, h2, h3, h4, h5, h6'
/** Scripts without spaces, in which a word may begin anywhere. */
const SPACELESS = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

/** The matched words of a row, each once, in lower case. */
export function matchesOf({ title, text }: Pick<Row, 'title' | 'text'>): string[] {
  const marked = [...title, ...text].filter((part) => part.marked).map((part) => part.text.toLowerCase())
  return [...new Set(marked)]
}

/**
 * Marks words in a section; earlier marks are removed.
 * @param root the article.
 * @param heading the heading of the section, which ends at the next heading. Absent: the beginning of the article, up to its
 * first heading below the title.
 */
export function markMatches(root: Element, heading: Element | undefined, words: readonly string[]): void {
  clearMatches()
  const { highlights } = globalThis.CSS ?? {}
  const pattern = patternOf(words)
  if (!highlights || !pattern) return
  const section = readSection(root, heading)
  const ranges: Range[] = []
  for (const match of section.text.matchAll(pattern)) {
    if (ranges.length === MOST) break
    ranges.push(rangeOf(section, match.index, match.index + match[0].length))
  }
  if (ranges.length > 0) highlights.set(NAME, new Highlight(...ranges))
}

/** Removes the marks. */
export function clearMatches(): void {
  globalThis.CSS?.highlights?.delete(NAME)
}

interface Section {
  text: string
  /** Text nodes with their offset in `text` (UTF-16 units), in document order. */
  nodes: { node: Text; at: number }[]
}

/** The text of a section; blocks are separated by line ends, so that no match spans two blocks. */
function readSection(root: Element, heading: Element | undefined): Section {
  const section: Section = { text: '', nodes: [] }
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  let block: Element | null | undefined
  while (walker.nextNode()) {
    const node = walker.currentNode as Text
    if (heading && !(heading.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING)) continue
    const title = node.parentElement?.closest('h1, h2, h3, h4, h5, h6')
    if (title && !(heading ? heading === title || heading.contains(title) : title.tagName === 'H1')) break
    const own = node.parentElement?.closest(BLOCKS)
    if (block !== undefined && own !== block) section.text += '\n'
    block = own
    section.nodes.push({ node, at: section.text.length })
    section.text += node.data
  }
  return section
}

function rangeOf({ nodes }: Section, start: number, end: number): Range {
  const range = document.createRange()
  for (const { node, at } of nodes) {
    if (at <= start) range.setStart(node, Math.min(start - at, node.length))
    if (at < end) range.setEnd(node, Math.min(end - at, node.length))
  }
  return range
}

/** A pattern for the words, longest first, so that of two words with the same beginning the longer one is marked. */
function patternOf(words: readonly string[]): RegExp | undefined {
  const parts = words
    .filter((word) => word.trim() !== '')
    .toSorted((a, b) => b.length - a.length)
    .map((word) => {
      const escaped = word.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`).replace(/\s+/g, String.raw`\s+`)
      return /^[\p{L}\p{N}]/u.test(word) && !SPACELESS.test(word) ? String.raw`(?<![\p{L}\p{N}])${escaped}` : escaped
    })
  return parts.length === 0 ? undefined : new RegExp(parts.join('|'), 'giu')
}
