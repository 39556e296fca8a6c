/**
 * The navigation of a folder without a navigation file: its folders and pages, ordered by position (front matter, or
 * `_noted_.json`), then by a number at the beginning of the name, then the folder's own page, then by title. An order
 * that the author has written for a folder overrides all of these (`folder-notes.ts`).
 */
import { posix } from 'node:path'
import { isIndexFile } from '../folder/page-url.ts'
import { isGenericTitle } from '../markdown/plain-text.ts'
import type { IconName } from '../result/icon.ts'
import type { NavItem } from '../result/page.ts'
import { type Notes, type OrderEntry, stem } from './folder-notes.ts'

/** The properties of a page that determine its position in the navigation. */
export interface NavPage {
  url: string
  /** Path below the navigation's folder: `guide/install.md`. */
  path: string
  label: string
  position: number | undefined
  /** The icon of a folder's own page is the folder's too. */
  icon: IconName | undefined
}

interface Entry {
  item: NavItem
  position: number
  number: number
  index: boolean
  name: string
}

/**
 * Builds the tree.
 * @param folder without a trailing slash; empty for all.
 * @param last the last criterion of the order: Starlight and Docusaurus use the names of files.
 */
export function autoNavigation(
  pages: NavPage[],
  notes: Notes,
  lang: string,
  folder = '',
  last: 'title' | 'name' = 'title',
): NavItem[] {
  const collator = new Intl.Collator(lang, { numeric: true, sensitivity: 'base' })
  const compare = (a: Entry, b: Entry): number =>
    Number(b.index) - Number(a.index) ||
    compareNumbers(a.position, b.position) ||
    compareNumbers(a.number, b.number) ||
    (last === 'name' ? collator.compare(stem(a.name), stem(b.name)) : 0) ||
    collator.compare(a.item.title, b.item.title)

  const indexTitles = new Map<string, number>()
  for (const { path, label } of pages) {
    const key = label.toLowerCase()
    if (isIndexFile(path)) indexTitles.set(key, (indexTitles.get(key) ?? 0) + 1)
  }
  return level(folder === '' ? pages : pages.filter(({ path }) => path.startsWith(`${folder}/`)), folder)

  function level(pages: NavPage[], folder: string): NavItem[] {
    const depth = folder === '' ? 0 : folder.length + 1
    const entries: Entry[] = []
    const folders = new Map<string, NavPage[]>()
    for (const page of pages) {
      const rest = page.path.slice(depth)
      const slash = rest.indexOf('/')
      if (slash < 0) entries.push(pageEntry(page, rest))
      else {
        const name = rest.slice(0, slash)
        const inside = folders.get(name)
        if (inside === undefined) folders.set(name, [page])
        else inside.push(page)
      }
    }
    for (const [name, inside] of folders)
      entries.push(folderEntry(name, depth === 0 ? name : `${folder}/${name}`, inside))
    entries.sort(compare)
    const order = notes.get(folder)?.order
    return order === undefined
      ? entries.map(({ item }) => item)
      : arrange(entries, order, (name) => below(folder, name))
  }

  /** Whether an index page's title names its folder: no other index page has it, and it is more than "Overview". */
  function isDistinct({ label }: NavPage): boolean {
    return !isGenericTitle(label) && indexTitles.get(label.toLowerCase()) === 1
  }

  /** A page or folder that an order names by a path: `api/index`, `../guide`. */
  function below(folder: string, name: string): NavItem | undefined {
    const path = posix.join(folder, name).toLowerCase()
    const page = pages.find((one) => stem(one.path) === path)
    if (page !== undefined) return pageEntry(page, page.path.slice(page.path.lastIndexOf('/') + 1)).item
    const inside = pages.filter((one) => one.path.toLowerCase().startsWith(`${path}/`))
    const own = inside[0]?.path.slice(0, path.length)
    return own === undefined ? undefined : folderEntry(posix.basename(own), own, inside).item
  }

  function folderEntry(name: string, path: string, inside: NavPage[]): Entry {
    const noted = notes.get(path)
    const index = inside.find((page) => isIndexFile(page.path) && page.path.slice(path.length + 1).indexOf('/') < 0)
    const icon = noted?.icon ?? index?.icon
    // An index page is the page of its folder, unless an order lists it; Starlight and Docusaurus, which order by name,
    // list it in its group.
    const byDefault = last === 'title' && noted?.order === undefined
    const isOwn = inside.length === 1 || ((noted?.ownPage ?? byDefault) && !names(noted?.order ?? [], 'index'))
    const position = noted?.position ?? (isOwn ? index?.position : undefined) ?? Infinity
    const base = { position, number: prefixNumber(name), index: false, name }
    const item: NavItem =
      index !== undefined && isOwn
        ? {
            title: noted?.label ?? (isDistinct(index) ? index.label : folderTitle(name)),
            url: index.url,
            children: level(
              inside.filter((page) => page !== index),
              path,
            ),
          }
        : { title: noted?.label ?? folderTitle(name), children: level(inside, path) }
    const open = noted?.open === undefined || item.children.length === 0 ? {} : { open: noted.open }
    return { ...base, item: { ...item, ...open, ...(icon === undefined ? {} : { icon }) } }
  }
}

/** Whether an order names a page. */
function names(order: OrderEntry[], name: string): boolean {
  return order.some((entry) =>
    entry.kind === 'group' ? names(entry.entries, name) : entry.kind === 'named' && entry.name === name,
  )
}

/** The entries in a written order. @param below finds an entry of another folder by its path. */
function arrange(entries: Entry[], order: OrderEntry[], below: (name: string) => NavItem | undefined): NavItem[] {
  const byName = new Map(entries.map((entry) => [stem(entry.name), entry]))
  const rest = new Set(entries)
  const take = (list: OrderEntry[]): void => {
    for (const entry of list) {
      const found = entry.kind === 'named' || entry.kind === 'inside' ? byName.get(entry.name) : undefined
      if (found) rest.delete(found)
      if (entry.kind === 'group') take(entry.entries)
    }
  }
  const place = (entry: OrderEntry): NavItem[] => {
    if (entry.kind === 'rest')
      return [...(entry.reversed === true ? [...rest].toReversed() : rest)].map(({ item }) => item)
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
  return order.flatMap(place)
}

function pageEntry(page: NavPage, name: string): Entry {
  return {
    item: { title: page.label, url: page.url, children: [] },
    position: page.position ?? Infinity,
    number: prefixNumber(name),
    index: isIndexFile(name),
    name,
  }
}

function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a - b
}

/** `01-install`, `2. Usage`, `003_x`; names without a number come after. */
function prefixNumber(name: string): number {
  const found = /^(\d{1,4})(?:[-_.\s]|$)/.exec(name)
  return found === null ? Infinity : Number(found[1])
}

const UPPER = new Set(
  'api cli css faq html http https id io js json ml mdx ai llm rpc sdk sql ssg ssr ts ui url ux xml yaml'.split(' '),
)

/** A title from the name of a folder: `getting-started` is "Getting started". */
export function folderTitle(name: string): string {
  const words = name
    .replace(/^\((.+)\)$/, '$1')
    .replace(/^\d{1,4}[-_.\s]+(?=\D)/, '')
    .split(/[-_\s]+/)
    .filter((word) => word !== '')
  const shown = words.map((word) => (UPPER.has(word.toLowerCase()) ? word.toUpperCase() : word)).join(' ')
  return shown === '' ? name : shown.charAt(0).toUpperCase() + shown.slice(1)
}
