/** The anchor of a heading or a member: the address of its section. */
import { type AnyNode, type Element, isTag, isText } from 'domhandler'
import { findOne, nextElementSibling, prevElementSibling } from 'domutils'
import type { Matcher } from './excluded.ts'

/**
 * The anchor, decoded and without `#`; `undefined` for a heading without one. @param excluded elements that are no text,
 * and may be before the heading in its section.
 */
export function anchorOf(heading: Element, excluded: Matcher): string | undefined {
  return (
    nameOf(heading) ??
    nameOf(sectionAround(heading, /^section$/, excluded)) ??
    linkIn(heading) ??
    nameOf(findOne((element) => nameOf(element) !== undefined && !isFigure(element), heading.children, true)) ??
    linkIn(siblingLink(heading)) ??
    nameOf(sectionAround(heading, /^(?:div|article|li|header|dl)$/, excluded)) ??
    nameBefore(heading)
  )
}

function nameOf(element: Element | null | undefined): string | undefined {
  const name = element?.attribs.id ?? (element?.name === 'a' ? element.attribs.name : undefined)
  return name === undefined || name.trim() === '' ? undefined : name
}

/** Parts of drawings and formulas have ids too. */
function isFigure({ name }: Element): boolean {
  return name === 'svg' || name === 'math' || name === 'path' || name === 'button' || name === 'input'
}

/** The target within the page of a heading's link to itself: the sign beside its text, or the text. */
function linkIn(element: Element | undefined): string | undefined {
  if (element === undefined) return undefined
  const link = isPermalink(element) ? element : findOne(isPermalink, element.children, true)
  if (!link) return undefined
  const href = link.attribs.href ?? ''
  const fragment = href.slice(href.indexOf('#') + 1)
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment // A stray percent sign: browsers look for the fragment as it is written.
  }
}

function isPermalink({ name, attribs }: Element): boolean {
  return name === 'a' && /^#./.test(attribs.href ?? '')
}

/** A permalink beside the heading, in a wrapper of their own: `<div><h2>…</h2><a href="#x"></a></div>`. */
function siblingLink(heading: Element): Element | undefined {
  const next = nextElementSibling(heading)
  if (next === null || !isPermalink(next)) return undefined
  return prevElementSibling(heading) === null && nextElementSibling(next) === null ? next : undefined
}

/** The section whose first element the heading is: `<section id="x"><h2>…`, also after empty anchors. */
function sectionAround(heading: Element, names: RegExp, excluded: Matcher): Element | undefined {
  const { parent } = heading
  if (parent === null || !isTag(parent) || !names.test(parent.name)) return undefined
  for (let before = heading.prev; before !== null; before = before.prev)
    if (!isEmpty(before) && !(isTag(before) && excluded(before))) return undefined
  if (nameOf(parent) !== undefined) return parent
  return parent.name === 'header' ? sectionAround(parent, names, excluded) : undefined
}

/**
 * The name of an empty anchor before the heading: `<a id="x"></a><h2>…`, alone or in a paragraph; or before the list or
 * division that the heading begins.
 */
function nameBefore(heading: Element): string | undefined {
  let at = heading
  for (let height = 0; height <= MAX_HEIGHT; height++) {
    const before = prevElementSibling(at)
    if (before !== null) {
      if (!isEmpty(before)) return undefined
      return nameOf(before) ?? nameOf(findOne((one) => nameOf(one) !== undefined, before.children, true))
    }
    const { parent, prev } = at
    if (parent === null || !isTag(parent) || !/^(?:div|ul|li)$/.test(parent.name)) return undefined
    if (prev !== null && !isEmpty(prev)) return undefined
    at = parent
  }
  return undefined
}

/** Elements that a heading begins and that may be between it and its anchor. */
const MAX_HEIGHT = 3

/** Whether a node has no text and no picture. */
function isEmpty(node: AnyNode): boolean {
  if (isText(node)) return node.data.trim() === ''
  return !isTag(node) || (node.name !== 'img' && node.children.every(isEmpty))
}
