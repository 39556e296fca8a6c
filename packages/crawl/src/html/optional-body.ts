/** The `body` of a page that leaves its tags out, as HTML allows: minifiers do so, and generators for a page without a layout. */
import { type ChildNode, type Document, Element, isTag, isText, type ParentNode } from 'domhandler'
import { appendChild, findOne } from 'domutils'

/** Elements before the content: the first other one begins the body (the HTML standard, "in head" and "after head"). */
const BEFORE_BODY = /^(?:html|head|base|basefont|bgsound|link|meta|noscript|script|style|template|title)$/

/** Puts the content of a page without `body` into one. Another page stays as it is. */
export function addBody(document: Document): void {
  if (childNamed(document, 'body', true)) return
  const html = childNamed(document, 'html')
  const head = childNamed(html ?? document, 'head')
  const content = [head, html, document].flatMap((parent) => (parent ? cutContent(parent) : []))
  if (content.length === 0) return
  const body = new Element('body', {}, content)
  for (const [at, node] of content.entries()) {
    node.parent = body
    node.prev = content[at - 1] ?? null
    node.next = content[at + 1] ?? null
  }
  appendChild(html ?? document, body)
}

function childNamed(parent: ParentNode, name: string, isDeep = false): Element | undefined {
  return findOne((element: Element) => element.name === name, parent.children, isDeep) ?? undefined
}

/** Takes the first node of the content and all after it out of an element. */
function cutContent(parent: ParentNode): ChildNode[] {
  const first = parent.children.findIndex((node) =>
    isText(node) ? node.data.trim() !== '' : isTag(node) && !BEFORE_BODY.test(node.name),
  )
  if (first === -1) return []
  const content = parent.children.splice(first)
  const last = parent.children.at(-1)
  if (last) last.next = null
  return content
}
