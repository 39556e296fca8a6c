/** The anchor of a heading or a member: the address of its section. */
import { decodeOnce } from '@docent/ingest/below-root'
import { type AnyNode, type Element, isTag, isText, type ParentNode } from 'domhandler'
import { findAll, findOne, nextElementSibling, prevElementSibling, textContent } from 'domutils'
import type { Matcher } from '../../html/selectors.ts'

/** Whether a page has a name that links within it lead to: an id, or that of a link. */
export type HasName = (name: string) => boolean

/** The names of a page with an element, read with the first question. */
export function namesAround(element: Element): HasName {
  let names: Set<string> | undefined
  return (name) => (names ??= namesOfPage(element)).has(name)
}

function namesOfPage(element: Element): Set<string> {
  let top: ParentNode = element
  while (top.parent !== null) top = top.parent
  const names = new Set<string>()
  for (const { name, attribs } of findAll(() => true, top.children)) {
    if (attribs.id !== undefined) names.add(attribs.id)
    if (name === 'a' && attribs.name !== undefined) names.add(attribs.name)
  }
  return names
}

/**
 * The anchor, decoded and without `#`; `undefined` for a heading without one. @param excluded elements that are no text,
 * and may be before the heading in its section. @param hasName of the page: a link to another name, as generators write
 * to the first of several members with one name, is the anchor if there is no other.
 */
export function anchorOf(heading: Element, excluded: Matcher, hasName?: HasName): string | undefined {
  const any: HasName = () => true
  return findAnchor(heading, excluded, hasName ?? any) ?? (hasName && findAnchor(heading, excluded, any))
}

function findAnchor(heading: Element, excluded: Matcher, hasName: HasName): string | undefined {
  const targetOf = (element: Element | null | undefined): string | undefined => {
    const name = linkTarget(element)
    return name !== undefined && hasName(name) ? name : undefined
  }
  return (
    nameOf(heading) ??
    nameOf(sectionAround(heading, /^section$/, excluded)) ??
    targetOf(markOf(heading)) ??
    nameOf(findOne((element) => isName(element) && !isOutward(element), heading.children, true)) ??
    nameOf(linkAround(heading)) ??
    targetOf(siblingLink(heading)) ??
    nameOf(sectionAround(heading, /^(?:div|article|li|header|dl)$/, excluded)) ??
    nameBefore(heading, excluded) ??
    nameOf(findOne(isName, heading.children, true))
  )
}

function nameOf(element: Element | null | undefined): string | undefined {
  const name = element?.attribs.id ?? (element?.name === 'a' ? element.attribs.name : undefined)
  return name === undefined || name.trim() === '' ? undefined : name
}

/** An element with a name. Parts of drawings and formulas have ids too. */
function isName(element: Element): boolean {
  return nameOf(element) !== undefined && !/^(?:svg|math|path|button|input)$/.test(element.name)
}

/** A link to another page. In signatures the types are such links, with names of their own. */
function isOutward({ name, attribs }: Element): boolean {
  return name === 'a' && attribs.href !== undefined && !attribs.href.startsWith('#')
}

/** The first mark of a heading; `undefined` for a word of it, such as a type, that leads to another section, after a name. */
function markOf(heading: Element): Element | undefined {
  const mark = findOne(isMark, heading.children, true)
  if (mark === null || !isPermalink(mark) || !/[\p{L}\p{N}]/u.test(textContent(mark))) return mark ?? undefined
  const first = findOne((one) => one === mark || (isName(one) && isEmpty(one)), heading.children, true)
  return first === mark || textContent(mark).trim() === textContent(heading).trim() ? mark : undefined
}

/**
 * The first part of a heading that has its anchor: a link to itself, which is a sign or the text, or a text with a name.
 * After a name, links within the page lead to other members.
 */
function isMark(element: Element): boolean {
  return isPermalink(element) || (element.name === 'a' && isName(element) && !isOutward(element) && !isEmpty(element))
}

/**
 * The target of a link within the page, decoded, else the name of the element. A heading that is a link with a name of its own
 * leads elsewhere: back to the table of contents.
 */
function linkTarget(element: Element | null | undefined): string | undefined {
  if (!element || !isPermalink(element) || isNamedText(element)) return nameOf(element)
  const href = element.attribs.href ?? ''
  const fragment = href.slice(href.indexOf('#') + 1)
  return decodeOnce(fragment)
}

function isNamedText(element: Element): boolean {
  return nameOf(element) !== undefined && /[\p{L}\p{N}]/u.test(textContent(element))
}

function isPermalink({ name, attribs }: Element): boolean {
  return name === 'a' && /^#./.test(attribs.href ?? '')
}

/** A named link around the heading, which leads nowhere or to itself: `<a id="x" href="#x"><h2>…</h2></a>`. */
function linkAround({ parent, prev }: Element): Element | undefined {
  const isOne = parent !== null && isTag(parent) && parent.name === 'a' && !isOutward(parent)
  return isOne && (prev === null || (prev.prev === null && isEmpty(prev))) ? parent : undefined
}

/** A permalink beside the heading, in a wrapper of their own: `<div><h2>…</h2><a href="#x"></a></div>`. */
function siblingLink(heading: Element): Element | undefined {
  const next = nextElementSibling(heading)
  if (next === null || !isPermalink(next)) return undefined
  return prevElementSibling(heading) === null && nextElementSibling(next) === null ? next : undefined
}

/**
 * The section whose first element the heading is: `<section id="x"><h2>…`, also after empty anchors, and where the heading
 * has wrappers of its own: `<div id="x"><div><div><h2>…</h2></div></div>`.
 */
function sectionAround(heading: Element, names: RegExp, excluded: Matcher, height = 0): Element | undefined {
  const { parent } = heading
  if (parent === null || !isTag(parent) || !names.test(parent.name)) return undefined
  for (let before = heading.prev; before !== null; before = before.prev)
    if (!isEmpty(before) && !(isTag(before) && excluded(before))) return undefined
  if (nameOf(parent) !== undefined) return parent
  const isWrapper = parent.name === 'header' || (height < MAX_HEIGHT && isAlone(heading))
  return isWrapper ? sectionAround(parent, names, excluded, height + 1) : undefined
}

/** Whether nothing but empty elements comes after an element. */
function isAlone(element: Element): boolean {
  const next = nextElementSibling(element)
  return next === null || (isEmpty(next) && nextElementSibling(next) === null)
}

/**
 * The name of an empty anchor before the heading: `<a id="x"></a><h2>…`, alone or in a paragraph; or before the list, the
 * division or the link within the page that the heading begins.
 */
function nameBefore(heading: Element, excluded: Matcher): string | undefined {
  let at = heading
  for (let height = 0; height <= MAX_HEIGHT; height++) {
    const before = elementBefore(at, excluded)
    if (before !== null) {
      if (!isEmpty(before)) return undefined
      return nameOf(before) ?? nameOf(findOne((one) => nameOf(one) !== undefined, before.children, true))
    }
    const { parent, prev } = at
    if (parent === null || !isTag(parent) || !/^(?:div|ul|li|a)$/.test(parent.name) || isOutward(parent))
      return undefined
    if (prev !== null && !isEmpty(prev)) return undefined
    at = parent
  }
  return undefined
}

/** The element before another one, beyond few that are no text of the page and have no name. */
function elementBefore(element: Element, excluded: Matcher): Element | null {
  let before = prevElementSibling(element)
  for (let skipped = 0; skipped < MAX_SKIPPED && before !== null && excluded(before); skipped++) {
    if (isName(before) || findOne(isName, before.children, true) !== null) break
    before = prevElementSibling(before)
  }
  return before
}

/** Excluded elements between a heading and its anchor; a greater number would cost time on pages with many of them. */
const MAX_SKIPPED = 3

/** Elements that a heading begins and that may be between it and its anchor. */
const MAX_HEIGHT = 3

/** Whether a node has no text and no picture. */
function isEmpty(node: AnyNode): boolean {
  if (isText(node)) return node.data.trim() === ''
  return !isTag(node) || (node.name !== 'img' && node.children.every(isEmpty))
}
