import type { NavItem } from '@docent/ingest'
import fc from 'fast-check'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server.edge'
import { expect, test } from 'vitest'
import { FrameContext } from '../../app/context.ts'
import { Sidebar } from '../../app/sidebar.tsx'
import type { PageView, SiteInfo } from '../../shared/page-data.ts'
import { toHref } from '../../shared/paths.ts'
import type { Words } from '../../shared/words.ts'
import { navigationList } from './navigation-list.tsx'
import { propertyRuns } from '../../../../engine/src/testing/property-runs.ts'

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

const href = (url: string): string => toHref('/base', url)
const words = { toggle: 'Pages of {title}', close: 'Close', docs: 'Docs' } as Words

/** The sidebar of React, and the one with the list of the server. */
function sidebars(items: NavItem[], url: string): string[] {
  const page = { url } as PageView
  const state = { site: {} as SiteInfo, page, items, words, href }
  const list = navigationList({ items, page, words, base: '/base' })
  return [{}, { list }].map((props) =>
    renderToString(createElement(FrameContext, { value: state }, createElement(Sidebar, props))),
  )
}

const links = (count: number): NavItem[] =>
  Array.from({ length: count }, () => ({ title: 'x', url: '/x', children: [] }))

test.each([
  ['a small navigation', (own: NavItem[]) => own],
  ['a navigation of more than 300 links', (own: NavItem[]) => [...own, { title: 'Others', children: links(301) }]],
  ['a list of more than 200 items', (own: NavItem[]) => [...links(150), ...own, ...links(150)]],
  [
    'a list of more than 200 items in a group',
    (own: NavItem[]) => [{ title: 'Group', children: [...links(150), ...own, ...links(150)] }],
  ],
])('%s has the markup of React', (_, around) => {
  fc.assert(
    fc.property(navigation, (own) => {
      const items = around(own)
      for (const url of ['/', '/a', '/b/c/', '/none', '/a']) {
        const [expected, rendered] = sidebars(items, url)
        expect(rendered).toBe(expected)
      }
    }),
    propertyRuns(0.06),
  )
})

test('a page has the links around its own of a long list, which is completed when the app runs', () => {
  const items = Array.from({ length: 5000 }, (_, at) => ({ title: `Page ${at}`, url: `/${at}`, children: [] }))
  const linked = (url: string): string[] => sidebars(items, url)[1]?.match(/(?<=href="\/base)[^"]+/g) ?? []
  expect(linked('/0')).toEqual(items.slice(0, 100).map(({ url }) => url))
  expect(linked('/700')).toEqual(items.slice(650, 750).map(({ url }) => url))
  expect(linked('/4999')).toEqual(items.slice(4949).map(({ url }) => url))
  expect(linked('/elsewhere')).toEqual(items.slice(0, 100).map(({ url }) => url))
})
