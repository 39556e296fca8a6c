/**
 * A sidebar of nested tables, as Hexo's documentation themes have it: the first level are folders, the last one files
 * of these (`docs: { start: { setup: setup.html } }`); the names between are those of groups. Files may be a list, too.
 */
import { tableOf } from '../folder/plain-data.ts'
import type { NavItem } from '../result/page.ts'
import { folderTitle } from './folder-title.ts'
import { isExternal, linkKey, pagesByLink, type SidebarContext } from './sidebar-context.ts'

/** Maximum depth of a sidebar. */
const MAX_DEPTH = 10

/** The groups of a sidebar's data; a folder without a page of its own name is a group. */
export function nestedNavigation(data: unknown, { members, prefix }: SidebarContext): NavItem[] {
  const pages = pagesByLink(members)
  const itemsOf = (value: unknown, folder: string, depth: number): NavItem[] =>
    entriesOf(value).flatMap(([key, one]): NavItem[] => {
      const title = folderTitle(key)
      if (typeof one === 'string') {
        if (isExternal(one)) return title === '' ? [] : [{ title, url: one, children: [] }]
        const page = (pages.get(linkKey(`${prefix}/${folder}/${one}`)) ?? pages.get(linkKey(`${prefix}/${one}`)))?.page
        return page === undefined ? [] : [{ title: page.label, url: page.url, children: [] }]
      }
      const children = depth > MAX_DEPTH ? [] : itemsOf(one, folder === '' ? key : folder, depth + 1)
      return children.length === 0 ? [] : [{ title, children }]
    })
  return itemsOf(data, '', 0)
}

/** Names and values of a table; those in a list may have no name. */
function entriesOf(value: unknown): [string, unknown][] {
  const parts: unknown[] = Array.isArray(value) ? value : [value]
  return parts.flatMap((part) => (typeof part === 'string' ? [['', part]] : Object.entries(tableOf(part) ?? {})))
}
