/** The sidebar group of a page: `hierarchy.lvl0` of its records. */
import { selectAll, selectOne } from 'css-select'
import type { AnyNode, Document, Element } from 'domhandler'
import { findOne, prevElementSibling } from 'domutils'
import type { Matcher } from './content/excluded.ts'
import { inlineText } from './content/cut-sections.ts'
import type { Layout } from './layouts/layout.ts'

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

function nameIn(element: Element | null, { excluded }: GroupPage): string | undefined {
  const name = element === null ? '' : inlineText(element, excluded)
  return name === '' || name.length > MAX_NAME ? undefined : name
}

/** Matches links to a page, in the spellings in which servers answer with the same file. */
function linkToPage(url: string): Matcher {
  const own = plainAddress(url)
  const last = own.slice(own.lastIndexOf('/') + 1)
  return (element) => {
    if (element.name !== 'a') return false
    const { href, 'aria-current': current } = element.attribs
    if (current === 'page') return true
    if (href === undefined || /^#./.test(href)) return false
    // Most links lead elsewhere: their text says so without a URL.
    if (!/^(?:#|\.*\/?|[^#?]*\/)?$/.test(href) && !href.includes(last)) return false
    const target = URL.parse(href, url)
    return target !== null && target.hash === '' && plainAddress(target.href) === own
  }
}

function plainAddress(url: string): string {
  return url
    .replace(/[?#].*$/, '')
    .replace(/\/(?:index\.html?)?$/, '')
    .replace(/\.html?$/, '')
}
