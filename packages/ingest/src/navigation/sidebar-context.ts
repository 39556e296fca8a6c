/**
 * What the readers of the peers' sidebars share: the pages of one language and version, how a link finds one, and how a
 * fault is told. A sidebar of which a part cannot be read is not shown in part: readers would miss pages without a sign.
 */
import { entryIn, type Spot, textIn, unreadableIn, type Value } from '../program/value.ts'
import type { NavItem, OutLink } from '../result/page.ts'
import { unwrap } from '../program/evaluate.ts'
import type { PlacedPage } from '../parsed/placed-page.ts'
import type { ProblemCode } from '../result/problem.ts'

/** One language and version of a site, for the reader of its sidebar. */
export interface SidebarContext {
  /** Its pages. */
  members: PlacedPage[]
  /** The pages of all languages and versions. */
  all: PlacedPage[]
  lang: string
  /** The folder of its language and version in URLs: `/ja`, or empty. */
  prefix: string
  /**
   * What is in a folder (below the language's; empty for all), in the order that needs no configuration. Where nothing
   * else tells, that is by title, or by the names of files as Starlight and Docusaurus have it.
   */
  automatic: (folder: string, last?: 'name') => NavItem[]
  report: (code: ProblemCode, at: Spot, message: string) => void
}

/** Thrown by the reader of a sidebar where only running the program could tell what stands there. */
class UnreadableSidebar extends Error {
  readonly at: Spot

  constructor(at: Spot) {
    super('The sidebar cannot be read.')
    this.name = 'UnreadableSidebar'
    this.at = at
  }
}

/** Runs the reader of a sidebar; where it cannot be read, that is a problem, and `fallback` stands in for it. */
export function readOr<T>(context: SidebarContext, fallback: () => T, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof UnreadableSidebar)) throw error
    context.report(
      'navigation',
      error.at,
      'This part of the sidebar is made by a program, which is not run, so its pages stand in the order of their folder; write it as a literal.',
    )
    return fallback()
  }
}

/** The items of a list. @throws UnreadableSidebar */
export function itemsOf(value: Value | undefined): Value[] {
  if (value === undefined || (value.kind === 'plain' && !value.value)) return []
  if (value.kind !== 'list') throw new UnreadableSidebar(unreadableIn(value) ?? value.at)
  return value.items.filter((item) => item.kind !== 'plain' || Boolean(item.value))
}

/** A text that has to be known. @throws UnreadableSidebar */
export function knownText(value: Value | undefined): string | undefined {
  if (value !== undefined && value.kind !== 'plain') throw new UnreadableSidebar(value.at)
  return textIn(value)
}

/** A title: `undefined` where it is not known, since a page has one of its own. */
export function titleIn(value: Value | undefined, ...keys: string[]): string | undefined {
  const text = textIn(entryIn(value, ...keys))?.trim()
  return text === '' ? undefined : text
}

/** Whether a link leads out of the site. */
export function isExternal(link: string): boolean {
  return /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(link)
}

/**
 * The links of a header that lead out of the site: those that stand in the bar itself, not in its menus. What only running the
 * program would tell is left out, since no page is missed by that.
 * @param keys of the text and of the address.
 */
export function linksOut(bar: Value | undefined, text: string, address: string): OutLink[] {
  if (bar?.kind !== 'list') return []
  return bar.items.flatMap((value) => {
    const item = unwrap(value)
    const [title, url] = [titleIn(item, text), titleIn(item, address)]
    return title !== undefined && url !== undefined && /^https?:\/\//i.test(url) ? [{ text: title, url }] : []
  })
}

/** A link's path as pages are found by: decoded, in lower case, without ending, `index`, slash at the end and anchor. */
export function linkKey(link: string): string {
  const path = link.replace(/[?#][^]*$/, '')
  let decoded = path
  try {
    decoded = decodeURIComponent(path)
  } catch {
    // Taken as it is.
  }
  const bare = decoded.replace(/\.(?:html?|mdx?)$/i, '').replace(/(^|\/)index$/i, '$1')
  return `/${bare.replace(/^\/+|\/+$/g, '')}`.toLowerCase()
}

/** The pages by `linkKey` of their URLs. */
export function pagesByLink(pages: PlacedPage[]): Map<string, PlacedPage> {
  return new Map(pages.map((one) => [linkKey(one.page.url), one]))
}

/** A group, if there is anything in it. */
export function groupOf(title: string, children: NavItem[], open: boolean | undefined): NavItem[] {
  return children.length === 0 ? [] : [{ title, children, ...(open === undefined ? {} : { open }) }]
}
