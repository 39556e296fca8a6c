/** Lists of pages on a page, from the sidebar: of components, of Rspress' `overview: true`, and of Just the Docs. */
import type { RecognisedGenerator } from './generator.ts'
import type { NavItem, Navigation, Page } from './page.ts'

/** A page in a list of pages. */
export interface ListedPage {
  title: string
  url: string
  /** Plain text; may be empty. */
  description: string
}

/** The entries that an overview of Rspress and a page of Just the Docs with children list; none for other pages. */
export function overviewOf(
  { kind, theme }: RecognisedGenerator,
  { url, frontMatter }: Pick<Page, 'url' | 'frontMatter'>,
  navigations: readonly Navigation[],
): NavItem[] {
  if (kind === 'rspress') return frontMatter.overview === true ? entriesAround(url, navigations) : []
  const isListed = theme === 'Just the Docs' && frontMatter.has_toc !== false && frontMatter.has_children !== false
  if (!isListed) return []
  const own = navigations.flatMap(({ items }) => itemAt(items, url) ?? [])[0]
  // The list has no pages below the children.
  return own?.children.map(({ title, url }) => ({ title, ...(url === undefined ? {} : { url }), children: [] })) ?? []
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
  const isGroup = navigations.some(({ items }) => itemAt(items, page.url) !== undefined)
  return isIndex || isGroup ? childPages(page.url, navigations, pages) : []
}

/** The item of a page with children. */
function itemAt(items: readonly NavItem[], url: string): NavItem | undefined {
  for (const item of items) {
    const found = item.url === url && item.children.length > 0 ? item : itemAt(item.children, url)
    if (found !== undefined) return found
  }
  return undefined
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
