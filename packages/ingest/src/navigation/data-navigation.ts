/**
 * Sidebars in a data file, as themes of Jekyll have them (`_data/navigation.yml`): lists of tables with a title, an
 * address and children, whose keys differ.
 */
import { groupIn } from './listed-pages.ts'
import { tableOf } from '../folder/plain-data.ts'
import type { NavItem } from '../result/page.ts'
import type { PlacedPage } from '../parsed/placed-page.ts'
import { isExternal, linkKey, pagesByLink } from './sidebar-context.ts'

const TITLES = ['title', 'text', 'name', 'label', 'section']
const LINKS = ['url', 'link', 'href', 'path', 'page', 'permalink']
const LISTS = [
  'children',
  'items',
  'pages',
  'subitems',
  'sub',
  'docs',
  'folders',
  'folderitems',
  'subfolders',
  'subfolderitems',
  'sections',
  'entries',
  'links',
  'submenu',
  'subnav',
  'toc',
]

/** Maximum depth of a sidebar. */
const MAX_DEPTH = 10

/** The sidebar in a file's data; of several lists, the one that names the most pages. Empty for none. */
export function dataNavigation(data: unknown, members: PlacedPage[]): NavItem[] {
  const pages = pagesByLink(members)
  const lists = Array.isArray(data)
    ? [data]
    : Object.values(tableOf(data) ?? {}).filter((value) => Array.isArray(value))
  const read = lists.map((list) => itemsIn(list, pages, 0))
  const items = read.toSorted((a, b) => countPages(b) - countPages(a))[0] ?? []
  // A single group around all others has the title of the sidebar.
  const [only, ...others] = items
  const isFrame = only?.url === undefined && others.length === 0 && only?.children.every(isGroup) === true
  return isFrame ? only.children : items
}

function isGroup({ url, children }: NavItem): boolean {
  return url === undefined && children.length > 0
}

function itemsIn(list: unknown[], pages: Map<string, PlacedPage>, depth: number): NavItem[] {
  if (depth > MAX_DEPTH) return []
  return list.flatMap((entry): NavItem[] => {
    if (typeof entry === 'string') return pageItem(undefined, entry, pages)
    const table = tableOf(entry) ?? {}
    const title = firstText(table, TITLES)
    const link = firstText(table, LINKS)
    const children = LISTS.flatMap((key) => {
      const value = table[key]
      return Array.isArray(value) ? itemsIn(value, pages, depth + 1) : []
    })
    const [own] = link === undefined ? [] : pageItem(title, link, pages)
    if (own !== undefined) return [{ ...own, children }]
    return groupIn(title, children)
  })
}

function pageItem(title: string | undefined, link: string, pages: Map<string, PlacedPage>): NavItem[] {
  if (isExternal(link)) return title === undefined ? [] : [{ title, url: link, children: [] }]
  const page = pages.get(linkKey(link))?.page
  return page === undefined ? [] : [{ title: title ?? page.label, url: page.url, children: [] }]
}

/** Number of entries of a sidebar that are pages of the site. */
function countPages(items: NavItem[]): number {
  return items.reduce(
    (sum, { url, children }) => sum + (url?.startsWith('/') === true ? 1 : 0) + countPages(children),
    0,
  )
}

function firstText(table: Record<string, unknown>, keys: string[]): string | undefined {
  for (const key of keys) {
    const value = table[key]
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
  }
  return undefined
}
