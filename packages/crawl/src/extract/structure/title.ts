/** The title of a page without a known layout. */
import type { Document, Element } from 'domhandler'
import { findAll, findOne } from 'domutils'
import { headingText } from '../content/cut-sections.ts'
import type { Matcher } from '../content/excluded.ts'
import type { Learnt } from './learnt.ts'
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
 */
export function titleByStructure({ document, headTitle, root, excluded, learnt }: TitledPage): Element | undefined {
  const { frame, siteName } = learnt
  const textOf = (element: Element): string => headingText(element, excluded)
  const isOwn = (element: Element): boolean => !['', siteName].includes(textOf(element)) && !frame.has(textOf(element))
  const isTitle = ({ name }: Element): boolean => name === 'h1'
  const within = findAll(isTitle, root?.children ?? []).filter((one) => textOf(one) !== '')
  const all = findAll(isTitle, document.children)
  const around = all.filter((one) => !within.includes(one) && isOwn(one))
  const named =
    within.find((one) => headTitle.includes(textOf(one))) ?? around.find((one) => headTitle.startsWith(textOf(one)))
  if (named !== undefined) return named
  const isShared = headTitle === '' || headTitle === siteName
  if (within.length > 0) return within.length === 1 || isShared ? within[0] : undefined
  const first = findOne(({ name }: Element) => /^h[2-6]$/.test(name), root?.children ?? [], true)
  if (first !== null && isNamed(headTitle, textOf(first))) return first
  if (around[0] !== undefined) return around[0]
  return first !== null && isShared && isOwn(first) ? first : all[0]
}

/** Whether a title of a head begins with a heading, which may have a number before it. */
function isNamed(headTitle: string, heading: string): boolean {
  return heading !== '' && (headTitle.startsWith(heading) || headTitle.startsWith(withoutNumber(heading)))
}
