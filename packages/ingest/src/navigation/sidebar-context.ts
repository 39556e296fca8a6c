/**
 * Shared parts of the readers of other generators' sidebars: the pages of one language and version, the look-up of
 * links, and the report of faults. Other pages take the place of an unreadable part (`sidebar-gaps.ts`), since readers would
 * miss its pages unnoticed.
 */
import { entryIn, type SourceLocation, textIn, unreadableIn, type Value } from '../program/value.ts'
import type { NavItem, OutLink } from '../result/page.ts'
import { unwrap } from '../program/evaluate.ts'
import { decodeOnce } from '../folder/below-root.ts'
import type { PlacedPage } from '../parsed/placed-page.ts'
import type { LastCriterion } from './auto-navigation.ts'
import type { ProblemCode } from '../result/problem.ts'

/** Input of a sidebar's reader: one language and version of a site. */
export interface SidebarContext {
  /** Its pages. */
  members: PlacedPage[]
  /** The pages of all languages and versions. */
  all: PlacedPage[]
  lang: string
  /** The folder of its language and version in URLs: `/ja`, or empty. */
  prefix: string
  /**
   * The items of a folder in the default order: by title, or with `name` by file name, as in Starlight and Docusaurus.
   * `folder` is relative to the folder of the language; empty for the whole language.
   */
  automatic: (folder: string, last?: LastCriterion) => NavItem[]
  report: (code: ProblemCode, at: SourceLocation, message: string) => void
}

/** A part of a sidebar that only running the program would give. */
class UnreadableSidebar extends Error {
  readonly at: SourceLocation

  constructor(at: SourceLocation) {
    super('The sidebar cannot be read.')
    this.name = 'UnreadableSidebar'
    this.at = at
  }
}

/** Runs the reader of a sidebar; an unreadable one is a problem, and `fallback` is used. */
export function readOr<T>(context: SidebarContext, fallback: () => T, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof UnreadableSidebar)) throw error
    reportUnread(context, error.at)
    return fallback()
  }
}

function reportUnread(context: SidebarContext, at: SourceLocation): void {
  context.report(
    'navigation',
    at,
    'This part of the sidebar is computed by a program, which is not run, so its pages are in the order of their folder; write it as a literal.',
  )
}

/** The items without some pages, and without the groups that have no other pages. */
export function without(items: readonly NavItem[], urls: ReadonlySet<string>): NavItem[] {
  return items.flatMap((item) => {
    const children = without(item.children, urls)
    if (item.url !== undefined && urls.has(item.url)) return children
    return item.url === undefined && children.length === 0 ? [] : [{ ...item, children }]
  })
}

/** The items of a list. @throws UnreadableSidebar */
export function itemsOf(value: Value | undefined): Value[] {
  if (value === undefined || (value.kind === 'plain' && !value.value)) return []
  if (value.kind !== 'list') throw new UnreadableSidebar(unreadableIn(value) ?? value.at)
  return value.items.filter((item) => item.kind !== 'plain' || Boolean(item.value))
}

/** A text that must be known. @throws UnreadableSidebar */
export function knownText(value: Value | undefined): string | undefined {
  if (value !== undefined && value.kind !== 'plain') throw new UnreadableSidebar(value.at)
  return textIn(value)
}

/** A title: `undefined` where it is unknown, since a page has a title of its own. */
export function titleIn(value: Value | undefined, ...keys: string[]): string | undefined {
  const text = textIn(entryIn(value, ...keys))?.trim()
  return text === '' ? undefined : text
}

/** Whether a link leads to another site. */
export function isExternal(link: string): boolean {
  return /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(link)
}

/**
 * External links in the bar of a header, not in its menus. Unreadable ones are left out, since no page is missed.
 * @param text key of the text. @param address key of the address.
 */
export function linksOut(bar: Value | undefined, text: string, address: string): OutLink[] {
  if (bar?.kind !== 'list') return []
  return bar.items.flatMap((value) => {
    const item = unwrap(value)
    const [title, url] = [titleIn(item, text), titleIn(item, address)]
    return title !== undefined && url !== undefined && /^https?:\/\//i.test(url) ? [{ text: title, url }] : []
  })
}

/**
 * Reports an entry of a sidebar without its page. Entries of a folder without any page are one cause: a program may make
 * its pages.
 */
export function reportMissing({ all, report }: SidebarContext, entry: string, at: SourceLocation): void {
  const key = linkKey(entry)
  const folder = key.slice(0, key.lastIndexOf('/') + 1)
  const message = hasNoPages(folder, all)
    ? `There is no page below "${folder}", where the entry "${entry}" of the sidebar leads; run the program that makes these pages first, or remove the entry.`
    : `"${entry}" is in the sidebar, but there is no such page; add the page or remove the entry.`
  report('missing-page', at, message)
}

const emptyFolders = new WeakMap<readonly PlacedPage[], Map<string, boolean>>()

/** Whether no page has this folder in its address; the top of the site is no such folder. */
function hasNoPages(folder: string, all: readonly PlacedPage[]): boolean {
  const known = emptyFolders.get(all) ?? new Map<string, boolean>()
  emptyFolders.set(all, known)
  const isEmpty =
    known.get(folder) ?? (folder !== '/' && !all.some(({ page }) => `${page.url.toLowerCase()}/`.includes(folder)))
  known.set(folder, isEmpty)
  return isEmpty
}

/** The key of a link's path: decoded, in lower case, without extension, `index`, trailing slash and anchor. */
export function linkKey(link: string): string {
  const path = link.replace(/[?#][^]*$/, '')
  const bare = decodeOnce(path)
    .replace(/\.(?:html?|mdx?)$/i, '')
    .replace(/(^|\/)index$/i, '$1')
  return `/${bare.replace(/^\/+|\/+$/g, '')}`.toLowerCase()
}

/** The pages by `linkKey` of their URLs. */
export function pagesByLink(pages: PlacedPage[]): Map<string, PlacedPage> {
  return new Map(pages.map((one) => [linkKey(one.page.url), one]))
}

/** A group, unless it is empty. */
export function groupOf(title: string, children: NavItem[], open: boolean | undefined): NavItem[] {
  return children.length === 0 ? [] : [{ title, children, ...(open === undefined ? {} : { open }) }]
}
