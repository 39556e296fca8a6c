/** Parts of pages without a known layout that are frame by their names or their links. */
import { type AnyNode, type Element, isTag, isText } from 'domhandler'
import { textContent } from 'domutils'
import type { Matcher } from '../../html/selectors.ts'
import { withoutNumber } from './numbering.ts'

/**
 * Names of parts around a content, as whole words of an id or a class. `with-sidebar` is the name of a part that has a
 * sidebar beside it.
 */
const NAMES =
  /(?:^|[\s_-])(?<!(?:has|no|with|without)[_-])(?:sidebar|side-?nav|navbar|breadcrumbs?|toc|table-of-contents|on-this-page|pagination|pager|prev-?next|(?:docs?|page|post|article)-navigation|edit-(?:this-)?page|edit-link|suggest-edits?|feedback|reactions|cookies?|consent|newsletter|share|social|copyright|skip-link|back-to-top|(?<!(?:blockquote|card|figure|quote|table)[_-])footer|site-header|last-(?:updated|modified)|update-date|updated-(?:at|on)|(?:page|article|post|entry)-(?:meta|author|votes)|rating|ratings|helpful|related-(?:articles|posts)|(?:page|article|post)-comments|comments-area|powered-by|promo|announcement)(?:$|[\s_-])/i

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
  if (isContentsLink(element) || isPager(element) || isPagerTable(element) || isLetters(element)) return true
  if (isParagraphNumber(element)) return true
  if (isBox(element)) return false
  if (isNamed(element)) return measure(element) !== undefined
  if (name !== 'ul' && name !== 'ol' && name !== 'dl') return false
  // A table of contents: nothing but links within the page.
  const size = measure(element)
  return size !== undefined && size.links > 1 && size.outward === 0 && size.linked >= size.text * LINK_SHARE
}

/** Whether a block has nothing but the number of the paragraph below it, as standards and laws have: an anchor, no link. */
function isParagraphNumber(element: Element): boolean {
  if (element.name !== 'div' && element.name !== 'p') return false
  const only = onlyChildOf(element)
  if (only === undefined || !isTag(only) || only.name !== 'a' || only.attribs.href !== undefined) return false
  return (only.attribs.name ?? only.attribs.id) !== undefined && /^[\d./()§¶\s-]{1,20}$/.test(textContent(only))
}

/** Whether an element has the name of a part of the frame. The words of a class may have no sign between them: `articleRatings`. */
function isNamed(element: Element): boolean {
  const { id = '', class: classes = '' } = element.attribs
  if (NAMES.test(classes) || (NAMES.test(id) && !isNamedByHeading(element))) return true
  return /[a-z][A-Z]/.test(classes) && NAMES.test(classes.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-'))
}

/** Whether the id of a part is made of the text of the heading that it begins with: the section "Pagination" of a page. */
function isNamedByHeading(element: Element): boolean {
  let first: AnyNode | undefined = element
  for (let height = 0; height < MAX_HEIGHT && first !== undefined && isTag(first); height++) {
    if (/^h[1-6]$/.test(first.name))
      return (
        isSlugOf(element.attribs.id ?? '', withoutNumber(textContent(first).replaceAll(/\s+/g, ' ').trim())) &&
        !isOfLinks(element)
      )
    first = first.children.find((child) => !isBlank(child) && !isAnchor(child))
  }
  return false
}

/** Whether a node is another name of the section: an element without a text. */
const isAnchor = (node: AnyNode): boolean =>
  isTag(node) && (node.name === 'span' || node.name === 'a') && node.children.length === 0

/** Elements between a section and the heading at its beginning, with both. */
const MAX_HEIGHT = 4

/**
 * Whether an id has the letters and digits of a heading, also after a prefix (`s-pagination`); a second one of the page has a
 * number at its end.
 */
function isSlugOf(id: string, heading: string): boolean {
  const plain = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase()
  const other = plain(heading)
  return [id, id.replace(/^[^-_.:]*[-_.:]/, '')].some((name) => {
    const own = plain(name)
    return own.startsWith(other) && /^\d*$/.test(own.slice(other.length))
  })
}

/** Whether a part called "sidebar" is a box within the text of a book: sentences, and few links. */
function isBox(element: Element): boolean {
  if (!SIDEBAR.test(element.attribs.class ?? '')) return false
  const size = measure(element)
  return size !== undefined && size.text >= MIN_BOX && !isOfLinks(element)
}

const SIDEBAR = /(?:^|\s)sidebar(?:$|\s)/

/** Characters of the shortest box; a part with fewer is a line of a frame. */
const MIN_BOX = 100

function isOfLinks(element: Element): boolean {
  const size = measure(element)
  return size !== undefined && size.linked >= size.text / 2
}

/** Whether a link within the page is a line of a table of contents without a list: between others, with nothing else on its line. */
function isContentsLink(element: Element): boolean {
  const { parent } = element
  if (
    !isOwnLink(element) ||
    parent === null ||
    !isTag(parent) ||
    !/^(?:body|div|p|td|center|main|section)$/.test(parent.name)
  )
    return false
  const line = [before(element), after(element)]
  if (line.some((one) => one !== undefined && isBeside(one))) return false
  const around = line.every((one) => one === undefined)
    ? [before(parent), after(parent)].map(onlyChildOf)
    : beyondBreaks(line)
  return around.some((one) => one !== undefined && isTag(one) && isOwnLink(one))
}

/** Whether a node beside a link is on its line. */
function isBeside(node: AnyNode): boolean {
  return !isTag(node) || (INLINE.test(node.name) && !isOwnLink(node))
}

const INLINE = /^(?:a|abbr|b|big|cite|code|em|font|i|img|kbd|samp|small|span|strong|sub|sup|tt|u|var)$/

const isOwnLink = ({ name, attribs }: Element): boolean => name === 'a' && /^#./.test(attribs.href ?? '')

/** The neighbour of a node, without blank texts. */
function before(node: AnyNode): AnyNode | undefined {
  let at = node.prev
  while (at !== null && isBlank(at)) at = at.prev
  return at ?? undefined
}

function after(node: AnyNode): AnyNode | undefined {
  let at = node.next
  while (at !== null && isBlank(at)) at = at.next
  return at ?? undefined
}

const isBlank = (node: AnyNode): boolean => (isText(node) ? node.data.trim() === '' : !isTag(node))

/** The nodes before and after, where a line break is one of them: those beyond it. */
function beyondBreaks([previous, next]: readonly (AnyNode | undefined)[]): (AnyNode | undefined)[] {
  const isBreak = (node: AnyNode | undefined): node is Element =>
    node !== undefined && isTag(node) && node.name === 'br'
  return [isBreak(previous) ? before(previous) : previous, isBreak(next) ? after(next) : next]
}

/** The only child of an element, without blank texts. */
function onlyChildOf(node: AnyNode | undefined): AnyNode | undefined {
  if (node === undefined || !isTag(node)) return undefined
  const [child, ...others] = node.children.filter((one) => !isBlank(one))
  return others.length === 0 ? child : undefined
}

/** Characters of the words around the links of a pager: `Next: …, Previous: …, Up: … [Contents]`. */
const MAX_LABELS = 60

/** Whether an element holds the links to the next and previous page, or to translations of this one, and little other text. */
function isPager(element: Element): boolean {
  const isStep = (node: AnyNode): boolean =>
    isTag(node) &&
    (/^(?:next|prev|up)$/.test(node.attribs.rel ?? '') ||
      (node.attribs.rel === 'alternate' && node.attribs.hreflang !== undefined))
  if (!element.children.some(isStep)) return false
  const size = measure(element)
  return size !== undefined && size.text - size.linked <= MAX_LABELS
}

/** Texts of links to the pages around one, with or without their titles: `<`, `<< Wheels`, `Next`. */
const STEPS = /^(?:[<>«»←→]{1,2}(?:\s|$)|(?:next|prev(?:ious)?)$)/i

/** Nodes of the largest table of links to the pages around one. */
const MAX_PAGER = 120

/** Whether a table holds links to the pages around this one, and signs: `[<] [>] [Contents]`. */
function isPagerTable(table: Element): boolean {
  if (table.name !== 'table') return false
  let nodes = 0
  let hasStep = false
  const isLinks = (node: AnyNode): boolean => {
    if (++nodes > MAX_PAGER) return false
    if (isText(node)) return !/[\p{L}\p{N}]/u.test(node.data)
    if (!isTag(node)) return true
    if (node.name !== 'a') return node.children.every(isLinks)
    const text = shownText(node)
    hasStep ||= STEPS.test(text) || /^(?:prev|next)/.test(node.attribs.rel ?? '')
    return text.length <= MAX_LABELS
  }
  return table.children.every(isLinks) && hasStep
}

/** Letters and digits of the words beside the letters of an index: `Jump to:`. */
const MAX_CAPTION = 20

/** Nodes of the largest list of letters; alphabets have 50 letters at most. */
const MAX_LETTERS = 400

/** Whether an element holds the letters of an index, which lead to its parts, and little other text. */
function isLetters(element: Element): boolean {
  if (!/^(?:table|tr|p|div)$/.test(element.name)) return false
  let nodes = 0
  let caption = 0
  let letters = 0
  const isLine = (node: AnyNode): boolean => {
    if (++nodes > MAX_LETTERS) return false
    if (isText(node)) return (caption += node.data.replaceAll(/[^\p{L}\p{N}]/gu, '').length) <= MAX_CAPTION
    if (!isTag(node)) return true
    if (node.name !== 'a') return node.children.every(isLine)
    if (!isOwnLink(node) || node.children.length > 1) return false
    const text = textContent(node).trim()
    if (/^\p{L}$/u.test(text)) letters++
    return text.length <= 2
  }
  return element.children.every(isLine) && letters > 1
}

/** The text of a link, or of its pictures: arrows. */
function shownText(link: Element): string {
  const text = textContent(link).trim()
  if (text !== '') return text
  const picture = link.children.find((child) => isTag(child) && child.name === 'img')
  return picture !== undefined && isTag(picture) ? (picture.attribs.alt ?? '') : ''
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
