/** Lists of pages on a page, from the sidebar: of components, and of Rspress' `overview: true`. */
import type { GeneratorKind } from './generator.ts'
import type { NavItem, Navigation, Page } from './page.ts'

/** A page in a list of pages. */
export interface ListedPage {
  title: string
  url: string
  /** Plain text; may be empty. */
  description: string
}

/** The entries that an overview of Rspress lists; none for other pages. */
export function overviewOf(
  kind: GeneratorKind,
  { url, frontMatter }: Pick<Page, 'url' | 'frontMatter'>,
  navigations: readonly Navigation[],
): NavItem[] {
  return kind === 'rspress' && frontMatter.overview === true ? entriesAround(url, navigations) : []
}

/** The pages that a list of pages shows, in the order of the sidebar. Groups count with their first page. */
export function childPages(url: string, navigations: readonly Navigation[], pages: readonly Page[]): ListedPage[] {
  const descriptions = new Map(pages.map((page) => [page.url, page.description]))
  return entriesAround(url, navigations).flatMap((item) => {
    const target = firstUrl(item)
    return target === undefined || target === url
      ? []
      : [{ title: item.title, url: target, description: descriptions.get(target) ?? '' }]
  })
}

/** The pages below a page, if it is a group of the sidebar or the index of its folder; else none. */
export function pagesBelow(page: Page, navigations: readonly Navigation[], pages: readonly Page[]): ListedPage[] {
  const isIndex = /(?:^|\/)(?:_?index|readme|home)\.\w+$/i.test(page.file)
  const isGroup = navigations.some(({ items }) => groupAt(items, page.url))
  return isIndex || isGroup ? childPages(page.url, navigations, pages) : []
}

function groupAt(items: readonly NavItem[], url: string): boolean {
  return items.some((item) => (item.url === url && item.children.length > 0) || groupAt(item.children, url))
}

function entriesAround(url: string, navigations: readonly Navigation[]): NavItem[] {
  for (const { items } of navigations) {
    const found = around(items, url)
    if (found !== undefined) return found
  }
  return []
}

/** The entries below a page; else those beside it, or beside the nearest group around it that has others. */
function around(items: readonly NavItem[], url: string): NavItem[] | undefined {
  for (const item of items) {
    if (item.url === url && item.children.length > 0) return item.children
    const isHere = item.url === url
    const inside = isHere ? [] : around(item.children, url)
    if (inside === undefined) continue
    return inside.length > 0 ? inside : items.filter((one) => one !== item)
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
