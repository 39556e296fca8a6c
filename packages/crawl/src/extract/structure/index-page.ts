/** Alphabetical indexes of sites without a known layout: their entries would hide the pages that they lead to. */
import { type AnyNode, type Element, isTag, isText } from 'domhandler'
import type { Matcher } from '../../html/selectors.ts'

/** Least number of links; a home page may be called "Index" too. */
const MIN_LINKS = 100

/** Least share of the text that is links. */
const LINK_SHARE = 0.8

/** Whether a content with a title such as "Function Index" has little more than links. */
export function isIndexPage(content: Element, title: string, excluded: Matcher): boolean {
  if (!/(?:^|\s)index$/i.test(title)) return false
  let links = 0
  let linked = 0
  let all = 0
  const read = (node: AnyNode, within: boolean): void => {
    if (isText(node)) {
      const { length } = node.data.trim()
      all += length
      if (within) linked += length
    }
    if (!isTag(node) || excluded(node)) return
    const isLink = node.name === 'a' && node.attribs.href !== undefined
    if (isLink) links++
    for (const child of node.children) read(child, within || isLink)
  }
  read(content, false)
  return links >= MIN_LINKS && linked >= all * LINK_SHARE
}
