/**
 * The pages of a folder as a list on its own page, as Rspress shows them for `overview: true`. Groups of the sidebar keep
 * their names.
 */
import type { Element, ElementContent } from 'hast'
import type { NavItem, Navigation, Page } from '../result/page.ts'
import type { GeneratorKind } from '../result/generator.ts'

/** The entries that an overview lists; none for other pages. */
export function overviewOf(
  kind: GeneratorKind,
  { url, frontMatter }: Pick<Page, 'url' | 'frontMatter'>,
  navigations: readonly Navigation[],
): NavItem[] {
  if (kind !== 'rspress' || frontMatter.overview !== true) return []
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

/** The list as elements. */
export function overviewList(items: readonly NavItem[], depth = 0): ElementContent[] {
  const list = items.map((item): Element => {
    const title = { type: 'text' as const, value: item.title }
    const label =
      item.url === undefined
        ? element('strong', {}, [title])
        : element(
            'a',
            /^https?:/.test(item.url) ? { href: item.url, rel: ['noopener'], dataExternal: '' } : { href: item.url },
            [title],
          )
    const inner = depth < 3 && item.children.length > 0 ? overviewList(item.children, depth + 1) : []
    return element('li', {}, [label, ...inner])
  })
  return list.length === 0 ? [] : [element('ul', {}, list)]
}

function element(tagName: string, properties: Element['properties'], children: ElementContent[]): Element {
  return { type: 'element', tagName, properties, children }
}
