/** The pages that a list names by their paths: `_toc.yml`, `toc` of `myst.yml`, and the sidebars of Quarto. */
import type { NavItem, Page } from '../result/page.ts'
import type { SidebarContext } from './sidebar-context.ts'
import { pathOf } from './toctree.ts'
import { pathTest } from './wildcard.ts'

/** The pages of one folder by path; `matching` leaves out those that were found before. */
export interface ListedPages {
  /** The page with the path `key` (without extension); reports `path`, as the list writes it, if there is none. */
  find(path: string, key: string): Page | undefined
  /** Items of the pages that match a pattern (without extension) and were not found before. */
  matching(pattern: string): NavItem[]
}

/** @param file absolute, for problems. @param source its text. */
export function listedPages(
  { file, source }: { file: string; source: string },
  { members, report }: SidebarContext,
): ListedPages {
  const lines = source.split('\n')
  const byPath = new Map(members.map((one) => [pathOf(one).toLowerCase(), one.page]))
  const used = new Set<string>()
  return {
    find(path, key) {
      const found = byPath.get(key.toLowerCase())
      if (found !== undefined) {
        used.add(found.url)
        return found
      }
      const line = lines.findIndex((text) => text.includes(path)) + 1
      const message = `"${path}" is listed, but there is no such page; add the page or remove the line.`
      report('missing-page', { file, line: Math.max(1, line) }, message)
      return undefined
    },
    matching(pattern) {
      const matches = pathTest(`/${pattern}`)
      return members
        .filter((one) => matches(`/${pathOf(one)}`) && !used.has(one.page.url))
        .map(({ page: { label, url } }) => ({ title: label, url, children: [] }))
    },
  }
}

/** A group with a title; its children alone without one, and nothing without children. */
export function groupIn(title: string | undefined, children: NavItem[]): NavItem[] {
  return children.length === 0 ? [] : title === undefined ? children : [{ title, children }]
}
