/** The text of a page as readers see it, for comparisons of pages. */
import { type AnyNode, isTag, isText } from 'domhandler'
import { HtmlLimitError, parseHtml } from './parse.ts'

/** Elements whose text no reader sees. The title of the head is part of the text. */
const UNSEEN = new Set(['script', 'style', 'noscript', 'template'])

/** The text of a page with those of its pictures, on one line; `undefined` for a page over the limits of its tree. */
export function visibleText(html: string): string | undefined {
  try {
    return textsIn(parseHtml(html).children).join(' ').replaceAll(/\s+/g, ' ')
  } catch (error) {
    if (error instanceof HtmlLimitError) return undefined
    throw error
  }
}

function textsIn(nodes: readonly AnyNode[]): string[] {
  const texts: string[] = []
  const read = (node: AnyNode): void => {
    if (isText(node)) texts.push(node.data)
    if (!isTag(node) || UNSEEN.has(node.name)) return
    if (node.name === 'img') texts.push(node.attribs.alt ?? '')
    for (const child of node.children) read(child)
  }
  for (const node of nodes) read(node)
  return texts
}
