/**
 * Lists of pages as data: `_toc.yml` of Jupyter Book and sphinx-external-toc, and `toc` of `myst.yml`. Entries name a
 * file, an address or a pattern, and have entries below them under one of several names.
 */
import { tableOf, textOf } from '../folder/plain-data.ts'
import type { NavItem } from '../result/page.ts'
import { groupIn, listedPages } from './listed-pages.ts'
import type { SidebarContext } from './sidebar-context.ts'

/** The sidebar of a list; `undefined` where it names no page. @param list `file` absolute, for problems, and its text. */
export function tocSidebar(
  toc: unknown,
  list: { file: string; source: string },
  context: SidebarContext,
): NavItem[] | undefined {
  const pages = listedPages(list, context)
  const items = entriesOf(toc)
  return items.length === 0 ? undefined : items

  function entriesOf(value: unknown): NavItem[] {
    if (Array.isArray(value)) return value.flatMap(entry)
    const table = tableOf(value)
    return LISTS.flatMap((name) => (Array.isArray(table?.[name]) ? table[name].flatMap(entry) : []))
  }

  function entry(value: unknown): NavItem[] {
    if (typeof value === 'string') return page(value, undefined, [])
    const table = tableOf(value)
    if (table === undefined || table.hidden === true) return []
    const title = textOf(table.title) ?? textOf(table.caption) ?? textOf(table.part)
    const [path, url] = [textOf(table.file), textOf(table.url)]
    const pattern = textOf(table.glob) ?? textOf(table.pattern)
    if (pattern !== undefined) return pages.matching(pattern.replace(/^\//, '').replace(/\.\w+$/, ''))
    const children = entriesOf(table)
    if (url !== undefined) return [{ title: title ?? url, url, children }]
    if (path !== undefined) return page(path, title, children)
    return groupIn(title, children)
  }

  function page(path: string, title: string | undefined, children: NavItem[]): NavItem[] {
    const key = path.replace(/^\.?\//, '').replace(/\.(?:md|rst|ipynb|markdown|txt)$/i, '')
    const found = pages.find(path, key)
    return found === undefined ? groupIn(title, children) : [{ title: title ?? found.label, url: found.url, children }]
  }
}

/** Names under which entries have entries. */
const LISTS = ['parts', 'subtrees', 'chapters', 'sections', 'entries', 'items', 'children']
