/** The names of a page in its sidebar: that of its group, `hierarchy.lvl0` of its records, and its own. */
import { selectAll, selectOne } from 'css-select'
import { type AnyNode, type Document, type Element, isTag, isText } from 'domhandler'
import { findAll, findOne, prevElementSibling } from 'domutils'
import { routeOf } from '../html/hash-routes.ts'
import type { Matcher } from '../html/selectors.ts'
import { headingText, inlineText } from './content/inline-text.ts'
import type { Layout } from './layouts/layout.ts'

/** Where pages without a rule have their sidebar. */
const SIDEBARS = 'nav, aside, [role=navigation], [class*=sidebar], [id*=sidebar], [class*=menu], [id*=menu]'

/** Elements of a sidebar that hold a group. */
const HOLDERS = /^(?:li|details|section|div)$/

/** Names above the whole list of pages, which are no groups. */
const GENERAL =
  /^(?:(?:articles |pages )?in this (?:section|article|chapter)|chapters|(?:table of )?contents|(?:main |site )?(?:menu|navigation)|on this page|pages|index|v(?:ersion)? ?\d[\w.+-]*)$/i

/** Longer texts are no names of groups. */
const MAX_NAME = 100

/** The page whose group is looked for. */
export interface GroupPage {
  document: Document
  /** Absolute. */
  url: string
  excluded: Matcher
}

/** The name of the outermost group of the sidebar with a link to the page; `undefined` for a page outside groups. */
export function findGroup(
  page: GroupPage,
  { groupName, groups = [] }: Pick<Layout, 'groupName' | 'groups'>,
): string | undefined {
  if (groupName !== undefined) {
    const named = nameIn(selectOne<AnyNode, Element>(groupName, page.document), page)
    if (named !== undefined) return named
  }
  const isLink = linkToPage(page.url)
  for (const { items, label } of groups)
    for (const item of selectAll<AnyNode, Element>(items, page.document)) {
      if (findOne(isLink, item.children, true) === null) continue
      const name = nameIn(
        label === undefined ? prevElementSibling(item) : selectOne<AnyNode, Element>(label, item),
        page,
      )
      if (name !== undefined) return name
    }
  return undefined
}

/** The text of the link to the page in the sidebar; `undefined` for a page without one. @param sidebar a selector. */
export function findLabel(page: GroupPage, sidebar: string): string | undefined {
  const isLink = linkToPage(page.url)
  // A group without a page of its own may link to its first page.
  const isEntry: Matcher = (element) => isLink(element) && element.attribs.role !== 'button'
  for (const element of selectAll<AnyNode, Element>(sidebar, page.document)) {
    const link = findOne(isEntry, element.children, true)
    const label = link === null ? '' : withoutPictures(link, page.excluded, headingText)
    if (label !== '' && label.length <= MAX_NAME) return label
  }
  return undefined
}

/**
 * The group of a page whose layout has no rule: in the first sidebar with a link to the page, the outermost entry that
 * has a name and other links beside it.
 */
export function guessGroup(page: GroupPage): string | undefined {
  const isLink = linkToPage(page.url)
  for (const sidebar of selectAll<AnyNode, Element>(SIDEBARS, page.document)) {
    // The trail above the content and the contents of the page are navigation too.
    if (/breadcrumb|toc|pagination|on-this-page/i.test(`${sidebar.attribs.class} ${sidebar.attribs['aria-label']}`))
      continue
    const link = findOne(isLink, sidebar.children, true)
    if (link === null || (routeOf(page.url) === undefined && link.attribs.href?.startsWith('#') === true)) continue
    let group: string | undefined
    for (let at = link.parent; at !== null && at !== sidebar && isTag(at); at = at.parent) {
      const label = HOLDERS.test(at.name) ? labelOf(at, link) : captionOf(at, page)
      // A group within the menu is more exact than the caption of the whole menu.
      if (group !== undefined && !HOLDERS.test(at.name) && hasMostLinks(at, sidebar)) break
      const name = label === undefined ? undefined : nameIn(label, page)
      if (name !== undefined && !GENERAL.test(name) && !isDropDown(label) && !isOwnEntry(at, page.url)) group = name
    }
    if (group !== undefined) return group
  }
  return undefined
}

/** Whether the list of an entry has sections of the page and no other page: it is the entry of the page, not a group. */
function isOwnEntry(entry: Element, url: string): boolean {
  if (routeOf(url) !== undefined) return false
  const own = plainAddress(url)
  const targets = findAll(({ name, attribs }) => name === 'a' && attribs.href !== undefined, entry.children)
    .flatMap(({ attribs }) => URL.parse(attribs.href ?? '', url) ?? [])
    .filter(({ protocol }) => /^https?:$/.test(protocol))
  return targets.some(({ hash }) => hash !== '') && targets.every(({ href }) => plainAddress(href) === own)
}

/** Share of the links of a sidebar that its whole menu has; others lead to the first page and to other sites. */
const MENU_SHARE = 0.8

function hasMostLinks(list: Element, sidebar: Element): boolean {
  const countOf = (element: Element): number => findAll(({ name }) => name === 'a', element.children).length
  return countOf(list) >= countOf(sidebar) * MENU_SHARE
}

/** Whether an element opens a menu over the page, as the bar at its top has them: no part of the docs. */
const isDropDown = (element: Element | undefined): boolean =>
  element !== undefined && [element.attribs['data-toggle'], element.attribs['data-bs-toggle']].includes('dropdown')

/** The name of an entry: its first element, before the list with the link; the entry itself for a text before the list. */
function labelOf(holder: Element, link: Element): Element | undefined {
  const [first, second] = holder.children.filter(isTag)
  const own = holder.children.find((one) => !isText(one) || one.data.trim() !== '')
  if (own !== undefined && isText(own) && holder.name === 'li' && first !== undefined && isList(first)) return holder
  if (
    first === undefined ||
    second === undefined ||
    !/^(?:a|p|span|button|label|summary|h[2-6]|strong|div)$/.test(first.name)
  )
    return undefined
  const isOne =
    first !== link &&
    first.name !== 'ul' &&
    findOne(({ name }: Element) => name === 'ul' || name === 'li', first.children, true) === null
  return isOne && findOne((one: Element) => one === link, first.children, true) === null && hasList(second)
    ? first
    : undefined
}

const isList = ({ name }: Element): boolean => name === 'ul' || name === 'ol'

function hasList(element: Element): boolean {
  return isList(element) || findOne(({ name }: Element) => name === 'li', element.children, true) !== null
}

/** The heading before a list; one for screen readers names the whole menu. */
function captionOf(list: Element, { excluded }: GroupPage): Element | undefined {
  const before = prevElementSibling(list)
  return before !== null &&
    !excluded(before) &&
    (/^(?:h[2-6]|p)$/.test(before.name) || /caption|title|heading/.test(before.attribs.class ?? ''))
    ? before
    : undefined
}

function nameIn(element: Element | null, { excluded }: GroupPage): string | undefined {
  const name =
    element === null
      ? ''
      : (linkTitle(element) ?? withoutPictures(element, withoutLists(element, excluded), inlineText))
  return name === '' || name.length > MAX_NAME ? undefined : name
}

/** The text of an entry is that before its list. */
const withoutLists = ({ name }: Element, excluded: Matcher): Matcher =>
  name === 'li' ? (one) => isList(one) || excluded(one) : excluded

/** The text of a name, without icons; that of its pictures if it has nothing else. */
function withoutPictures(element: Element, excluded: Matcher, textOf: typeof inlineText): string {
  const text = textOf(element, (one) => one.name === 'img' || excluded(one))
  return text === '' ? textOf(element, excluded) : text
}

/** The title of a `link` element of the head or of a link with a key, which names another page; `undefined` for other elements. */
export function linkTitle({ name, attribs }: Element): string | undefined {
  return name === 'link' || attribs.accesskey !== undefined
    ? (attribs.title ?? '').replaceAll(/\s+/g, ' ').trim()
    : undefined
}

/**
 * Whether a link opens a menu: in some themes `#` leads to the page itself, and the link or its entry is marked; in
 * others it is such a control.
 */
const isControl = ({ attribs, parent }: Element): boolean =>
  attribs['role'] === 'button' ||
  ['aria-expanded', 'aria-haspopup', 'data-toggle', 'data-bs-toggle'].some((name) => attribs[name] !== undefined) ||
  !CURRENT.test(`${attribs['class'] ?? ''} ${parent !== null && isTag(parent) ? (parent.attribs['class'] ?? '') : ''}`)

const CURRENT = /(?:^|[\s_-])(?:active|current|selected)(?:$|[\s_-])/i

/** Matches links to a page, in the spellings in which servers answer with the same file. */
function linkToPage(url: string): Matcher {
  const route = routeOf(url)
  if (route !== undefined)
    return ({ name, attribs: { href = '' } }) =>
      name === 'a' && href.includes('#') && URL.parse(href, url)?.hash === route
  const own = plainAddress(url)
  const last = own.slice(own.lastIndexOf('/') + 1)
  return (element) => {
    if (element.name !== 'a') return false
    const { href, 'aria-current': current } = element.attribs
    if (current === 'page') return true
    if (href === undefined || /^#./.test(href) || (href === '#' && isControl(element))) return false
    // Most links lead elsewhere: their text says so without a URL.
    if (!/^(?:#|\.*\/?|[^#?]*\/)?(?:index\.html?)?$/.test(href) && !href.includes(last)) return false
    const target = URL.parse(href, url)
    return target !== null && target.hash === '' && plainAddress(target.href) === own
  }
}

function plainAddress(url: string): string {
  return url
    .replace(/[?#][^]*$/, '')
    .replace(/\/(?:index\.html?)?$/, '')
    .replace(/\.html?$/, '')
}
