/**
 * The sidebar of `.vitepress/config`: one list, or one for each path. VitePress shows the list of the current path;
 * here the lists are sections of one sidebar, with the names and the order of the `nav`.
 */
import { htmlText } from '../markdown/html-token.ts'
import type { NavItem, OutLink } from '../result/page.ts'
import { unwrap } from '../program/evaluate.ts'
import { isIndexFile } from '../folder/page-url.ts'
import { entryIn, type SourceLocation, booleanIn, type Value } from '../program/value.ts'
import { urlsOf } from './nav-urls.ts'
import type { SidebarContext } from './sidebar-context.ts'
import { createGaps, folderBelow, type Gaps } from './sidebar-gaps.ts'
import {
  groupOf,
  isExternal,
  itemsOf,
  knownText,
  linkKey,
  linksOut,
  pagesByLink,
  readOr,
  reportMissing,
  titleIn,
} from './sidebar-context.ts'

/** The sidebar of one language; `undefined` for none. @param configs those whose settings count before others first. */
export function vitepressSidebar(configs: readonly Value[], context: SidebarContext): NavItem[] | undefined {
  const layers = layersOf(configs, context.prefix)
  const own = (key: string): Value | undefined => firstOf(layers, (layer) => themeEntry(layer, key))
  const sidebar = own('sidebar')
  if (sidebar === undefined || (sidebar.kind === 'plain' && !sidebar.value)) return undefined
  const gaps = createGaps(context)
  const pages = { find: finder(context), gaps, context }
  if (sidebar.kind !== 'table')
    return readOr(
      context,
      () => undefined,
      () => gaps.filled([{ children: sidebarItems(itemsOf(sidebar), '', { ...pages, folder: '' }) }])[0]?.children,
    )
  const names = navNames(own('nav'))
  const keys = [...sidebar.entries.keys()].map(linkKey).filter((key) => key !== linkKey(context.prefix))
  const read = [...sidebar.entries].flatMap(([path, value]): Section[] => {
    const key = linkKey(path)
    const isWhole = key === linkKey(context.prefix)
    const holdsPages = context.members.some(({ page }) => `${page.url.toLowerCase()}/`.startsWith(`${key}/`) || isWhole)
    if (!holdsPages) return []
    const folder = key.slice(context.prefix.length + 1)
    const inner = unwrap(value)
    const base = knownBase(inner)
    const children = readOr(
      context,
      () => (isWhole ? [] : context.automatic(folder)),
      () =>
        sidebarItems(itemsOf(inner?.kind === 'table' ? entryIn(inner, 'items') : inner), base, { ...pages, folder }),
    )
    const belongsTo = (name: string, part: string): boolean => `${name}/`.startsWith(`${part}/`)
    const named = names.findIndex((name) =>
      isWhole ? !keys.some((other) => belongsTo(name.key, other)) : belongsTo(name.key, key),
    )
    const navName = isWhole ? undefined : names[named]?.text
    const title = isWhole ? undefined : (navName ?? pages.find(path)?.title ?? folder)
    return [{ navName, title, children, place: named < 0 ? Infinity : named }]
  })
  const sections = gaps.filled(read)
  if (sections.length < 2) return sections[0]?.children
  return sections.sort((a, b) => (a.place === b.place ? 0 : a.place - b.place)).flatMap(sectionItems)
}

/** External links in the `nav` of the default language. @param configs as for the sidebar. */
export function vitepressLinks(configs: readonly Value[]): OutLink[] {
  return linksOut(
    firstOf(layersOf(configs, ''), (layer) => themeEntry(layer, 'nav')),
    'text',
    'link',
  )
}

/** The site's title in the default language. @param configs as for the sidebar. */
export function vitepressTitle(configs: readonly Value[]): string | undefined {
  return firstOf(layersOf(configs, ''), (layer) => titleIn(layer, 'title'))
}

/** The configurations of one language: each one's own part for the language before the whole. */
function layersOf(configs: readonly Value[], prefix: string): Value[] {
  return configs.flatMap((config) => [localeOf(config, prefix) ?? [], config].flat())
}

function themeEntry(layer: Value, key: string): Value | undefined {
  return unwrap(entryIn(unwrap(entryIn(unwrap(layer), 'themeConfig')), key))
}

function firstOf<T>(layers: readonly Value[], read: (layer: Value) => T | undefined): T | undefined {
  for (const layer of layers) {
    const found = read(layer)
    if (found !== undefined) return found
  }
  return undefined
}

interface Section {
  /** Its name in the `nav`. */
  navName: string | undefined
  /** Absent for the list of the whole site. */
  title: string | undefined
  children: NavItem[]
  place: number
}

/** A section of one entry is not nested. */
function sectionItems({ navName, title, children }: Section): NavItem[] {
  const [first, ...others] = children
  if (title === undefined || first === undefined) return children
  if (others.length > 0) return [{ title, children }]
  if (first.url !== undefined) return children
  return [{ title: navName ?? first.title, children: first.children }]
}

type Find = (link: string, at?: SourceLocation) => { url: string; title: string } | undefined

function finder(context: SidebarContext): Find {
  const { members, all } = context
  const own = pagesByLink(members)
  const every = pagesByLink(all)
  return (link, at) => {
    const key = linkKey(link)
    const anchor = /#[^]+$/.exec(link)?.[0] ?? ''
    const found = own.get(key)
    if (found !== undefined) return { url: found.page.url + anchor, title: found.page.title }
    // The same list may contain the sidebar of another language.
    if (at !== undefined && !every.has(key)) reportMissing(context, link, at)
    return undefined
  }
}

/** Finds the pages of links, and those that take the place of unreadable parts. */
interface Pages {
  find: Find
  gaps: Gaps
  context: SidebarContext
  /** The folder of the section, relative to that of the language; empty for all pages. */
  folder: string
}

function sidebarItems(items: Value[], base: string, pages: Pages): NavItem[] {
  const { gaps, context, folder } = pages
  const read: NavItem[] = []
  for (const value of items) {
    const item = unwrap(value) ?? value
    const beside = item.kind === 'table' ? [] : onlyFolder(read, context)
    read.push(...gaps.itemsOr([...beside, folder], () => sidebarItem(item, base, pages)))
  }
  return read
}

/** The folder of these pages, if they are in one: other pages of a list are likely to be there too. */
function onlyFolder(items: readonly NavItem[], { members, prefix }: SidebarContext): string[] {
  const listed = new Set(urlsOf(items))
  const folders = new Set(
    members.flatMap(({ page }) => {
      if (!listed.has(page.url)) return []
      const path = page.url.slice(prefix.length + 1)
      return [isIndexFile(page.file) ? path : path.split('/').slice(0, -1).join('/')]
    }),
  )
  return folders.size === 1 ? [...folders].filter((folder) => folder !== '') : []
}

function sidebarItem(item: Value, base: string, pages: Pages): NavItem[] {
  const { gaps, context, folder } = pages
  if (item.kind !== 'table') return sidebarItems(itemsOf(item), base, pages)
  const inBase = knownText(entryIn(item, 'base')) ?? base
  const linkValue = entryIn(item, 'link')
  const link = knownText(linkValue)
  const page =
    link === undefined || linkValue === undefined || isExternal(link)
      ? undefined
      : findInBase(inBase, link, linkValue.at, pages.find)
  const children = gaps.itemsOr([...folderBelow(page?.url, context), folder], () =>
    sidebarItems(itemsOf(unwrap(entryIn(item, 'items'))), inBase, pages),
  )
  const text = htmlText(titleIn(item, 'text') ?? '').trim()
  const collapsed = booleanIn(entryIn(item, 'collapsed'))
  const open = children.length === 0 ? {} : { open: collapsed !== true }
  if (link === undefined) return text === '' ? children : groupOf(text, children, collapsed !== true)
  if (isExternal(link)) return [{ title: text === '' ? link : text, url: link, children, ...open }]
  if (page === undefined) return groupOf(text, children, collapsed !== true)
  return [{ title: text === '' ? page.title : text, url: page.url, children, ...open }]
}

/** The page of a link after a base, which is a folder, or the beginning of names: `/reference/theme-`. */
function findInBase(base: string, link: string, at: SourceLocation, find: Find): ReturnType<Find> {
  if (base === '') return find(link, at)
  return find(base + link.replace(/^\//, '')) ?? find(`${base.replace(/\/$/, '')}/${link.replace(/^\//, '')}`, at)
}

function knownBase(value: Value | undefined): string {
  const base = entryIn(value, 'base')
  return base?.kind === 'plain' && typeof base.value === 'string' ? base.value : ''
}

/** The part of the configuration for one language: `root`, or the name of its folder. */
function localeOf(config: Value, prefix: string): Value | undefined {
  return unwrap(entryIn(unwrap(entryIn(config, 'locales')), prefix === '' ? 'root' : prefix.slice(1)))
}

/** The links of the `nav`, flat, in order. */
function navNames(nav: Value | undefined): { text: string; key: string }[] {
  if (nav?.kind !== 'list') return []
  return nav.items.flatMap((value) => {
    const item = unwrap(value)
    const text = titleIn(item, 'text')
    const link = titleIn(item, 'link')
    const own = text === undefined || link === undefined || isExternal(link) ? [] : [{ text, key: linkKey(link) }]
    return [...own, ...navNames(unwrap(entryIn(item, 'items')))]
  })
}
