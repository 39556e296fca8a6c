/** The sidebars of `_quarto.yml`: contents of a website's sidebar, or chapters of a book. */
import { tableOf } from '../folder/plain-data.ts'
import type { NavItem } from '../result/page.ts'
import { titleText } from '../markdown/plain-text.ts'
import type { SidebarContext } from './sidebar-context.ts'
import { isExternal } from './sidebar-context.ts'
import { pathOf } from './toctree.ts'
import { pathTest } from './wildcard.ts'

/** The sidebar; `undefined` without one. @param file absolute, for problems. @param source its text. */
export function quartoSidebar(
  data: Record<string, unknown>,
  { file, source }: { file: string; source: string },
  context: SidebarContext,
): NavItem[] | undefined {
  const lines = source.split('\n')
  const byPath = new Map(context.members.map((one) => [pathOf(one).toLowerCase(), one.page]))
  const used = new Set<string>()
  const book = tableOf(data.book)
  const items =
    book === undefined
      ? sidebarsOf(tableOf(data.website)?.sidebar)
      : [...contents(book.chapters), ...group('Appendices', contents(book.appendices))]
  return items.length === 0 ? undefined : items

  /** One sidebar, or several, which become sections. */
  function sidebarsOf(value: unknown): NavItem[] {
    if (!Array.isArray(value)) return contents(tableOf(value)?.contents)
    const lists = value.flatMap((one: unknown) => {
      const table = tableOf(one)
      const items = contents(table?.contents)
      return items.length === 0 ? [] : [{ title: textOf(table?.title) ?? textOf(table?.id) ?? '', items }]
    })
    return lists.length < 2 ? (lists[0]?.items ?? []) : lists.flatMap(({ title, items }) => group(title, items))
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
    if (section !== undefined) return href === undefined ? group(section, children) : page(href, section, children)
    if (typeof table.auto === 'string') return matching(table.auto)
    return href === undefined ? group(title ?? '', children) : page(href, title, children)
  }

  function page(path: string, title: string | undefined, children: NavItem[]): NavItem[] {
    if (isExternal(path)) return [{ title: title ?? path, url: path, children }]
    const key = path.replace(/^\.?\//, '').replace(/#[^]*$/, '').replace(/\.\w+$/, '').toLowerCase() // prettier-ignore
    const found = byPath.get(key)
    if (found !== undefined) {
      used.add(found.url)
      return [{ title: titleText(title ?? found.label), url: found.url, children }]
    }
    const line = lines.findIndex((text) => text.includes(path)) + 1
    context.report(
      'missing-page',
      { file, line: Math.max(1, line) },
      `"${path}" is listed, but there is no such page; add the page or remove the line.`,
    )
    return group(title ?? '', children)
  }

  /** The pages of a pattern or a folder. */
  function matching(pattern: string): NavItem[] {
    const bare = pattern.replace(/^\.?\//, '').replace(/\/$/, '')
    const isWild = /[*?]/.test(bare)
    if (!isWild && !isFile(bare)) return context.automatic(bare)
    const matches = pathTest(`/${bare.replace(/\.\w+$/, '')}`)
    return context.members.flatMap((one): NavItem[] => {
      const { label, url } = one.page
      return matches(`/${pathOf(one)}`) && !used.has(url) ? [{ title: label, url, children: [] }] : []
    })
  }
}

function isFile(path: string): boolean {
  return /\.(?:qmd|md|ipynb|rmd)$/i.test(path)
}

function group(title: string, children: NavItem[]): NavItem[] {
  return children.length === 0 ? [] : title === '' ? children : [{ title, children }]
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
