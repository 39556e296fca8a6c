/** Parts of pages without a known layout that are frame by their names or their links. */
import { type AnyNode, type Element, isTag, isText } from 'domhandler'
import type { Matcher } from '../content/excluded.ts'

/** Names of parts around a content, as whole words of an id or a class. */
const NAMES =
  /(?:^|[\s_-])(?:sidebar|side-?nav|navbar|breadcrumbs?|toc|table-of-contents|on-this-page|pagination|pager|prev-?next|edit-(?:this-)?page|edit-link|feedback|cookies?|consent|newsletter|share|social|copyright|skip-link|back-to-top|site-footer|site-header|last-updated|page-meta|rating|helpful|promo|announcement)(?:$|[\s_-])/i

/** Longer parts (UTF-16 units), and those with more nodes, are content with an unlucky name. */
const MAX_TEXT = 1500
const MAX_NODES = 1000

/** Share of a list's text that is links. */
const LINK_SHARE = 0.8

/** Whether an element is a part of the frame. */
export const isFramePart: Matcher = (element) => {
  const { name, attribs } = element
  if (attribs.rel === 'prev' || attribs.rel === 'next' || attribs.rel === 'edit') return true
  // The id of a heading is made of its text.
  if (/^h[1-6]$/.test(name)) return false
  if (NAMES.test(`${attribs.id ?? ''} ${attribs.class ?? ''}`)) return measure(element) !== undefined
  if (name !== 'ul' && name !== 'ol') return false
  // A table of contents: nothing but links within the page.
  const size = measure(element)
  return size !== undefined && size.links > 1 && size.outward === 0 && size.linked >= size.text * LINK_SHARE
}

/** The size of a part: characters of its text and of its links' text, links, and links to other pages. */
interface Size {
  text: number
  linked: number
  links: number
  outward: number
}

/** The size of an element; `undefined` for a large one, of which only the beginning is read. */
function measure(element: Element): Size | undefined {
  const size: Size = { text: 0, linked: 0, links: 0, outward: 0 }
  let nodes = 0
  const read = (node: AnyNode, linked: boolean): boolean => {
    if (++nodes > MAX_NODES || size.text > MAX_TEXT) return false
    if (isText(node)) {
      const { length } = node.data.trim()
      size.text += length
      if (linked) size.linked += length
    }
    if (!isTag(node)) return true
    const isLink = node.name === 'a'
    if (isLink) {
      size.links++
      if (!/^#./.test(node.attribs.href ?? '')) size.outward++
    }
    return node.children.every((child) => read(child, linked || isLink))
  }
  return read(element, false) ? size : undefined
}
