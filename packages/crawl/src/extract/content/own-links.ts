/** Links of a page to itself: older generators write them with the name of its file. */
import { type Document, type Element, isTag, type ParentNode } from 'domhandler'

/** Writes the links of a page to its own anchors as `#anchor`. @param url the page's address. */
export function shortenOwnLinks(document: Document, url: string): void {
  const { pathname } = new URL(url)
  const own = `${pathname.slice(pathname.lastIndexOf('/') + 1)}#`
  if (own === '#') return
  const read = (parent: ParentNode): void => {
    for (const child of parent.children) {
      if (!isTag(child)) continue
      shorten(child, own)
      read(child)
    }
  }
  read(document)
}

function shorten({ name, attribs }: Element, own: string): void {
  const { href } = attribs
  if (name === 'a' && href?.startsWith(own) === true) attribs.href = href.slice(own.length - 1)
}
