/** The order that an author has written for a folder. */
import type { NavItem } from '../result/page.ts'
import { type EntryTest, type OrderEntry, stem } from './order-entry.ts'

/** A page or folder in the navigation of a folder, with its criteria of the order. */
export interface Entry {
  item: NavItem
  position: number
  number: number
  index: boolean
  name: string
  /** Path below the navigation's folder. */
  path: string
  isFolder: boolean
}

/** Paths that an order names, without extension. */
export type Taken = Set<string>

/** The contents of a folder, and a written order for them. */
interface Arranged {
  entries: Entry[]
  /** Entries that need not be named. */
  rest: Entry[]
  order: OrderEntry[]
  /** Finds an entry of another folder by its path. */
  below: (name: string) => NavItem | undefined
  /** Finds the entries that match and are not taken, and takes them. */
  matching: (matches: EntryTest, taken: Taken) => Entry[]
}

/** The entries in a written order. */
export function arrange({ entries, rest: open, order, below, matching }: Arranged): NavItem[] {
  const byName = new Map(entries.map((entry) => [stem(entry.name), entry]))
  const rest = new Set(open)
  const taken: Taken = new Set()
  const take = (list: OrderEntry[]): void => {
    for (const entry of list) {
      const found = entry.kind === 'named' || entry.kind === 'inside' ? byName.get(entry.name) : undefined
      if (found) rest.delete(found)
      if (entry.kind === 'named' || entry.kind === 'inside') taken.add(entry.name)
      if (entry.kind === 'group') take(entry.entries)
    }
  }
  const matched = new Map<OrderEntry, Entry[]>()
  const match = (list: OrderEntry[]): void => {
    for (const entry of list) {
      if (entry.kind === 'group') match(entry.entries)
      if (entry.kind !== 'matching') continue
      const found = matching(entry.matches, taken)
      matched.set(entry, found)
      const paths = new Set(found.map(({ path }) => path))
      for (const one of rest) if (paths.has(one.path)) rest.delete(one)
    }
  }
  const place = (entry: OrderEntry): NavItem[] => {
    if (entry.kind === 'rest')
      return [...(entry.reversed === true ? [...rest].toReversed() : rest)].map(({ item }) => item)
    if (entry.kind === 'matching') return (matched.get(entry) ?? []).map(({ item }) => item)
    if (entry.kind === 'link') return [{ title: entry.title, url: entry.url, children: [] }]
    if (entry.kind === 'group') {
      const children = entry.entries.flatMap(place)
      return children.length === 0 ? [] : [{ title: entry.title, children }]
    }
    const item = byName.get(entry.name)?.item ?? (entry.name.includes('/') ? below(entry.name) : undefined)
    if (item === undefined) return []
    if (entry.kind === 'inside') {
      const own = item.url === undefined ? [] : [{ title: item.title, url: item.url, children: [] }]
      return item.children.length > 0 ? [...own, ...item.children] : [item]
    }
    return entry.hidden === true ? [] : [entry.title === undefined ? item : { ...item, title: entry.title }]
  }
  take(order)
  match(order)
  return order.flatMap(place)
}

/** Whether an order names a page. */
export function namesPage(order: OrderEntry[], name: string): boolean {
  return order.some((entry) =>
    entry.kind === 'group' ? namesPage(entry.entries, name) : entry.kind === 'named' && entry.name === name,
  )
}
