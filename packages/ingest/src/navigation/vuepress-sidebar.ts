/**
 * The sidebar of VuePress' default theme, and of themes with its options: one list, or one for each path, which become
 * sections of one sidebar in the order and with the names of the `navbar`. VuePress 1 has other names for some keys.
 */
import { unwrap } from '../program/evaluate.ts'
import { booleanIn, entryIn, type SourceLocation, textIn, type Value } from '../program/value.ts'
import type { NavItem, OutLink } from '../result/page.ts'
import type { SidebarContext } from './sidebar-context.ts'
import { createGaps } from './sidebar-gaps.ts'
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

/** Words that mean the folder's own order. */
const AUTOMATIC = new Set(['auto', 'heading', 'structure'])

/** The sidebar of one language; `undefined` for none. @param prefix of the language in URLs: `/zh`, or empty. */
export function vuepressSidebar(config: Value, context: SidebarContext): NavItem[] | undefined {
  const sidebar = unwrap(themeOption(config, context.prefix, 'sidebar'))
  if (sidebar === undefined || (sidebar.kind === 'plain' && typeof sidebar.value !== 'string')) return undefined
  const byKey = pagesByLink(context.members)
  const every = pagesByLink(context.all)
  const gaps = createGaps(context)
  if (sidebar.kind === 'plain') return context.automatic('')
  if (sidebar.kind !== 'table')
    return readOr(
      context,
      () => undefined,
      () => gaps.filled([{ children: items(itemsOf(sidebar), `${context.prefix}/`) }])[0]?.children,
    )
  const names = navNames(unwrap(themeOption(config, context.prefix, 'navbar')))
  const read = [...sidebar.entries].flatMap(([path, value]) => {
    const key = linkKey(path)
    const isWhole = key === linkKey(context.prefix)
    if (!isWhole && !context.members.some(({ page }) => `${page.url.toLowerCase()}/`.startsWith(`${key}/`))) return []
    const folder = folderOf(path)
    const inner = unwrap(value) ?? value
    const children = readOr(
      context,
      () => (isWhole ? [] : context.automatic(folder)),
      () => (isAutomatic(inner) ? context.automatic(folder) : items(itemsOf(inner), path)),
    )
    const place = names.findIndex((name) => `${name.key}/`.startsWith(`${key}/`))
    const title = names[place]?.text ?? byKey.get(key)?.page.label ?? folder
    return [{ isWhole, title, children, place: place < 0 ? Infinity : place }]
  })
  const sections = gaps.filled(read)
  if (sections.length < 2) return sections[0]?.children
  const ordered = sections.sort((a, b) => (a.place === b.place ? 0 : a.place - b.place))
  return ordered.flatMap(({ isWhole, title, children }): NavItem[] => {
    const [only] = children
    if (isWhole || (children.length === 1 && only?.url !== undefined)) return children
    return [{ title, children: children.length === 1 && only !== undefined ? only.children : children }]
  })

  function isAutomatic(value: Value | undefined): boolean {
    return AUTOMATIC.has(textIn(value) ?? '')
  }

  /** @param base path that relative links begin at, with a trailing slash. */
  function items(values: Value[], base: string): NavItem[] {
    return values.flatMap((raw) => gaps.itemsOr([folderOf(base)], () => entry(unwrap(raw) ?? raw, base)))
  }

  /** A path as a folder relative to that of the language. */
  function folderOf(path: string): string {
    return linkKey(path).slice(context.prefix.length + 1)
  }

  function entry(item: Value, base: string): NavItem[] {
    const written = textIn(item)
    if (written !== undefined) return page(written, undefined, base, item)
    if (item.kind === 'list') {
      // VuePress 1: a link and its title.
      const [link, title] = item.items
      return page(knownText(link) ?? '', textIn(title), base, item)
    }
    return item.kind === 'table' ? group(item, base) : items(itemsOf(item), base)
  }

  function group(item: Value, base: string): NavItem[] {
    const prefix = knownText(entryIn(item, 'prefix'))
    const inner = prefix === undefined ? base : prefix.startsWith('/') ? prefix : base + prefix
    const list = unwrap(entryIn(item, 'children'))
    const title = titleIn(item, 'text') ?? titleIn(item, 'title')
    const own = entryIn(item, 'link') ?? entryIn(item, 'path')
    const link = knownText(own)
    const folder = folderOf(inner)
    const children = isAutomatic(list)
      ? context.automatic(folder)
      : gaps.itemsOr([folder], () => items(itemsOf(list), inner))
    const collapsible = booleanIn(entryIn(item, 'collapsible')) ?? booleanIn(entryIn(item, 'collapsable'))
    const open = children.length === 0 || collapsible !== true ? undefined : false
    if (link === undefined || own === undefined) return groupOf(title ?? folder, children, open)
    const [found] = page(link, title, base, own)
    if (found === undefined) return groupOf(title ?? link, children, open)
    return [{ ...found, children, ...(open === undefined ? {} : { open }) }]
  }

  function page(link: string, title: string | undefined, base: string, at: { at: SourceLocation }): NavItem[] {
    if (isExternal(link)) return [{ title: title ?? link, url: link, children: [] }]
    const whole = (link.startsWith('/') ? link : base + link).replace(/(^|\/)readme\.md(?=$|#)/i, '$1')
    const key = linkKey(whole)
    const anchor = /#[^]+$/.exec(link)?.[0] ?? ''
    const found = byKey.get(key)
    if (found !== undefined) return [{ title: title ?? found.page.label, url: found.page.url + anchor, children: [] }]
    if (!every.has(key)) reportMissing(context, link, at.at)
    return []
  }
}

/** An option of the theme in one language: of its part of `locales`, else the common one. */
function themeOption(config: Value, prefix: string, key: 'sidebar' | 'navbar'): Value | undefined {
  const themes = [unwrap(entryIn(config, 'theme')), unwrap(entryIn(config, 'themeConfig'))]
  const keys = key === 'navbar' ? ['navbar', 'nav'] : [key]
  const locale = (theme: Value | undefined): Value | undefined =>
    unwrap(entryIn(unwrap(entryIn(theme, 'locales')), `${prefix}/`))
  const places = [...themes.map(locale), ...themes]
  for (const place of places)
    for (const name of keys) {
      const value = unwrap(entryIn(place, name))
      if (value !== undefined) return value
    }
  return undefined
}

/** The external links of the `navbar` in the default language. */
export function vuepressLinks(config: Value): OutLink[] {
  return linksOut(themeOption(config, '', 'navbar'), 'text', 'link')
}

/** The links of the `navbar`, flat, in order; a group is its children's folder. */
function navNames(bar: Value | undefined): { text: string; key: string }[] {
  if (bar?.kind !== 'list') return []
  return bar.items.flatMap((value) => {
    const item = unwrap(value)
    const text = titleIn(item, 'text')
    const link = titleIn(item, 'link')
    const own =
      text === undefined || link === undefined || isExternal(link)
        ? []
        : [{ text, key: linkKey(link.replace(/readme\.md$/i, '')) }]
    const inner = unwrap(entryIn(item, 'children')) ?? unwrap(entryIn(item, 'items'))
    return [...own, ...navNames(inner)]
  })
}
