/** The links of a page to other pages. */
import { isTag, isText, type AnyNode, type Document, type Element } from 'domhandler'
import { filter } from 'domutils'
import { toAddress } from '../result/address.ts'

/** A link of a page. */
export interface PageLink {
  /** Absolute, normalised, without a fragment. */
  url: string
  /** On one line, at most 200 characters; empty for links around images and for frames. */
  text: string
  /** `rel` has `nofollow`. */
  nofollow: boolean
}

/** Characters of a link's text; longer ones are whole cards or paragraphs. */
const MAX_TEXT = 200

/** Nodes of a link that are read for its text. */
const MAX_NODES = 100

/**
 * By element, the attribute with the address. Frames: API references of older generators have all their links there.
 * `link`: translations, which some sites only link from a menu that needs scripts.
 */
const ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ['a', 'href'],
  ['area', 'href'],
  ['frame', 'src'],
  ['iframe', 'src'],
  ['link', 'href'],
])

/**
 * The links of a page, the first of each address, in the order of the page, those of its head last. Links that are no http addresses are left
 * out; those within the page have its own address. @param base address that relative links are resolved against.
 */
export function linksOf(document: Document, base: string): PageLink[] {
  const found = new Map<string, PageLink>()
  const elements = filter(isLink, document) as Element[]
  const inHead = (element: Element): number => Number(element.name === 'link')
  for (const element of elements.toSorted((a, b) => inHead(a) - inHead(b))) {
    const url = toAddress(element.attribs[ATTRIBUTES.get(element.name) ?? ''] ?? '', base)
    if (url === undefined || found.has(url)) continue
    found.set(url, { url, text: beginningOf(element), nofollow: hasRel(element, 'nofollow') })
  }
  return [...found.values()]
}

/** The beginning of an element's text. Links may nest, so the work for one of them has a ceiling. */
function beginningOf(element: Element): string {
  let text = ''
  let visited = 0
  const nodes: AnyNode[] = [element]
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (++visited > MAX_NODES || text.length > MAX_TEXT) break
    if (isText(node)) text += node.data.slice(0, 2 * MAX_TEXT).replaceAll(/\s+/g, ' ')
    else if (isTag(node)) nodes.push(...node.children.slice(0, MAX_NODES).toReversed())
  }
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TEXT)
}

function isLink(node: AnyNode): boolean {
  const attribute = isTag(node) ? ATTRIBUTES.get(node.name) : undefined
  if (attribute === undefined || !isTag(node) || !Object.hasOwn(node.attribs, attribute)) return false
  return node.name !== 'link' || (Object.hasOwn(node.attribs, 'hreflang') && hasRel(node, 'alternate'))
}

function hasRel(element: Element, word: string): boolean {
  return (element.attribs['rel'] ?? '').toLowerCase().split(/\s+/).includes(word)
}
