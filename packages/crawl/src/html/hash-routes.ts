/** Links of apps that have all their pages at one address and name them in its fragment: `#/guide`. */
import { type AnyNode, type Document, isTag } from 'domhandler'
import { filter } from 'domutils'

/** Links within the page that begin as a path does. Ids of headings hardly ever do. */
const ROUTE = /^#!?\/[\p{L}\p{N}_]/u

/** The pages that a page names in fragments of its own address, without the parts within them. */
export function hashRoutes(document: Document): Set<string> {
  const isRoute = (node: AnyNode): boolean => isTag(node) && node.name === 'a' && ROUTE.test(node.attribs.href ?? '')
  const links = filter(isRoute, document)
  return new Set(links.flatMap((node) => (isTag(node) ? (node.attribs.href ?? '').replace(/\?[^]*$/, '') : [])))
}
