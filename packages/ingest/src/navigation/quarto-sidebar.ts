/** The sidebars of `_quarto.yml`: contents of a website's sidebar, or chapters of a book. */
import { tableOf, textOf } from '../folder/plain-data.ts'
import type { NavItem } from '../result/page.ts'
import { titleText } from '../markdown/plain-text.ts'
import { groupIn, listedPages } from './listed-pages.ts'
import type { SidebarContext } from './sidebar-context.ts'
import { isExternal } from './sidebar-context.ts'

/** The sidebar; `undefined` without one. @param configuration `file` absolute, for problems, and its text. */
export function quartoSidebar(
  data: Record<string, unknown>,
  configuration: { file: string; source: string },
  context: SidebarContext,
): NavItem[] | undefined {
  const pages = listedPages(configuration, context)
  const book = tableOf(data.book)
  const items =
    book === undefined
      ? sidebarsOf(tableOf(data.website)?.sidebar)
      : [...contents(book.chapters), ...groupIn('Appendices', contents(book.appendices))]
  return items.length === 0 ? undefined : items

  /** One sidebar, or several, which become sections. */
  function sidebarsOf(value: unknown): NavItem[] {
    if (!Array.isArray(value)) return contents(tableOf(value)?.contents)
    const lists = value.flatMap((one: unknown) => {
      const table = tableOf(one)
      const items = contents(table?.contents)
      return items.length === 0 ? [] : [{ title: textOf(table?.title) ?? textOf(table?.id), items }]
    })
    return lists.length < 2 ? (lists[0]?.items ?? []) : lists.flatMap(({ title, items }) => groupIn(title, items))
  }

  function contents(value: unknown): NavItem[] {
    if (typeof value === 'string') return value === 'auto' ? context.automatic('') : matching(value)
    if (tableOf(value)?.auto !== undefined) return context.automatic('')
    return Array.isArray(value) ? value.flatMap(entry) : []
  }

  function entry(value: unknown): NavItem[] {
    if (typeof value === 'string') {
      if (/^-{3,}$/.test(value)) return []
      return value === 'auto'
        ? context.automatic('')
        : /[*?]/.test(value)
          ? matching(value)
          : page(value, undefined, [])
    }
    const table = tableOf(value)
    if (table === undefined) return []
    const children = [...contents(table.contents), ...contents(table.chapters)]
    const section = textOf(table.section) ?? textOf(table.part)
    const href = textOf(table.href) ?? textOf(table.file)
    const title = textOf(table.text)
    if (section !== undefined && isFile(section)) return page(section, title, children)
    if (section !== undefined) return href === undefined ? groupIn(section, children) : page(href, section, children)
    if (typeof table.auto === 'string') return matching(table.auto)
    return href === undefined ? groupIn(title, children) : page(href, title, children)
  }

  function page(path: string, title: string | undefined, children: NavItem[]): NavItem[] {
    if (isExternal(path)) return [{ title: title ?? path, url: path, children }]
    const key = path
      .replace(/^\.?\//, '')
      .replace(/#[^]*$/, '')
      .replace(/\.\w+$/, '')
    const found = pages.find(path, key)
    if (found === undefined) return groupIn(title, children)
    return [{ title: titleText(title ?? found.label), url: found.url, children }]
  }

  /** The pages of a pattern or a folder. */
  function matching(pattern: string): NavItem[] {
    const bare = pattern.replace(/^\.?\//, '').replace(/\/$/, '')
    const isWild = /[*?]/.test(bare)
    if (!isWild && !isFile(bare)) return context.automatic(bare)
    return pages.matching(bare.replace(/\.\w+$/, ''))
  }
}

function isFile(path: string): boolean {
  return /\.(?:qmd|md|ipynb|rmd)$/i.test(path)
}
