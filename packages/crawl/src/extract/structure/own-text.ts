/**
 * The content of pages without a known layout: the part with the page's own text. Text that many pages of the site have
 * is frame.
 */
import { type AnyNode, type Document, type Element, isDocument, isTag, isText } from 'domhandler'
import { findAll, findOne, textContent } from 'domutils'
import type { Matcher } from '../../html/selectors.ts'

/** Texts that many pages have. */
export type Frame = ReadonlySet<string>

/** Longer texts are not compared: a frame has short ones. */
const MAX_FRAME_TEXT = 400

/** Weight of a character of a link's text: lists of links are navigation, unless most of the text is links. */
const LINK_WEIGHT = 0.2

/**
 * Own text outside of the content: a share of the page's, and characters. A frame has short texts that vary between pages,
 * such as a breadcrumb; an introduction above a large section is longer.
 */
const OUTSIDE_SHARE = 0.2
const OUTSIDE_TEXT = 200

const CONTAINERS = /^(?:body|main|article|section|div|center|form|[\w.]*-[\w.-]*)$/

/** Tables of pages that are laid out by tables. */
const TABLES = /^(?:table|tbody|tr|td)$/

/** The text as it is compared between pages; `undefined` for a text that is too long. */
function frameText(text: string): string | undefined {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line === '' || line.length > MAX_FRAME_TEXT ? undefined : line
}

/** The element that HTML has for the content, unless it is empty; else the body. */
export function startOf(document: Document): Element | undefined {
  const isMain = (element: Element): boolean =>
    (element.name === 'main' || element.attribs.role === 'main') && textContent(element).trim() !== ''
  return (
    findOne(isMain, document.children, true) ??
    findOne(({ name }: Element) => name === 'body', document.children, true) ??
    findOne(() => true, document.children, true) ??
    undefined
  )
}

/** The texts of a page that may be frame. */
export function textsOf(start: Element, excluded: Matcher): Set<string> {
  const texts = new Set<string>()
  const read = (node: AnyNode): void => {
    if (isText(node)) {
      const text = frameText(node.data)
      if (text !== undefined) texts.add(text)
    } else if (isTag(node) && !excluded(node)) {
      const text = node.name === 'img' ? frameText(node.attribs.alt ?? '') : undefined
      if (text !== undefined) texts.add(text)
      for (const child of node.children) read(child)
    }
  }
  read(start)
  return texts
}

/** The own text within an element: characters, headings below the title, and texts of paragraphs, lists and code. */
interface Weight {
  text: number
  headings: number
  prose: number
}

const PROSE = /^(?:p|pre|li|dt|dd|blockquote)$/

/** The smallest element with nearly all own text of the page, all of its headings and all of its prose. */
export function contentOf(start: Element, frame: Frame, excluded: Matcher): Element {
  // A single page has no other page to compare with; then only an element for the content separates it from the frame.
  if (frame.size === 0 && start.name !== 'body') return start
  const weights = ownText(start, frame, excluded)
  const all = weights.get(start)?.text ?? 0
  const allowed = Math.min(OUTSIDE_TEXT, all * OUTSIDE_SHARE)
  let at = start
  for (;;) {
    const own = weights.get(at)
    const inner = at.children.find((child): child is Element => {
      const weight = isTag(child) ? weights.get(child) : undefined
      if (own === undefined || weight === undefined || !isTag(child)) return false
      const isContainer = CONTAINERS.test(child.name) || (TABLES.test(child.name) && weight.headings > 0)
      const hasAll = weight.headings === own.headings && weight.prose === own.prose
      return isContainer && hasAll && own.text - weight.text <= allowed
    })
    if (inner === undefined || all === 0) return at
    at = inner
  }
}

/** Least share of the own text, or of the paragraphs, lists and code, that the content of a page has. */
const LEAST_SHARE = 0.2

/** Whether an element has a share of the page's own text. On a page with another structure it may be a part of the frame. */
export function hasMost(element: Element, start: Element, frame: Frame, excluded: Matcher): boolean {
  if (element === start) return true
  const weights = ownText(start, frame, excluded)
  const all = weights.get(start)
  const own = weights.get(element)
  if (all === undefined || own === undefined) return own === all
  return own.text >= all.text * LEAST_SHARE || (own.prose > 0 && own.prose >= all.prose * LEAST_SHARE)
}

/** The element around several with one signature, each with own paragraphs, lists or code: sections of one chapter. */
export function aroundEqual(found: Element, frame: Frame, excluded: Matcher): Element {
  const { parent } = found
  if (parent === null || !isTag(parent)) return found
  const signature = signatureOf(found)
  const equal = parent.children.filter((one) => isTag(one) && one !== found && signatureOf(one) === signature)
  if (equal.length === 0) return found
  const weights = ownText(parent, frame, excluded)
  return equal.some((one) => isTag(one) && (weights.get(one)?.prose ?? 0) > 0) ? parent : found
}

/**
 * The element around a section that has a heading of level 1 and own paragraphs, lists or code outside of it: the chapter.
 * Pages of single sections have such sections as their content.
 */
export function aroundSection(found: Element, frame: Frame, excluded: Matcher): Element {
  const { parent } = found
  if (parent === null || !isTag(parent) || parent.name === 'body') return found
  const others = parent.children.filter((child) => child !== found)
  if (findOne(({ name }: Element) => name === 'h1', others, true) === null) return found
  const weights = ownText(parent, frame, excluded)
  return (weights.get(parent)?.prose ?? 0) > (weights.get(found)?.prose ?? 0) ? parent : found
}

/** Own text by element. */
function ownText(start: Element, frame: Frame, excluded: Matcher): Map<Element, Weight> {
  const weights = new Map<Element, Weight>()
  const read = (node: AnyNode, isLinked: boolean, isProse: boolean): Weight => {
    if (isText(node)) {
      const text = frameText(node.data)
      const length = text !== undefined && frame.has(text) ? 0 : node.data.trim().length
      return {
        text: isLinked ? length * LINK_WEIGHT : length,
        headings: 0,
        prose: isProse && !isLinked && length > 0 ? 1 : 0,
      }
    }
    const sum = { text: 0, headings: 0, prose: 0 }
    if (!isTag(node) || excluded(node)) return sum
    for (const child of node.children) {
      const { text, headings, prose } = read(child, isLinked || node.name === 'a', isProse || PROSE.test(node.name))
      sum.text += text
      sum.headings += headings
      sum.prose += prose
    }
    if (/^h[2-6]$/.test(node.name) && sum.text > 0) sum.headings++
    weights.set(node, sum)
    return sum
  }
  read(start, false, false)
  return weights
}

/**
 * The element's name, id, classes and role: equal for the element with the same purpose on other pages. `undefined` for
 * an element that only has its name.
 */
function signatureOf({ name, attribs }: Element): string | undefined {
  const classes = (attribs.class ?? '').split(/\s+/).filter((one) => one !== '')
  const marks = [attribs.id ?? '', classes.toSorted().join('.'), attribs.role ?? '', attribs.itemprop ?? '']
  const isPlain = marks.every((mark) => mark === '') && !/^(?:main|article|body)$/.test(name)
  return isPlain ? undefined : [name, ...marks].join(' ')
}

/** The signatures of an element and of those around it, the outermost first. */
export function pathOf(element: Element): string[] {
  const path: string[] = []
  for (let at: AnyNode | null = element; at !== null && !isDocument(at); at = at.parent)
    if (isTag(at)) path.push(signatureOf(at) ?? '')
  return path.toReversed()
}

/**
 * The element with a signature: of several, the one that is within most elements with the others, else the first.
 * Sections may be inside each other: the outermost is the first.
 * @param others signatures of the elements around it.
 */
export function withSignature(document: Document, signature: string, others: ReadonlySet<string>): Element | undefined {
  const around = (element: Element): number =>
    pathOf(element).filter((one) => one !== signature && others.has(one)).length
  const [first, ...rest] = findAll((element: Element) => signatureOf(element) === signature, document.children)
  if (first === undefined || rest.length === 0) return first
  return rest
    .slice(0, MAX_EQUAL)
    .reduce((best, one) => (around(one) > best.count ? { element: one, count: around(one) } : best), {
      element: first,
      count: around(first),
    }).element
}

/** Elements with one signature that are compared. */
const MAX_EQUAL = 20
