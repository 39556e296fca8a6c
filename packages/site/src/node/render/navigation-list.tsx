/**
 * The list of the sidebar on the server, with the same markup as `NavList`. React renders each item of a navigation once;
 * a page renders only its own link and the groups above it.
 *
 * Measured in a cold build of 2,000 pages in 100 groups: React's share of the samples (`--cpu-prof`) falls
 * from 22 to 7 % (`npm run bench -- all builds` measures the whole).
 */
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server.edge'
import type { NavItem } from '@docent/ingest'
import {
  contains,
  entryOf,
  LONGEST_LIST,
  lookOf,
  omittedAt,
  type NavItemProps,
  type NavListProps,
  pageOf,
  rangeAround,
  startsOpen,
  writtenItems,
} from '../../app/sidebar.tsx'
import type { PageView } from '../../shared/page-data.ts'
import { pathKey, toHref } from '../../shared/paths.ts'
import type { Words } from '../../shared/words.ts'

/** The input of a list. */
export interface NavigationInput {
  items: NavItem[]
  page: Pick<PageView, 'url'>
  words: Pick<Words, 'toggle'>
  base: string
}

/** A navigation with the HTML of its items on pages that they do not hold. */
interface Rendered {
  base: string
  toggle: string
  look: Pick<NavListProps, 'open' | 'whole'>
  html: WeakMap<NavItem, { open: boolean; html: string }>
  /** The items that are or hold a link to a page, by its path key. */
  holders: Map<string, Set<NavItem>>
}

/** Navigations by their items; each is released with its items. */
const navigations = new WeakMap<NavItem[], Rendered>()

/** The list of a page's navigation. */
export function navigationList({ items, page, words: { toggle }, base }: NavigationInput): ReactNode {
  let rendered = navigations.get(items)
  if (rendered?.base !== base || rendered.toggle !== toggle) {
    rendered = { base, toggle, look: lookOf(items), html: new WeakMap(), holders: holdersOf(items) }
    navigations.set(items, rendered)
  }
  const { look } = rendered
  const href = (url: string): string => toHref(base, url)
  return listOf(rendered, { items, current: pathKey(page.url), ...look, href, toggle })
}

const omitted = renderToString(omittedAt(0))

function listOf(rendered: Rendered, { items, ...rest }: NavListProps): ReactNode {
  const holders = rendered.holders.get(rest.current)
  const html = (item: NavItem): string => {
    if (holders?.has(item)) return entryHtml(rendered, { item, ...rest })
    const { open } = rest
    let known = rendered.html.get(item)
    if (known?.open !== open) {
      known = { open, html: flat(entryHtml(rendered, { item, ...rest, current: '' })) }
      rendered.html.set(item, known)
    }
    return known.html
  }
  let entries: string[]
  if (items.length <= LONGEST_LIST) entries = items.map(html)
  else {
    const { from, to } = rangeAround(items, (item) => holders?.has(item) ?? false)
    entries = items.slice(from, to).map(html)
    if (from > 0) entries.unshift(omitted)
    if (to < items.length) entries.push(omitted)
  }
  // oxlint-disable-next-line react/no-danger -- the HTML is React's own
  return <ul dangerouslySetInnerHTML={{ __html: entries.join('') }} />
}

/** The same string in one piece. React's is a tree of its parts, which each use would walk again. */
function flat(text: string): string {
  return Buffer.from(text).toString()
}

function entryHtml(rendered: Rendered, { item, ...rest }: NavItemProps): string {
  if (item.children.length === 0) return renderToString(entryOf({ item, ...rest }))
  const items = writtenItems(item, rest.whole || startsOpen(item, rest.open) || contains(item, rest.current))
  const list = listOf(rendered, { ...rest, items, open: false })
  return renderToString(entryOf({ item, ...rest, list }))
}

function holdersOf(items: NavItem[]): Rendered['holders'] {
  const holders: Rendered['holders'] = new Map()
  const add = (key: string, item: NavItem): void => {
    const known = holders.get(key)
    if (known) known.add(item)
    else holders.set(key, new Set([item]))
  }
  const visit = (item: NavItem, above: NavItem[]): void => {
    add(pathKey(item.url ?? '/'), item)
    const page = pageOf(item)
    if (page !== undefined) for (const group of above) add(page, group)
    for (const child of item.children) visit(child, [...above, item])
  }
  for (const item of items) visit(item, [])
  return holders
}
