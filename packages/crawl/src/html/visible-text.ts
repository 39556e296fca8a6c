/** The text of a page as readers see it, for comparisons of pages. */
import { type AnyNode, type Document, isTag, isText } from 'domhandler'

/** Elements whose text no reader sees. The title of the head is part of the text. */
const UNSEEN = new Set(['script', 'style', 'noscript', 'template'])

/** The text of a page with those of its pictures, on one line. */
export function visibleText(document: Document): string {
  const texts: string[] = []
  const read = (node: AnyNode): void => {
    if (isText(node)) texts.push(node.data)
    if (!isTag(node) || UNSEEN.has(node.name)) return
    if (node.name === 'img') texts.push(node.attribs.alt ?? '')
    for (const child of node.children) read(child)
  }
  for (const node of document.children) read(node)
  return texts.join(' ').replaceAll(/\s+/g, ' ')
}
