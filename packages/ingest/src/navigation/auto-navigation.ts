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
import { folderTitle } from './folder-title.ts'
import { type EntryTest, type FolderNotes, type Notes, stem } from './order-entry.ts'
import { arrange, type Entry, namesPage, type Taken } from './written-order.ts'

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

/** The last criterion of the order: Starlight and Docusaurus use the names of files, MkDocs also (`files`), with folders last. */
export type LastCriterion = 'title' | 'name' | 'files'

/**
 * Builds the tree.
 * @param folder without a trailing slash; empty for all.
 */
export function autoNavigation(
  pages: NavPage[],
  notes: Notes,
  lang: string,
  folder = '',
  last: LastCriterion = 'title',
): NavItem[] {
  const collator = new Intl.Collator(lang, { numeric: true, sensitivity: 'base' })
  const byText = (a: Entry, b: Entry, by: 'title' | 'name'): number =>
    (by === 'name' ? collator.compare(stem(a.name), stem(b.name)) : 0) || collator.compare(a.item.title, b.item.title)
  const comparing = (folder: string): ((a: Entry, b: Entry) => number) => {
    const { folders = last === 'files' ? 'last' : 'mixed', by, isReversed } = settingsOf(folder, 'sort')
    const side = folders === 'mixed' ? 0 : folders === 'last' ? 1 : -1
    const direction = isReversed === true ? -1 : 1
    return (a, b) =>
      Number(b.index) - Number(a.index) ||
      side * (Number(a.isFolder) - Number(b.isFolder)) ||
      compareNumbers(a.position, b.position) ||
      (last === 'files' && by === undefined ? direction * byCodePoint(a.name, b.name) : 0) ||
      direction * compareNumbers(a.number, b.number) ||
      direction * byText(a, b, by ?? (last === 'title' ? 'title' : 'name'))
  }

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
    const compare = comparing(folder)
    entries.sort(compare)
    const order = notes.get(folder)?.order
    const isShown = (path: string): boolean => !isIgnored(path, notes)
    const open = entries.filter(({ path }) => isShown(path))
    if (order === undefined) return open.map(({ item }) => item)
    const isListed = ({ path }: NavPage): boolean => isShown(path)
    return arrange({
      entries,
      rest: open,
      order,
      below: (name) => below(folder, name),
      matching: (matches, taken) => matching(pages.filter(isListed), depth, matches, taken).sort(compare),
    })
  }

  /** The entries that match, at any depth below the folder; a matching folder has all that is in it. */
  function matching(pages: NavPage[], depth: number, matches: EntryTest, taken: Taken): Entry[] {
    const found = new Map<string, Entry>()
    for (const page of pages) {
      const path = page.path.slice(depth)
      const parts = path.split('/')
      const folders = parts.slice(0, -1).map((_, at) => parts.slice(0, at + 1).join('/'))
      const within = folders.find((one) => matches(`/${one}`, true))
      if (within !== undefined) {
        if (taken.has(within) || found.has(within)) continue
        const whole = page.path.slice(0, depth) + within
        const inside = pages.filter(
          (one) => one.path.startsWith(`${whole}/`) && !taken.has(stem(one.path.slice(depth))),
        )
        found.set(within, folderEntry(within.slice(within.lastIndexOf('/') + 1), whole, inside))
      } else if (matches(`/${path}`, false) && !taken.has(stem(path)) && !folders.some((one) => taken.has(one)))
        found.set(path, pageEntry(page, path))
    }
    for (const path of found.keys()) taken.add(stem(path))
    return [...found.values()]
  }

  /** The settings of a folder, over those of the folders around it. */
  function settingsOf(folder: string, key: 'sort'): NonNullable<FolderNotes['sort']> {
    return Object.assign({}, ...foldersTo(folder).map((one) => notes.get(one)?.[key]))
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
    const index =
      noted?.page === undefined ? indexOf(path, inside) : pages.find((page) => stem(page.path) === noted.page)
    const icon = noted?.icon ?? index?.icon
    // An index page is the page of its folder, unless an order lists it; Starlight and Docusaurus, which order by name,
    // list it in its group.
    const byDefault = last !== 'name' && noted?.order === undefined
    const isOwn = inside.length === 1 || ((noted?.ownPage ?? byDefault) && !namesPage(noted?.order ?? [], 'index'))
    const position = noted?.position ?? (isOwn ? index?.position : undefined) ?? Infinity
    const base = { position, number: prefixNumber(name), index: false, name, path, isFolder: true }
    const item: NavItem =
      index !== undefined && isOwn
        ? {
            title: noted?.label ?? (noted?.page !== undefined || isDistinct(index) ? index.label : folderTitle(name)),
            url: index.url,
            children: level(
              inside.filter((page) => page !== index),
              path,
            ),
          }
        : { title: noted?.label ?? folderTitle(name), children: level(inside, path) }
    const [only, ...others] = item.children
    const isFlat = item.url === undefined && foldersTo(path).some((one) => notes.get(one)?.isFlat === true)
    if (isFlat && only !== undefined && others.length === 0) return { ...base, item: only }
    const open = noted?.open === undefined || item.children.length === 0 ? {} : { open: noted.open }
    return { ...base, item: { ...item, ...open, ...(icon === undefined ? {} : { icon }) } }
  }
}

/** The index page of a folder. */
function indexOf(folder: string, inside: readonly NavPage[]): NavPage | undefined {
  return inside.find(({ path }) => isIndexFile(path) && !path.slice(folder.length + 1).includes('/'))
}

/** Whether a setting hides a path. */
export function isIgnored(path: string, notes: Notes): boolean {
  return foldersTo(path).some((folder) => {
    const ignores = notes.get(folder)?.ignores
    return ignores !== undefined && ignores(`/${path.slice(folder === '' ? 0 : folder.length + 1)}`)
  })
}

/** A path and the folders around it, the outermost (empty) one first. */
function foldersTo(path: string): string[] {
  const parts = path === '' ? [] : path.split('/')
  return ['', ...parts.map((_, depth) => parts.slice(0, depth + 1).join('/'))]
}

/** @param name below the folder in which the page is listed. */
function pageEntry(page: NavPage, name: string): Entry {
  return {
    item: { title: page.label, url: page.url, children: [] },
    position: page.position ?? Infinity,
    number: prefixNumber(name),
    index: isIndexFile(name) && !name.includes('/'),
    name,
    path: page.path,
    isFolder: false,
  }
}

/** The order of names in MkDocs: by their characters, with the ending, and without a meaning of numbers. */
function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a - b
}

/** `01-install`, `2. Usage`, `003_x`; names without a number come after. */
function prefixNumber(name: string): number {
  const found = /^(\d{1,4})(?:[-_.\s]|$)/.exec(name)
  return found === null ? Infinity : Number(found[1])
}
