/** The links in the content of a page whose texts may name their target; those of navigation are no content. */
import { decodeOnce } from '@docent/ingest/below-root'
import { isName } from '@docent/ingest/link-text'
import { type AnyNode, type Element, isTag, type ParentNode } from 'domhandler'
import { targetOf } from '../../html/hash-routes.ts'
import { toAddress } from '../../result/address.ts'
import type { ContentLink } from '../../result/extracted-page.ts'
import { inlineText } from './inline-text.ts'
import type { Matcher } from '../../html/selectors.ts'

/** Links of one page that are kept: a page with more of them is a list. */
const MAX_LINKS = 500

/** Elements of a content, and the rules for them. */
export interface LinkPlaces {
  roots: readonly ParentNode[]
  /** Address that relative links are resolved against. */
  base: string
  excluded: Matcher
}

/** The links of contents, in the order of the page. */
export function contentLinks({ roots, base, excluded }: LinkPlaces): ContentLink[] {
  const links: ContentLink[] = []
  const read = (node: AnyNode): void => {
    if (!isTag(node) || links.length === MAX_LINKS || excluded(node)) return
    if (node.name === 'a') addLink(node)
    for (const child of node.children) read(child)
  }
  const addLink = (element: Element): void => {
    const { href } = element.attribs
    const url = href === undefined ? undefined : toAddress(href, base)
    if (href === undefined || url === undefined) return
    const text = inlineText(element, excluded)
    if (isName(text)) links.push({ ...targetOf(url, fragmentOf(href)), text })
  }
  for (const root of roots) for (const child of root.children) read(child)
  return links
}

function fragmentOf(href: string): string {
  const at = href.indexOf('#')
  const fragment = at === -1 ? '' : href.slice(at + 1)
  return decodeOnce(fragment)
}
