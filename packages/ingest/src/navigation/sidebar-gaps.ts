/**
 * The pages of those parts of a written sidebar that only running a program would give: pages that the rest of the sidebar does not
 * name take their place, those of the most likely folder.
 */
import type { NavItem } from '../result/page.ts'
import { urlsOf } from './nav-urls.ts'
import { readOr, type SidebarContext, without } from './sidebar-context.ts'

/** The unreadable parts of one sidebar. */
export interface Gaps {
  /**
   * The items of a part; where it is unreadable, which is a problem, a place for its pages.
   * @param folders in which they may be, relative to that of the language, the most likely one first; empty for all pages.
   */
  itemsOr(folders: readonly string[], read: () => NavItem[]): NavItem[]
  /** All sections of the sidebar with pages in these places, without sections and groups that have none. */
  filled<Section extends { children: NavItem[] }>(sections: readonly Section[]): Section[]
}

/** No gaps yet. */
export function createGaps(context: SidebarContext): Gaps {
  const places = new Map<NavItem, readonly string[]>()
  return {
    itemsOr(folders, read) {
      const place = (): NavItem[] => {
        const item: NavItem = { title: '', children: [] }
        places.set(item, folders)
        return [item]
      }
      return readOr(context, place, read)
    },
    filled(sections) {
      const listed = new Set(sections.flatMap(({ children }) => urlsOf(children)))
      const fillItem = (item: NavItem): NavItem[] => {
        const folders = places.get(item)
        if (folders !== undefined) return pagesIn(folders, listed)
        const children = item.children.flatMap(fillItem)
        return item.url === undefined && children.length === 0 ? [] : [{ ...item, children }]
      }
      return sections
        .map((section) => ({ ...section, children: section.children.flatMap(fillItem) }))
        .filter(({ children }) => children.length > 0)
    },
  }

  /** The pages of the first folder that has others than the listed ones, which these join. */
  function pagesIn(folders: readonly string[], listed: Set<string>): NavItem[] {
    for (const folder of folders) {
      const pages = without(context.automatic(folder, 'name'), listed)
      for (const url of urlsOf(pages)) listed.add(url)
      if (pages.length > 0) return pages
    }
    return []
  }
}

/** The folder of a page or of the pages below it, relative to that of the language. @param url of the page; `undefined` for none. */
export function folderBelow(url: string | undefined, { prefix }: SidebarContext): string[] {
  const folder = url?.slice(prefix.length + 1).replace(/#[^]*$/, '') ?? ''
  return folder === '' ? [] : [folder]
}
