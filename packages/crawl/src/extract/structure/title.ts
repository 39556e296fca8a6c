/** The title of a page without a known layout. */
import { type Document, type Element, isTag } from 'domhandler'
import { findAll, findOne, nextElementSibling, textContent } from 'domutils'
import { anchorOf } from '../content/anchor.ts'
import { headingText } from '../content/inline-text.ts'
import type { Matcher } from '../../html/selectors.ts'
import { type Learnt } from './learnt.ts'
import { titleParts } from './site-names.ts'
import { withoutNumber } from './numbering.ts'

/** A page whose title is looked for. */
export interface TitledPage {
  document: Document
  /** The title of its head. */
  headTitle: string
  /** The element of its content. */
  root: Element | undefined
  excluded: Matcher
  learnt: Learnt
}

/**
 * The element of the title: a heading of level 1 of the content, but the head decides between several; else the first
 * heading of the content. Headings with the name of the site are on all of its pages. `undefined`: the title is that of the head.
 * Chapters of level 1 have anchors, the title above them has none.
 */
export function titleByStructure({ document, headTitle, root, excluded, learnt }: TitledPage): Element | undefined {
  const { frame, siteName, sharedTitle, banners, common } = learnt
  const textOf = (element: Element): string => headingText(element, excluded)
  const isOwn = (element: Element): boolean => !['', siteName].includes(textOf(element)) && !frame.has(textOf(element))
  const isTop = ({ name }: Element): boolean => name === 'h1'
  const isTitle = (one: Element): boolean => isTop(one) && !isBanner(one, headTitle, banners)
  const within = findAll(isTitle, root?.children ?? []).filter((one) => textOf(one) !== '')
  const all = findAll(isTitle, document.children).filter((one) => !isForOthers(one))
  const around = all.filter((one) => !within.includes(one) && isOwn(one))
  const below = titleBelow(within, headTitle, learnt, textOf)
  if (below !== undefined) return below
  const heading = findOne((one: Element) => /^h[2-6]$/.test(one.name), root?.children ?? [], true)
  // The heading around the content is that of a part of the site, such as a manual.
  const isOfPart =
    within.length === 0 && around.some((one) => common.has(textOf(one)) && headTitle.startsWith(textOf(one)))
  if (isOfPart && heading !== null && endsWithName(headTitle, textOf(heading))) return heading
  const named =
    within.find((one) => isInTitle(textOf(one), headTitle, learnt)) ??
    around.find((one) => headTitle.startsWith(textOf(one))) ??
    all.find((one) => headTitle !== sharedTitle && textOf(one) === headTitle) ??
    around.find((one) => isWithKind(textOf(one), headTitle, siteName))
  if (named !== undefined) return named
  const isShared = headTitle === '' || headTitle === sharedTitle
  // The other headings of level 1 are on most pages: if this one is on several, it may be a chapter like them.
  const isOnly = (one: Element): boolean =>
    within.length === 1 && (!common.has(textOf(one)) || findAll(isTop, root?.children ?? []).length === 1)
  const isChapter = (one: Element): boolean => !isShared && isFirstChapter(textOf(one), headTitle)
  if (within[0] !== undefined)
    return (isOnly(within[0]) && !isChapter(within[0])) || isShared || isAlone(within, excluded) ? within[0] : undefined
  const isSite = (one: Element): boolean => isShared && textOf(one) === headTitle
  const first = findOne((one: Element) => /^h[2-6]$/.test(one.name) && !isSite(one), root?.children ?? [], true)
  if (first !== null && isNamed(headTitle, textOf(first))) return first
  const second = first === null ? undefined : headingBelow(first)
  if (second !== undefined && textOf(second) === headTitle) return second
  if (around[0] !== undefined) return around[0]
  return first !== null && isShared && (isOwn(first) || isBeginning(first, root)) ? first : all[0]
}

/**
 * The heading right below one of level 1 that several pages have, if it is a part of the head's title: `Gears - Wheels` of the
 * headings "Gears" and "Wheels".
 */
function titleBelow(
  [first]: readonly Element[],
  headTitle: string,
  { common }: Learnt,
  textOf: (element: Element) => string,
): Element | undefined {
  const below = first === undefined ? null : nextElementSibling(first)
  if (first === undefined || below === null || !/^h[2-6]$/.test(below.name)) return undefined
  const isPart = titleParts(headTitle).includes(textOf(below))
  return isPart && textOf(first) !== headTitle && common.has(textOf(first)) ? below : undefined
}

/** The heading right below another one, which may be within a link. */
function headingBelow(heading: Element): Element | undefined {
  const { parent } = heading
  const isLink = parent !== null && isTag(parent) && parent.name === 'a'
  const below = nextElementSibling(isLink ? parent : heading)
  return below !== null && /^h[2-6]$/.test(below.name) ? below : undefined
}

/** Whether a title of a head has the text of a heading; one that several pages have, such as "API", as a part of its own. */
function isInTitle(text: string, headTitle: string, { common }: Learnt): boolean {
  return headTitle.includes(text) && (!common.has(text) || titleParts(headTitle).includes(text))
}

/** Whether a heading begins with the name in the head, before the kind of the page: "turn Subroutine" on `turn – Gears`. */
function isWithKind(text: string, headTitle: string, siteName: string): boolean {
  const [name = ''] = titleParts(headTitle)
  return name !== '' && name !== headTitle && name !== siteName && text.startsWith(`${name} `)
}

/** The texts of a page's headings of level 1. */
export function titlesIn(document: Document): Set<string> {
  const headings = findAll(({ name }: Element) => name === 'h1', document.children)
  return new Set(headings.map((one) => headingText(one, () => false)).filter((text) => text !== ''))
}

/** Whether most pages have a heading of level 1, which is no title of theirs; it is that of the page that the head names so. */
export function isBanner(heading: Element, headTitle: string, banners: Learnt['banners']): boolean {
  const text = headingText(heading, () => false)
  return banners.has(text) && text !== headTitle
}

/** Whether a heading is for browsers without scripts, or above the results of a search. */
export function isForOthers(heading: Element): boolean {
  for (let { parent } = heading; parent !== null; { parent } = parent)
    if (isTag(parent) && (/^(?:noscript|template)$/.test(parent.name) || isOfSearch(parent))) return true
  return false
}

const isOfSearch = ({ attribs }: Element): boolean => /(?:^|\s)search-results?(?:$|\s)/.test(attribs.class ?? '')

/** Whether the first heading has no anchor and all others have: chapters of a page with a title. */
function isAlone([first, ...others]: readonly Element[], excluded: Matcher): boolean {
  const hasAnchor = (one: Element): boolean => anchorOf(one, excluded) !== undefined
  return first !== undefined && !hasAnchor(first) && others.every(hasAnchor)
}

/** Whether a content begins with a heading. Its text may be that of a link in the menu of all pages. */
function isBeginning(heading: Element, root: Element | undefined): boolean {
  for (let at: Element = heading; at !== root;) {
    for (let { prev } = at; prev !== null; { prev } = prev) if (textContent(prev).trim() !== '') return false
    if (at.parent === null || !isTag(at.parent)) return false
    at = at.parent
  }
  return true
}

/** Whether a heading is the first chapter of a page with another name: "1. Overview" on "Wheels", but not on "Gears, chapter 1". */
function isFirstChapter(heading: string, headTitle: string): boolean {
  const name = withoutNumber(heading)
  return /^1(?:\.0)?[.:)]? /.test(heading) && name !== heading && name !== '' && !isNamed(headTitle, heading)
}

/**
 * Whether a title of a head begins with a heading, which may have a number before it, or ends with its name or its number:
 * `Gears: Wheels`, `Gears: Section 4.2`.
 */
function isNamed(headTitle: string, heading: string): boolean {
  const name = withoutNumber(heading)
  const number = heading
    .slice(0, heading.length - name.length)
    .trim()
    .replace(/[.:]$/, '')
  const endsWith = (end: string, before: RegExp): boolean =>
    end !== '' && headTitle.endsWith(end) && before.test(headTitle.slice(0, -end.length))
  if (name === '') return false
  if (headTitle.startsWith(heading) || headTitle.startsWith(name) || withoutNumber(headTitle) === name) return true
  return (
    endsWith(heading, BEFORE) || endsWith(name, BEFORE) || endsWith(number, /(?:chapter|section|part|appendix|§) ?$/i)
  )
}

/** Whether a title of a head ends with a heading, after the name of the part. */
function endsWithName(headTitle: string, heading: string): boolean {
  return heading !== '' && headTitle.endsWith(heading) && BEFORE.test(headTitle.slice(0, -heading.length))
}

/** Between the name of a book and that of a page. */
const BEFORE = /[|·•–—:»›/-] $/
