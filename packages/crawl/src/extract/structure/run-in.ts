/**
 * Members of pages that describe them in paragraphs, list items or table cells with an anchor, and begin each with its name
 * in bold or as code: `<p id="on"><b>on</b> <code>object.on(event)</code> …`.
 */
import { type Element, isTag, isText } from 'domhandler'
import { inlineText } from '../content/inline-text.ts'
import type { Matcher } from '../../html/selectors.ts'

/** Elements that describe a member. */
const HOSTS = /^(?:p|td|li)$/

/** Elements of its name. */
const NAMES = /^(?:b|strong|code|tt)$/

/** Fewer of them are notes, and longer texts are sentences. */
const MIN_MEMBERS = 3
const MAX_NAME = 200

/** Share of the elements with an anchor that begin with a name. */
const NAMED_SHARE = 0.5

/** Share of the members with the most frequent name, if several have it: `extend` of several classes, but not `Note`. */
const SAME_SHARE = 0.1

/** The names of a content's members with their anchors; none if too few elements with an anchor begin with a name. */
export function runInNames(root: Element, excluded: Matcher): ReadonlyMap<Element, string> {
  const anchors = new Map<Element, string>()
  const texts = new Map<string, number>()
  let hosts = 0
  const read = (element: Element): void => {
    if (excluded(element)) return
    const found = HOSTS.test(element.name) ? beginningOf(element) : undefined
    if (found !== undefined) {
      hosts++
      const { first } = found
      const text = first !== undefined && NAMES.test(first.name) ? inlineText(first, excluded) : ''
      // A label, such as "Note:", is no name.
      if (first !== undefined && /[\p{L}\p{N}]/u.test(text) && !text.endsWith(':') && text.length <= MAX_NAME) {
        anchors.set(first, found.anchor)
        texts.set(text, (texts.get(text) ?? 0) + 1)
      }
    }
    for (const child of element.children) if (isTag(child)) read(child)
  }
  read(root)
  const most = [...texts.values()].reduce((greatest, count) => Math.max(greatest, count), 0)
  const isEnough = anchors.size >= MIN_MEMBERS && anchors.size >= hosts * NAMED_SHARE
  return isEnough && most <= Math.max(1, anchors.size * SAME_SHARE) ? anchors : new Map()
}

/**
 * The anchor of an element, its own or an empty one at its beginning, and the element that its text begins with, if it is
 * no plain text. `undefined` for an element without an anchor.
 */
function beginningOf({ attribs, children }: Element): { anchor: string; first?: Element } | undefined {
  let anchor = attribs.id?.trim() ?? ''
  for (const child of children) {
    if (isText(child) && child.data.trim() !== '') return anchor === '' ? undefined : { anchor }
    if (!isTag(child)) continue
    if (!isEmpty(child)) return anchor === '' ? undefined : { anchor, first: child }
    const own = child.attribs.id ?? (child.name === 'a' ? child.attribs.name : undefined)
    if (own !== undefined && own.trim() !== '') anchor = own
  }
  return undefined
}

/** Whether an element is an anchor without a text; elements within it are not read, so that the work stays linear. */
function isEmpty({ name, children }: Element): boolean {
  return name !== 'img' && children.every((child) => (isText(child) ? child.data.trim() === '' : !isTag(child)))
}
