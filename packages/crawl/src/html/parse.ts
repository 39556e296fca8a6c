/** HTML becomes a tree with ceilings on its depth and its nodes, since every later step walks it. */
import { DomHandler, type ChildNode, type Document, Element, isTag } from 'domhandler'
import { appendChild } from 'domutils'
import { Parser } from 'htmlparser2'

/** Open elements at one time. Browsers stop nesting at 512; the parser's work for a closing tag grows with this. */
const MAX_DEPTH = 1000

/** Elements, texts and comments of one page: about 100 MB of memory. The largest pages of API references have a third. */
const MAX_NODES = 500_000

/** A page whose tree would exceed a ceiling; the message names it. */
export class HtmlLimitError extends Error {
  override name = 'HtmlLimitError'
}

/**
 * The tree of a page. Entities are decoded; names of elements and attributes are lower case. HTML that breaks the rules
 * is repaired as far as possible and never an error.
 *
 * @throws HtmlLimitError for a page that nests too deeply or has too many nodes.
 */
export function parseHtml(text: string): Document {
  const handler = new LimitedHandler()
  new Parser(handler).end(text)
  return withBody(handler.root)
}

/** Elements before the body. */
const BEFORE = /^(?:head|title|meta|link|base|script|style|noscript)$/

/** Puts the text of a page into a body, whose tags HTML permits to leave out. */
function withBody(document: Document): Document {
  const html = document.children.find((node) => isTag(node) && node.name === 'html')
  const around = html !== undefined && isTag(html) ? html : document
  const parts = around.children.filter((node) => !isTag(node) || !BEFORE.test(node.name))
  const elements = parts.filter(isTag)
  if (elements.length === 0 || elements.some(({ name }) => /^(?:html|body|frameset)$/.test(name))) return document
  const body = new Element('body', {})
  for (const part of parts) if (part.type !== 'directive') appendChild(body, part)
  appendChild(around, body)
  return document
}

class LimitedHandler extends DomHandler {
  #nodes = 0

  override onopentag(name: string, attributes: { [key: string]: string }): void {
    super.onopentag(name, attributes)
    if (this.tagStack.length > MAX_DEPTH) {
      throw new HtmlLimitError(`it has more than ${MAX_DEPTH} elements inside each other`)
    }
  }

  protected override addNode(node: ChildNode): void {
    if (++this.#nodes > MAX_NODES) throw new HtmlLimitError(`it has more than ${MAX_NODES} elements and texts`)
    super.addNode(node)
  }
}
