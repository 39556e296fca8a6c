/**
 * Hugo's sections: a folder is a group, named by its `_index.md`, which is the group's link. Order: `weight` (0 or none
 * comes last), then date (the newest first), title, path; at the top, sections have the order of the main menu.
 */
import { tableOf, trimmedTextOf } from '../folder/plain-data.ts'
import type { NavItem } from '../result/page.ts'
import type { PlacedPage } from '../parsed/placed-page.ts'
import { folderTitle } from './folder-title.ts'
import type { SidebarContext } from './sidebar-context.ts'

interface Section {
  name: string
  index: PlacedPage | undefined
  pages: PlacedPage[]
  sections: Map<string, Section>
}

interface Entry {
  item: NavItem
  weight: number
  /** Milliseconds since 1970; 0 for none. */
  date: number
  path: string
}

/** A value of front matter; names of keys count without case. @param name in lower case. */
export function hugoKey(frontMatter: Record<string, unknown>, name: string): unknown {
  if (Object.hasOwn(frontMatter, name)) return frontMatter[name]
  const key = Object.keys(frontMatter).find((one) => one.toLowerCase() === name)
  return key === undefined ? undefined : frontMatter[key]
}

/** The sidebar of a language: its home page, then its sections. */
export function sectionNavigation({ members, lang }: SidebarContext): NavItem[] {
  const top: Section = { name: '', index: undefined, pages: [], sections: new Map() }
  for (const one of members) place(one, one.inner.split('/').slice(0, -1), top)
  const collator = new Intl.Collator(lang, { numeric: true, sensitivity: 'base' })
  const compare = (a: Entry, b: Entry): number =>
    (a.weight === b.weight ? 0 : a.weight - b.weight) ||
    b.date - a.date ||
    collator.compare(a.item.title, b.item.title) ||
    collator.compare(a.path, b.path)
  const home = top.index !== undefined && top.index.page.home === undefined ? itemsOf(top.index) : []
  return [...home, ...entriesOf(top, true, compare)]
}

/** Adds a page to its section. The page of a leaf bundle (`x/index.md`) is in the section around its folder. */
function place(one: PlacedPage, folders: string[], top: Section): void {
  const name = one.inner.slice(one.inner.lastIndexOf('/') + 1)
  const isLeaf = /^index\.\w+$/i.test(name) && folders.length > 0
  let section = top
  for (const folder of isLeaf ? folders.slice(0, -1) : folders) {
    const below = section.sections.get(folder) ?? { name: folder, index: undefined, pages: [], sections: new Map() }
    section.sections.set(folder, below)
    section = below
  }
  if (/^_?index\.\w+$/i.test(name) && !isLeaf) section.index = one
  else section.pages.push(one)
}

function entriesOf(section: Section, isTop: boolean, compare: (a: Entry, b: Entry) => number): NavItem[] {
  const pages = section.pages.flatMap((one) => itemsOf(one).map((item) => entryOf(item, one, isTop)))
  const groups = [...section.sections.values()].flatMap((inner): Entry[] => {
    const { index } = inner
    if (index !== undefined && isHidden(index)) return []
    const children = entriesOf(inner, false, compare)
    const [own] = index === undefined ? [] : itemsOf(index)
    if (own === undefined && children.length === 0) return []
    const open = index === undefined ? undefined : openOf(index.parsed.frontMatter)
    const item = {
      ...(own ?? { title: folderTitle(inner.name) }),
      ...(open === undefined || children.length === 0 ? {} : { open }),
      children,
    }
    return [index === undefined ? { item, weight: Infinity, date: 0, path: inner.name } : entryOf(item, index, isTop)]
  })
  return [...pages, ...groups].sort(compare).map(({ item }) => item)
}

/** The item of a page, if it is not hidden. `manualLink` of Docsy leads elsewhere. */
function itemsOf(one: PlacedPage): NavItem[] {
  if (isHidden(one)) return []
  const { frontMatter } = one.parsed
  const title =
    trimmedTextOf(hugoKey(frontMatter, 'linktitle')) ??
    trimmedTextOf(hugoKey(frontMatter, 'menutitle')) ??
    one.page.label
  const elsewhere = trimmedTextOf(hugoKey(frontMatter, 'manuallink'))
  const url = elsewhere !== undefined && /^https?:\/\//i.test(elsewhere) ? elsewhere : one.page.url
  return [{ title, url, children: [] }]
}

function entryOf(item: NavItem, { parsed, inner }: PlacedPage, isTop: boolean): Entry {
  const { frontMatter } = parsed
  const own = weightOf(frontMatter)
  const date = hugoKey(frontMatter, 'date')
  const time = date instanceof Date ? date.getTime() : typeof date === 'string' ? Date.parse(date) : 0
  return {
    item,
    weight: isTop ? (menuWeight(frontMatter) ?? own) : own,
    date: Number.isNaN(time) ? 0 : time,
    path: inner,
  }
}

function weightOf(table: Record<string, unknown>): number {
  const weight = hugoKey(table, 'weight')
  return typeof weight === 'number' && weight !== 0 ? weight : Infinity
}

/** The position in the main menu: `menu: { main: { weight: 2 } }`. */
function menuWeight(frontMatter: Record<string, unknown>): number | undefined {
  const menu = tableOf(hugoKey(frontMatter, 'menus')) ?? tableOf(hugoKey(frontMatter, 'menu'))
  const main = menu === undefined ? undefined : tableOf(hugoKey(menu, 'main'))
  return main === undefined ? undefined : weightOf(main)
}

/** Keys with which themes hide a page and the pages below it. */
const HIDING = ['toc_hide', 'bookhidden', 'hidden', 'geekdochidden']

function isHidden({ parsed }: PlacedPage): boolean {
  const { frontMatter } = parsed
  const build = tableOf(hugoKey(frontMatter, 'build')) ?? tableOf(hugoKey(frontMatter, '_build'))
  const sidebar = tableOf(hugoKey(frontMatter, 'sidebar'))
  const list = build === undefined ? undefined : hugoKey(build, 'list')
  return (
    HIDING.some((key) => hugoKey(frontMatter, key) === true) ||
    list === 'never' ||
    list === false ||
    sidebar?.exclude === true ||
    sidebar?.hide === true
  )
}

/** Whether a theme's key opens or closes a section. */
function openOf(frontMatter: Record<string, unknown>): boolean | undefined {
  for (const key of ['bookcollapsesection', 'geekdoccollapsesection'])
    if (hugoKey(frontMatter, key) === true) return false
  const open = hugoKey(frontMatter, 'alwaysopen') ?? tableOf(hugoKey(frontMatter, 'sidebar'))?.open
  return typeof open === 'boolean' ? open : undefined
}
