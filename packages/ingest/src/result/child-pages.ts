import type { NavItem, Navigation, Page } from './page.ts'

/** A page in a list of pages. */
export interface ListedPage {
  title: string
  url: string
  /** Plain text; may be empty. */
  description: string
}

/**
 * The pages below a page in the sidebar, in its order; for the first page of a group, the others of the group. Groups
 * count with their first page.
 */
export function childPages(url: string, navigations: readonly Navigation[], pages: readonly Page[]): ListedPage[] {
  const descriptions = new Map(pages.map((page) => [page.url, page.description]))
  for (const { items } of navigations) {
    const found = entriesBelow(url, items)
    if (found === undefined) continue
    return found.flatMap((item) => {
      const target = firstUrl(item)
      return target === undefined || target === url
        ? []
        : [{ title: item.title, url: target, description: descriptions.get(target) ?? '' }]
    })
  }
  return []
}

function entriesBelow(url: string, items: readonly NavItem[]): readonly NavItem[] | undefined {
  for (const item of items) {
    if (item.url === url && item.children.length > 0) return item.children
    if (item.url === undefined && item.children[0]?.url === url) return item.children
    const inner = entriesBelow(url, item.children)
    if (inner !== undefined) return inner
  }
  return undefined
}

function firstUrl({ url, children }: NavItem): string | undefined {
  if (url !== undefined) return url
  for (const child of children) {
    const found = firstUrl(child)
    if (found !== undefined) return found
  }
  return undefined
}
