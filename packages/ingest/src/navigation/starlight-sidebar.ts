/**
 * Starlight's `sidebar` in `astro.config`. It is written once for all languages: links and folders are those of the
 * default language, and labels have translations.
 */
import type { NavItem } from '../result/page.ts'
import { unwrap } from '../program/evaluate.ts'
import { entryIn, textIn, booleanIn, type Value } from '../program/value.ts'
import { urlsOf } from './nav-urls.ts'
import type { SidebarContext } from './sidebar-context.ts'
import {
  groupOf,
  isExternal,
  itemsOf,
  knownText,
  linkKey,
  pagesByLink,
  readOr,
  reportMissing,
  titleIn,
} from './sidebar-context.ts'

const COMPUTED_GROUP =
  'This part of the sidebar is computed by a program, which is not run, so it is left out, and pages that the rest does not name follow it; write it as a literal.'

/** The sidebar in one language; `undefined` for none. */
export function starlightSidebar(config: Value, context: SidebarContext): NavItem[] | undefined {
  const byKey = pagesByLink(context.members)
  const sidebar = unwrap(entryIn(starlightOptions(config), 'sidebar'))
  if (sidebar === undefined) return undefined
  let isWhole = true
  const read = readOr(
    context,
    () => undefined,
    () => items(itemsOf(sidebar)),
  )
  return isWhole || read === undefined || read.length === 0 ? read : withOthers(read, context)

  function items(values: Value[]): NavItem[] {
    return values.flatMap((value): NavItem[] => {
      // Groups of plugins, which make their pages: `...openAPISidebarGroups`.
      if (value.kind === 'unreadable') {
        isWhole = false
        context.report('navigation', value.at, COMPUTED_GROUP)
        return []
      }
      const slug = textIn(value)
      if (slug !== undefined) return page(slug, undefined, value)
      const item = unwrap(value) ?? value
      if (item.kind !== 'table') return items(itemsOf(item))
      const label = translated(item)
      const target = entryIn(item, 'slug') ?? entryIn(item, 'link')
      if (target !== undefined) return page(knownText(target) ?? '', label, target)
      const open = booleanIn(entryIn(item, 'collapsed')) !== true
      const folder = entryIn(item, 'autogenerate', 'directory')
      const children =
        folder === undefined
          ? items(itemsOf(unwrap(entryIn(item, 'items'))))
          : context.automatic((knownText(folder) ?? '').replace(/^\/+|\/+$/g, ''), 'name')
      return label === undefined ? children : groupOf(label, children, open)
    })
  }

  function page(link: string, label: string | undefined, value: Value): NavItem[] {
    if (isExternal(link)) return [{ title: label ?? link, url: link, children: [] }]
    const found = byKey.get(linkKey(`${context.prefix}/${link.replace(/^\/+/, '')}`)) ?? byKey.get(linkKey(link))
    if (found !== undefined) return [{ title: label ?? found.page.label, url: found.page.url, children: [] }]
    // A page without a translation exists in another language.
    const key = linkKey(link)
    if (!context.all.some(({ page }) => linkKey(page.key) === key || linkKey(page.url) === key))
      reportMissing(context, link, value.at)
    return []
  }

  function translated(item: Value): string | undefined {
    const translations = entryIn(item, 'translations')
    if (translations?.kind === 'table') {
      const wanted = context.lang.toLowerCase()
      for (const [tag, text] of translations.entries) if (tag.toLowerCase() === wanted) return textIn(text)
    }
    return titleIn(item, 'label')
  }
}

/** A sidebar with the pages that it does not name after it, in their folders, but for the start page. */
function withOthers(read: NavItem[], { automatic, members }: SidebarContext): NavItem[] {
  const named = new Set(urlsOf(read).map((url) => url.replace(/#[^]*$/, '')))
  for (const { page } of members) if (page.key === '/') named.add(page.url)
  const rest = (items: NavItem[]): NavItem[] =>
    items.flatMap(({ url, ...item }): NavItem[] => {
      const children = rest(item.children)
      if (url !== undefined && !named.has(url)) return [{ ...item, url, children }]
      return children.length === 0 ? [] : [{ ...item, children }]
    })
  return [...read, ...rest(automatic('', 'name'))]
}

/** The site's title: one text, or one for each language, of which the first is the default's. */
export function starlightTitle(config: Value): string | undefined {
  const options = starlightOptions(config)
  const titles = unwrap(entryIn(options, 'title'))
  if (titles?.kind !== 'table') return titleIn(options, 'title')
  const [first] = titles.entries.keys()
  return first === undefined ? undefined : titleIn(titles, first)
}

/** The options that Astro's configuration passes to the integration `starlight`. */
export function starlightOptions(config: Value): Value | undefined {
  const integrations = unwrap(entryIn(config, 'integrations'))
  const calls = integrations?.kind === 'list' ? integrations.items : []
  const own = calls.find((call) => call.kind === 'call' && call.from === '@astrojs/starlight')
  return unwrap(own)
}
