/**
 * The pages of a folder as a list on its own page, as Rspress shows them for `overview: true`, and Just the Docs on pages
 * with children. Groups of the sidebar keep their names.
 */
import type { Element, ElementContent } from 'hast'
import type { NavItem } from '../result/page.ts'
import { element } from './hast-element.ts'

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
