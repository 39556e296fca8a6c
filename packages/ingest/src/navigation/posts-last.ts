/** The order of a site with posts: the pages in their folders, and the posts as the last group, the newest first. */
import type { PlacedPage } from '../parsed/placed-page.ts'
import type { NavItem } from '../result/page.ts'
import type { SidebarContext } from './sidebar-context.ts'

/** The items of a site with posts. @param dateOf a text that sorts posts by their dates; `undefined` for other pages. */
export function postsLast(context: SidebarContext, dateOf: (page: PlacedPage) => string | undefined): NavItem[] {
  const posts = context.members
    .flatMap(({ page, ...one }) => {
      const date = dateOf({ page, ...one })
      return date === undefined ? [] : [{ date, page }]
    })
    .toSorted((a, b) => (a.date < b.date ? 1 : -1))
  const rest = withoutPages(context.automatic(''), new Set(posts.map(({ page }) => page.url)))
  if (posts.length === 0) return rest
  const children = posts.map(({ page }) => ({ title: page.label, url: page.url, children: [] }))
  return [...rest, { title: 'Posts', children }]
}

function withoutPages(items: NavItem[], urls: ReadonlySet<string>): NavItem[] {
  return items.flatMap((item): NavItem[] => {
    const children = withoutPages(item.children, urls)
    const isOut = item.url === undefined ? children.length === 0 : urls.has(item.url)
    return isOut ? children : [{ ...item, children }]
  })
}
