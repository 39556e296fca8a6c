/**
 * Lists of pages as data: `_toc.yml` of Jupyter Book and sphinx-external-toc, and `toc` of `myst.yml`. Entries name a
 * file, an address or a pattern, and have entries below them under one of several names.
 */
import { tableOf } from '../folder/plain-data.ts'
import type { NavItem } from '../result/page.ts'
import { pathOf } from './toctree.ts'
import type { SidebarContext } from './sidebar-context.ts'
import { pathTest } from './wildcard.ts'

/** The sidebar of a list; `undefined` where it names no page. @param file absolute, for problems. @param source its text. */
export function tocSidebar(
  toc: unknown,
  { file, source }: { file: string; source: string },
  context: SidebarContext,
): NavItem[] | undefined {
  const lines = source.split('\n')
  const byPath = new Map(context.members.map((one) => [pathOf(one).toLowerCase(), one.page]))
  const used = new Set<string>()
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
    if (pattern !== undefined) return matching(pattern)
    const children = entriesOf(table)
    if (url !== undefined) return [{ title: title ?? url, url, children }]
    if (path !== undefined) return page(path, title, children)
    return title === undefined ? children : children.length === 0 ? [] : [{ title, children }]
  }

  function page(path: string, title: string | undefined, children: NavItem[]): NavItem[] {
    const key = path
      .replace(/^\.?\//, '')
      .replace(/\.(?:md|rst|ipynb|markdown|txt)$/i, '')
      .toLowerCase()
    const found = byPath.get(key)
    if (found !== undefined) {
      used.add(found.url)
      return [{ title: title ?? found.label, url: found.url, children }]
    }
    const line = lines.findIndex((text) => text.includes(path)) + 1
    context.report(
      'missing-page',
      { file, line: Math.max(1, line) },
      `"${path}" is listed, but there is no such page; add the page or remove the line.`,
    )
    return title === undefined ? children : children.length === 0 ? [] : [{ title, children }]
  }

  function matching(pattern: string): NavItem[] {
    const matches = pathTest(`/${pattern.replace(/^\//, '').replace(/\.\w+$/, '')}`)
    return context.members
      .filter((one) => matches(`/${pathOf(one)}`) && !used.has(one.page.url))
      .map(({ page: { label, url } }) => ({ title: label, url, children: [] }))
  }
}

/** Names under which entries have entries. */
const LISTS = ['parts', 'subtrees', 'chapters', 'sections', 'entries', 'items', 'children']

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
