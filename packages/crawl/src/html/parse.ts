/** HTML becomes a tree with ceilings on its depth and its nodes, since every later step walks it. */
import { DomHandler, type ChildNode, type Document } from 'domhandler'
import { Parser } from 'htmlparser2'
import { addBody } from './optional-body.ts'

/** Open elements at one time. Browsers stop nesting at 512; the parser's work for a closing tag grows with this. */
const MAX_DEPTH = 1000

/** Elements, texts and comments of one page, and attributes: about 100 MB of memory. The largest pages of API references have a third. */
const MAX_NODES = 500_000

/** Pages whose elements without content end with their tag: `<script src="x.js"/>`. In HTML the rest of the page would be its text. */
const XHTML = /^\s*<\?xml\s|"-\/\/W3C\/\/DTD XHTML|<html\s[^<>]{0,500}xmlns=["']http:\/\/www\.w3\.org\/1999\/xhtml/i

/** Beginning of a page (UTF-16 units) that has its declaration and its root. */
const HEAD = 1000

/** A page whose tree would exceed a ceiling; the message names it. */
export class HtmlLimitError extends Error {
  override name = 'HtmlLimitError'
}

/**
 * The tree of a page. Entities are decoded; names of elements and attributes are lower case. A page with content has a
 * `body`. HTML that breaks the rules is repaired as far as possible and never an error.
 *
 * @throws HtmlLimitError for a page that nests too deeply or has too many nodes.
 */
export function parseHtml(text: string): Document {
  const handler = new LimitedHandler()
  const isXhtml = XHTML.test(text.slice(0, HEAD))
  new Parser(handler, { recognizeSelfClosing: isXhtml, recognizeCDATA: isXhtml }).end(text)
  addBody(handler.root)
  return handler.root
}

class LimitedHandler extends DomHandler {
  #nodes = 0
  #attributes = 0

  onattribute(): void {
    if (++this.#attributes > MAX_NODES) throw new HtmlLimitError(`it has more than ${MAX_NODES} attributes`)
  }

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
