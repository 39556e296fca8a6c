import type { NavItem } from '@docent/ingest'
import fc from 'fast-check'
import { renderToString } from 'react-dom/server.edge'
import { expect, test } from 'vitest'
import { entryOf, lookOf } from '../../app/sidebar.tsx'
import { pathKey, toHref } from '../../shared/paths.ts'
import { navigationList } from './navigation-list.tsx'

const URLS = ['/', '/a', '/b', '/b/c', '/b/c#part', 'https://example.org/', undefined]

const { items: navigation } = fc.letrec<{ items: NavItem[]; item: NavItem }>((tie) => ({
  items: fc.array(tie('item'), { maxLength: 3 }),
  item: fc.record(
    {
      title: fc.constantFrom('One', 'Two & <three>'),
      url: fc.constantFrom(...URLS),
      children: fc.oneof({ maxDepth: 3, depthIdentifier: 'navigation' }, fc.constant([]), tie('items')),
      open: fc.boolean(),
    },
    { requiredKeys: ['title', 'children'] },
  ) as fc.Arbitrary<NavItem>,
}))

test.each(['a small navigation', 'a navigation of more than 300 links'])('%s has the markup of React', (size) => {
  const rest = size.startsWith('a small')
    ? []
    : Array.from({ length: 301 }, () => ({ title: 'x', url: '/x', children: [] }))
  fc.assert(
    fc.property(navigation, (own) => {
      const items = [...own, { title: 'Others', children: rest }]
      const words = { toggle: 'Pages of {title}' }
      const href = (url: string): string => toHref('/base', url)
      for (const url of ['/', '/a', '/b/c/', '/none', '/a']) {
        const props = { current: pathKey(url), ...lookOf(items), href, toggle: words.toggle }
        const expected = items.map((item) => renderToString(entryOf({ item, ...props }))).join('')
        const list = renderToString(navigationList({ items, page: { url }, words, base: '/base' }))
        expect(list).toBe(`<ul>${expected}</ul>`)
      }
    }),
    { numRuns: 60 },
  )
})
